//! A Chromium without a window, driven over a pipe (the `DevTools` protocol).

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// Names of the Chromium executable.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
];

/// A running browser with one page. It ends when nothing can be written to it any more, also with the process of the tests.
pub struct Browser {
    shell: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    number: u64,
    loaded: bool,
    requests: Vec<String>,
}

impl Browser {
    /// Starts a browser; returns `None` if Chromium is not installed.
    pub fn start() -> Option<Self> {
        let version = |name: &&str| {
            let said = Command::new(name).arg("--version").output();
            said.is_ok_and(|said| said.status.success())
        };
        let name = NAMES.into_iter().find(version)?;
        // Chromium reads from descriptor 3 and writes to 4. The shell waits for it, and removes its profile.
        let mut shell = Command::new("sh")
            .args([
                "-c",
                "profile=$(mktemp -d) && \"$0\" \"$@\" --user-data-dir=\"$profile\" 3<&0 4>&1 </dev/null >/dev/null 2>&1; \
                 rm -rf \"$profile\"",
                name,
            ])
            .args(FLAGS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let to = shell.stdin.take();
        let from = BufReader::new(shell.stdout.take().expect("a pipe"));
        let mut browser = Self {
            shell,
            to,
            from,
            session: None,
            number: 0,
            loaded: false,
            requests: vec![],
        };
        let page = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let session = browser.call(
            "Target.attachToTarget",
            json!({"targetId": page["targetId"], "flatten": true}),
        );
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        browser.call("Page.enable", json!({}));
        Some(browser)
    }

    fn hear(&mut self) -> Value {
        let mut bytes = vec![];
        self.from.read_until(0, &mut bytes).expect("a message");
        assert_eq!(bytes.pop(), Some(0), "the browser has gone");
        let message: Value = serde_json::from_slice(&bytes).expect("JSON");
        self.loaded |= message["method"] == "Page.loadEventFired";
        if message["method"] == "Network.requestWillBeSent" {
            let address = message["params"]["request"]["url"].as_str();
            self.requests.extend(address.map(str::to_owned));
        }
        message
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let mut message = json!({"id": self.number, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let text = format!("{message}\0");
        let to = self.to.as_mut().expect("a pipe");
        to.write_all(text.as_bytes()).expect("a pipe");
        loop {
            let answer = self.hear();
            if answer["id"] == self.number {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Opens a file, in the light or the dark color scheme.
    pub fn open(&mut self, file: &Path, dark: bool) {
        self.open_at(&format!("file://{}", file.display()), dark);
    }

    /// Opens the page at an address, in the light or the dark color scheme.
    pub fn open_at(&mut self, address: &str, dark: bool) {
        self.scheme(dark);
        self.loaded = false;
        self.call("Page.navigate", json!({"url": address}));
        while !self.loaded {
            self.hear();
        }
    }

    /// Removes what the page has stored.
    pub fn forget(&mut self) {
        self.ask("try { localStorage.clear(); } catch { 0 }");
    }

    /// From now on to the next page, the reader wants no motion.
    pub fn still(&mut self) {
        let media = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
        self.call("Emulation.setEmulatedMedia", media);
    }

    /// Shows the page in the light or the dark color scheme.
    pub fn scheme(&mut self, dark: bool) {
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", media);
    }

    /// Sets the size of the window in CSS pixels. Below 600 it counts as a phone.
    pub fn size(&mut self, width: u32, height: u64) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Drags with the mouse from one point of the window to another, in CSS pixels.
    pub fn drag(&mut self, from: [f64; 2], to: [f64; 2]) {
        let between = [0, 1].map(|n| f64::midpoint(from[n], to[n]));
        for (what, [x, y]) in [
            ("mousePressed", from),
            ("mouseMoved", between),
            ("mouseMoved", to),
            ("mouseMoved", [to[0], to[1] - 8.0]),
            ("mouseReleased", [to[0], to[1] - 8.0]),
        ] {
            let event = json!({"type": what, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// From now on, remembers the addresses that the page asks for.
    pub fn watch_requests(&mut self) {
        self.call("Network.enable", json!({}));
    }

    /// Returns the addresses that the page has asked for since the last call.
    pub fn requests(&mut self) -> Vec<String> {
        // What happened before the answer is told before it.
        self.ask("0");
        std::mem::take(&mut self.requests)
    }

    /// Writes a picture of what is in the window.
    pub fn picture(&mut self, file: &Path) {
        let picture = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let data = picture["data"].as_str().expect("a picture");
        let bytes = STANDARD.decode(data).expect("base64");
        fs::write(file, bytes).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    /// Returns the value of a script in the page.
    pub fn ask(&mut self, script: &str) -> Value {
        let said = self.call(
            "Runtime.evaluate",
            json!({"expression": script, "returnByValue": true}),
        );
        assert!(said["exceptionDetails"].is_null(), "{said}");
        said["result"]["value"].clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.to.take());
        let _ = self.shell.wait();
    }
}
