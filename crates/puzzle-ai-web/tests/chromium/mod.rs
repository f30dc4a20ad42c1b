//! A Chromium without a screen, steered by the DevTools protocol over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A browser with one page.
pub(crate) struct Chromium {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    profile: std::path::PathBuf,
    next: u64,
    faults: Vec<String>,
}

impl Chromium {
    /// A window of this size.
    pub(crate) fn start(width: u32, height: u32, dark: bool) -> Self {
        static STARTED: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = STARTED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("puzzle-ai-web-{}-{number}", std::process::id()));
        // The protocol is spoken on file descriptors 3 and 4.
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(
                "exec chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
                 --disable-extensions --hide-scrollbars --remote-debugging-pipe --user-data-dir=\"$1\" \
                 --window-size=\"$2\" about:blank 3<&0 4>&1 >/dev/null 2>&1 </dev/null",
            )
            .arg("sh")
            .arg(&profile)
            .arg(format!("{width},{height}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let requests = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let mut browser =
            Self { child, requests, answers, session: None, profile, next: 0, faults: Vec::new() };
        let target = browser.send("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let session = browser.send("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        browser.send("Page.enable", json!({}));
        browser.send("Runtime.enable", json!({}));
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        browser.send("Emulation.setDeviceMetricsOverride", metrics);
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        browser.send("Emulation.setEmulatedMedia", json!({ "features": [scheme] }));
        browser
    }

    /// Sends a command and waits for its result; exceptions of the page that come in between are kept.
    fn send(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        write!(self.requests, "{message}\0").expect("Chromium listens");
        self.requests.flush().unwrap();
        loop {
            let mut bytes = Vec::new();
            self.answers.read_until(0, &mut bytes).expect("Chromium answers");
            assert_eq!(bytes.pop(), Some(0), "Chromium ended; is `chromium` installed?");
            let answer: Value = serde_json::from_slice(&bytes).unwrap();
            if answer["method"] == "Runtime.exceptionThrown" {
                self.faults.push(answer["params"]["exceptionDetails"].to_string());
            }
            if answer["id"] == self.next {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    pub(crate) fn open(&mut self, url: &str) {
        self.send("Page.navigate", json!({ "url": url }));
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true });
        let result = self.send("Runtime.evaluate", params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    pub(crate) fn run(&mut self, statement: &str) {
        self.value(&format!("{{ {statement}; null }}"));
    }

    pub(crate) fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression} is no text")).to_owned()
    }

    /// Waits until a condition holds.
    pub(crate) fn wait(&mut self, condition: &str) {
        let start = Instant::now();
        while self.value(&format!("Boolean({condition})")) != true {
            let status = "current && document.getElementById(current + '-status').textContent";
            assert!(
                start.elapsed() < Duration::from_secs(180),
                "{condition} does not come true; {} {:?}",
                self.value(status),
                self.faults
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Where a part of an element is, after it was scrolled into view.
    fn place(&mut self, selector: &str, x: f64, y: f64) -> (f64, f64) {
        let element = format!("document.querySelector({})", json!(selector));
        let place = self.value(&format!(
            "{element}.scrollIntoView({{ block: 'nearest' }}), (() => {{ const box = {element}.getBoundingClientRect(); \
             return [box.left + box.width * {x}, box.top + box.height * {y}] }})()"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let buttons = i32::from(kind != "mouseReleased");
        let event =
            json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
        self.send("Input.dispatchMouseEvent", event);
    }

    /// Taps the middle of an element.
    pub(crate) fn tap(&mut self, selector: &str) {
        self.tap_at(selector, 0.5, 0.5);
    }

    /// Taps a part of an element, by shares of its width and height.
    pub(crate) fn tap_at(&mut self, selector: &str, x: f64, y: f64) {
        let place = self.place(selector, x, y);
        self.mouse("mousePressed", place);
        self.mouse("mouseReleased", place);
    }

    /// Drags from one part of an element to another.
    pub(crate) fn drag(&mut self, selector: &str, from: (f64, f64), to: (f64, f64)) {
        let (from, to) = (self.place(selector, from.0, from.1), self.place(selector, to.0, to.1));
        self.mouse("mousePressed", from);
        self.mouse("mouseMoved", to);
        self.mouse("mouseReleased", to);
    }

    /// As [`Self::drag`], with a finger.
    pub(crate) fn swipe(&mut self, selector: &str, from: (f64, f64), to: (f64, f64)) {
        let (from, to) = (self.place(selector, from.0, from.1), self.place(selector, to.0, to.1));
        self.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        let mut touch = |kind: &str, points: Value| {
            self.send("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        };
        touch("touchStart", json!([{ "x": from.0, "y": from.1 }]));
        touch("touchMove", json!([{ "x": (from.0 + to.0) / 2.0, "y": (from.1 + to.1) / 2.0 }]));
        touch("touchMove", json!([{ "x": to.0, "y": to.1 }]));
        touch("touchEnd", json!([]));
    }

    /// Presses a key and lets it go.
    pub(crate) fn key(&mut self, code: &str) {
        let key = code.strip_prefix("Key").map_or_else(|| code.to_owned(), str::to_lowercase);
        for kind in ["keyDown", "keyUp"] {
            self.send("Input.dispatchKeyEvent", json!({ "type": kind, "code": code, "key": key }));
        }
    }

    /// The page as PNG.
    pub(crate) fn screenshot(&mut self) -> Vec<u8> {
        let picture = self.send("Page.captureScreenshot", json!({ "format": "png" }));
        base64(picture["data"].as_str().unwrap())
    }

    /// Exceptions of the page so far.
    pub(crate) fn faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // A browser that closes itself takes its processes along; one that does not is ended.
        let _ = write!(self.requests, "{}\0", json!({ "id": self.next + 1, "method": "Browser.close" }));
        let _ = self.requests.flush();
        for _ in 0..250 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut held, mut bytes) = (0u32, 0, Vec::new());
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|&one| one == byte)) {
        (bits, held) = (bits << 6 | digit as u32, held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
