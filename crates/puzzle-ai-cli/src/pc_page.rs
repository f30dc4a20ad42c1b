//! One self-contained page with tilings drawn, as players share them.

use grid_core::svg::Escaped;

/// A picture with what is said under it.
pub(crate) struct Figure {
    pub(crate) svg: String,
    pub(crate) caption: String,
    /// A text to copy, if any.
    pub(crate) fumen: Option<String>,
}

/// The page: a title, lines of text, and figures.
pub(crate) fn page(title: &str, lines: &[String], figures: &[Figure]) -> String {
    let title = Escaped(title);
    let lines: String = lines.iter().map(|line| format!("<p>{}</p>\n", Escaped(line))).collect();
    let figures: String = figures.iter().map(figure).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{lines}<main>\n{figures}</main>\n\
         </body>\n</html>\n"
    )
}

const STYLE: &str = "body { font-family: sans-serif; margin: 1rem; color: #222; background: #fff }
main { display: flex; flex-wrap: wrap; gap: 1rem }
figure { margin: 0; padding: .5rem; border: 1px solid #ccc; border-radius: .3rem }
figcaption { margin-top: .3rem }
code { display: block; max-width: 160px; overflow-x: auto; user-select: all; font-size: .7rem }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } figure { border-color: #555 } }
";

fn figure(Figure { svg, caption, fumen }: &Figure) -> String {
    let caption = Escaped(caption);
    let fumen = fumen.iter().map(|fumen| format!("<code>{}</code>\n", Escaped(fumen))).collect::<String>();
    format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n{fumen}</figure>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let figure = Figure { svg: "<svg/>".into(), caption: "a < b".into(), fumen: Some("v115@\"".into()) };
        let page = page("T & O", &["1 < 2".to_owned()], &[figure]);
        for part in ["T &amp; O", "1 &lt; 2", "a &lt; b", "v115@&quot;", "<svg/>"] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("http"), "nothing is loaded");
    }
}
