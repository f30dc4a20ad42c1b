//! A small SVG writer that every crate draws with.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// Twelve colours that stay apart from each other, for pieces and kinds.
pub const PALETTE: [&str; 12] = [
    "#4cc3e0", "#f2c230", "#a65cc8", "#6abf4b", "#e0483e", "#3f6fd8", "#f08a24", "#8a6d4f", "#d96aa6",
    "#2f9e8f", "#9aa53a", "#7b7f8c",
];

/// An SVG picture under construction. Lengths are in user units, `y` downward.
///
/// ```
/// use grid_core::svg::Svg;
/// let mut svg = Svg::new(20.0, 10.0);
/// svg.rect(0.0, 0.0, 10.0, 10.0, "#4cc3e0");
/// svg.text(10.0, 5.0, 4.0, "a < b");
/// assert!(svg.finish().contains("a &lt; b"));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    body: String,
    width: f64,
    height: f64,
}

impl Svg {
    /// An empty picture of this size.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Self {
        Self { body: String::new(), width, height }
    }

    fn push(&mut self, element: fmt::Arguments<'_>) {
        writeln!(self.body, "  {element}").expect("a string takes all");
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        let fill = Escaped(fill);
        self.push(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    /// A filled circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, fill: &str) {
        let fill = Escaped(fill);
        self.push(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#));
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        self.polyline(&[from, to], stroke, width);
    }

    /// A line through all points.
    pub fn polyline(&mut self, points: &[(f64, f64)], stroke: &str, width: f64) {
        let mut list = String::new();
        for (x, y) in points {
            write!(list, "{x},{y} ").expect("a string takes all");
        }
        let (list, stroke) = (list.trim_end(), Escaped(stroke));
        self.push(format_args!(
            r#"<polyline points="{list}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="square"/>"#
        ));
    }

    /// Text centred on `(x, y)`, `size` high.
    pub fn text(&mut self, x: f64, y: f64, size: f64, text: &str) {
        let text = Escaped(text);
        self.push(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" font-family="sans-serif" text-anchor="middle" dominant-baseline="central">{text}</text>"#
        ));
    }

    /// A grid of square cells, the row `height - 1` on top: `fill` gives the
    /// colour of a cell, and edges between cells of different `group` are drawn.
    ///
    /// ```
    /// use grid_core::svg::{PALETTE, Svg};
    /// let mut svg = Svg::new(20.0, 10.0);
    /// svg.grid(2, 1, 10.0, |x, _| Some((PALETTE[x], x)));
    /// assert_eq!(svg.finish().matches("<rect").count(), 2);
    /// ```
    pub fn grid<'a>(
        &mut self,
        width: usize,
        height: usize,
        cell: f64,
        fill_and_group: impl Fn(usize, usize) -> Option<(&'a str, usize)>,
    ) {
        let top = |y: usize| (height - 1 - y) as f64 * cell;
        let group = |x: usize, y: usize| fill_and_group(x, y).map(|(_, group)| group);
        for y in 0..height {
            for x in 0..width {
                if let Some((fill, _)) = fill_and_group(x, y) {
                    self.rect(x as f64 * cell, top(y), cell, cell, fill);
                }
            }
        }
        let stroke = cell / 12.0;
        for y in 0..height {
            for x in 0..width {
                let (left, upper) = (x as f64 * cell, top(y));
                let (right, lower) = (left + cell, upper + cell);
                let here = group(x, y);
                let mut edge = |other: Option<usize>, from, to| {
                    if here != other {
                        self.line(from, to, "#222222", stroke);
                    }
                };
                if x == 0 {
                    edge(None, (left, upper), (left, lower));
                }
                let east = if x + 1 < width { group(x + 1, y) } else { None };
                edge(east, (right, upper), (right, lower));
                if y == 0 {
                    edge(None, (left, lower), (right, lower));
                }
                let north = if y + 1 < height { group(x, y + 1) } else { None };
                edge(north, (left, upper), (right, upper));
            }
        }
    }

    /// The whole document.
    #[must_use]
    pub fn finish(self) -> String {
        let Self { body, width, height } = self;
        alloc::format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n{body}</svg>\n"
        )
    }
}

/// Text with the five characters replaced that XML and HTML reserve.
///
/// ```
/// use grid_core::svg::Escaped;
/// assert_eq!(Escaped("a < b").to_string(), "a &lt; b");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}
