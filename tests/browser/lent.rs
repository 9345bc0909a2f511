//! Browsers are lent to tests one after another: to start one, and to load the program into a page, takes longer than most
//! tests.

use super::chromium::Browser;
use std::{
    ops::{Deref, DerefMut},
    sync::Mutex,
    thread,
};

/// The browsers that are not lent now. They end with the process.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(vec![]);

/// A browser that is lent to a test.
pub struct Lent(Option<Browser>);

/// Lends a browser that shows any page of an earlier test, without what that page has stored; returns `None` if Chromium is not
/// installed.
pub fn browser() -> Option<Lent> {
    let idle = IDLE.lock().expect("no panic in here").pop();
    let browser = idle.or_else(Browser::start);
    if browser.is_none() {
        eprintln!("skipped: Chromium is not installed");
    }
    browser.map(|browser| Lent(Some(browser)))
}

impl Deref for Lent {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.0.as_ref().expect("it is lent")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Browser {
        self.0.as_mut().expect("it is lent")
    }
}

impl Drop for Lent {
    /// The browser of a test that failed may be anywhere, and ends with it.
    fn drop(&mut self) {
        if let (Some(mut browser), false) = (self.0.take(), thread::panicking()) {
            browser.forget();
            IDLE.lock().expect("no panic in here").push(browser);
        }
    }
}
