//! Reports and sites in a real browser: nothing scrolls sideways on a phone, and every mark of the pictures is visible
//! in the light and the dark color scheme.
//!
//! If Chromium is not installed, these tests say so and check nothing.

mod chromium;
mod lent;
mod play;
mod server;

use crate::cli::{
    bench::{Bench, GAME},
    mail::parts,
    phone::{between, decoded},
};
use chromium::Browser;
use chronojudge::{
    report::{Format, Press, Words},
    rulesets,
};
use lent::browser;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Width of a phone, in CSS pixels.
const PHONE: u32 = 390;
/// Width of a desktop window, in CSS pixels.
const DESK: u32 = 1280;

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(folder) else {
        return vec![];
    };
    let mut found: Vec<PathBuf> = found.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder");
        for entry in entries(from) {
            copy(&entry, &to.join(entry.file_name().expect("a name")));
        }
    } else {
        fs::copy(from, to).expect("a file");
    }
}

/// Returns the reports of a game's last sitting.
fn last_reports(game: &Path) -> Vec<PathBuf> {
    let reports = entries(&game.join("reports"))
        .iter()
        .flat_map(|turn| entries(turn))
        .max_by_key(|sitting| sitting.file_name().map(ToOwned::to_owned))
        .expect("reports");
    let html = |file: &PathBuf| file.extension().is_some_and(|end| end == "html");
    entries(&reports).into_iter().filter(html).collect()
}

/// Returns every report and every page of a site of the example games, made by this program, by game and kind.
fn pages(bench: &Bench) -> BTreeMap<String, Vec<PathBuf>> {
    let mut pages: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for game in entries(&games).into_iter().filter(|game| game.is_dir()) {
        let name = game
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let own = bench.dir().join(&name);
        copy(&game, &own);
        // A running game is played on: every seat gets a report, and some seats send no orders.
        if own.join("game.yaml").exists() {
            bench.ok(&["adjudicate", &name, "--overdue", "--now", "a look at it"]);
            pages
                .entry(format!("{name}: reports"))
                .or_default()
                .extend(last_reports(&own));
        }
        let site = format!("{name}-site");
        bench.ok(&["site", &name, "--out", &site]);
        let html = entries(&bench.dir().join(&site))
            .into_iter()
            .filter(|file| file.extension().is_some_and(|end| end == "html"));
        pages
            .entry(format!("{name}: site"))
            .or_default()
            .extend(html);
    }
    assert!(
        pages.len() > 8 && pages.values().all(|pages| pages.len() > 3),
        "{pages:?}"
    );
    pages.insert("plain: reports".to_owned(), plain_reports(bench));
    pages.insert("letters".to_owned(), letters(bench));
    pages
}

/// Returns the reports of a game whose templates fail.
fn plain_reports(bench: &Bench) -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let own = bench.dir().join("plain");
    copy(&games.join("whispers-1"), &own);
    bench.write("plain/templates/report.html.j2", "{{ nothing.there }}");
    bench.ok(&["adjudicate", "plain", "--overdue", "--now", "a look at it"]);
    let html = last_reports(&own);
    let is_plain = |page: &PathBuf| {
        let text = fs::read_to_string(page).expect("a report");
        text.contains("This is a plain report")
    };
    assert!(html.len() > 3 && html.iter().all(is_plain), "{html:?}");
    html
}

/// Returns a letter between players as it is mailed, and as a plain one; both hold a hash and an endless word.
fn letters(bench: &Bench) -> Vec<PathBuf> {
    let known = rulesets::find("time-whisperers").expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("the embedded content fits");
    let press = Press {
        game: "whispers-1".to_owned(),
        title: "Press from red to blue".to_owned(),
        from: "Red (Marta Oliveira)".to_owned(),
        to: "Blue (Kenji Mori)".to_owned(),
        kind: "white".to_owned(),
        lines: vec!["5f".repeat(32), "whisper".repeat(40)],
        answer: Some("To answer, write a mail with the subject: Press to red".to_owned()),
    };
    let broken = [("press.html.j2", "{{ nothing.there }}")];
    let broken = broken.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let pages = [BTreeMap::new(), BTreeMap::from(broken)].map(|overlay| {
        let plain = !overlay.is_empty();
        let words = Words::new(&*rules, &library, &overlay).expect("templates");
        let (text, wrong) = words.press(&press, Format::Html);
        assert_eq!(wrong.is_some(), plain, "{wrong:?}");
        let name = format!("letter-{plain}.html");
        bench.write(&name, text);
        bench.dir().join(name)
    });
    pages.into()
}

fn wrong(browser: &mut Browser, script: &str, page: &Path, wrong: &mut Vec<String>) {
    let found = browser.ask(script);
    let found = found.as_array().expect("a list").iter();
    wrong.extend(found.map(|what| format!("{}: {what}", page.display())));
}

/// Pages are made once and looked at twice: it takes long to make them.
#[test]
fn pages_fit_a_phone_and_every_mark_is_visible() {
    let Some(mut browser) = browser() else { return };
    let bench = Bench::empty();
    let pages = pages(&bench);
    let (mut wide, mut pale) = (vec![], vec![]);
    for pages in pages.values() {
        // Pages of one kind show the same pieces; the last ones show most of them.
        let shown = pages.len().saturating_sub(6);
        for (n, page) in pages.iter().enumerate() {
            browser.size(PHONE, 900);
            browser.open(page, false);
            the_page_fits(&mut browser, page, &mut wide);
            if n >= shown {
                every_mark_is_visible(&mut browser, page, &mut pale);
            }
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
    assert!(pale.is_empty(), "{}", pale.join("\n"));
}

/// Pictures, tables and the lines to copy are at most as wide as a phone.
fn the_page_fits(browser: &mut Browser, page: &Path, wide: &mut Vec<String>) {
    for width in [PHONE, DESK] {
        browser.size(width, 900);
        assert_eq!(browser.ask("innerWidth"), width);
        wrong(browser, include_str!("fits.js"), page, wide);
    }
}

/// Every mark of a picture stands out from its ground, in the light and the dark color scheme.
fn every_mark_is_visible(browser: &mut Browser, page: &Path, pale: &mut Vec<String>) {
    let height = browser.ask("document.documentElement.scrollHeight");
    browser.size(DESK, height.as_u64().expect("a height"));
    for dark in [false, true] {
        browser.scheme(dark);
        let shown = browser.ask("matchMedia('(prefers-color-scheme: dark)').matches");
        assert_eq!(shown, dark);
        wrong(browser, include_str!("contrast.js"), page, pale);
    }
}

/// The page *Verify this yourself* makes a salt and its hash as the program does; without its script it shows no form.
#[test]
fn a_browser_makes_a_salt_and_its_hash() {
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    bench.ok(&["site", GAME, "--out", "www"]);
    assert!(
        bench
            .read("www/verify.html")
            .contains("<div id=\"salt\" data-genesis=\"")
    );
    let Some(mut browser) = browser() else { return };
    browser.open(&bench.dir().join("www/verify.html"), false);
    assert_eq!(browser.ask("document.getElementById('salt').hidden"), false);
    for words in ["", "nine small owls at dawn, ünd more"] {
        let set = format!(
            "document.getElementById('salt-hash').textContent = ''; \
             document.getElementById('salt-seat').value = 'blue'; \
             document.getElementById('salt-words').value = '{words}'; \
             document.getElementById('salt-make').click()"
        );
        browser.ask(&set);
        let mut read = |id: &str| {
            let script = format!("document.getElementById('{id}').textContent");
            browser.ask(&script).as_str().expect("a text").to_owned()
        };
        let hash = (0..1000)
            .map(|_| read("salt-hash"))
            .find(|hash| !hash.is_empty());
        let salt = read("salt-made");
        assert!(
            salt == words || words.is_empty() && salt.len() == 32,
            "{salt}"
        );
        let own = bench.ok(&["salt", "hash", GAME, "blue", &salt]).out;
        assert_eq!(hash.as_deref(), Some(own.trim()));
    }
    browser.ask(
        "document.getElementById('salt-words').value = 'sesame'; document.getElementById('salt-make').click()",
    );
    let said = browser.ask("document.getElementById('salt-said').textContent");
    assert!(
        said.as_str()
            .is_some_and(|said| said.contains("can be found by trying")),
        "{said}"
    );
    assert_eq!(
        browser.ask("document.getElementById('salt-hash').textContent"),
        ""
    );
}

/// The button of a mail gives Chromium the same recipient, subject and short form as it gives a reader of RFC 6068.
#[test]
fn the_button_of_a_mail_is_read_by_the_browser() {
    const READ: &str = r#"(() => {
        const url = new URL(document.querySelector("a[href^='mailto:']").href);
        const fields = url.search.slice(1).split("&").map(field => {
            const at = field.indexOf("=");
            return [field.slice(0, at), decodeURIComponent(field.slice(at + 1))];
        });
        return {to: decodeURIComponent(url.pathname), ...Object.fromEntries(fields)};
    })()"#;
    let Some(mut browser) = browser() else { return };
    let mut buttons = 0;
    for game in ["gem-1992", "whispers-1", "pirates-1", "loop-1"] {
        let bench = Bench::empty();
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
        copy(&games.join(game), &bench.dir().join(GAME));
        let players = bench.read("gem/players.yaml");
        let all = players.replace("format: text", "format: both\n  mails: all");
        bench.write("gem/players.yaml", all);
        bench.ok(&["adjudicate", GAME]);
        for mail in entries(&bench.dir().join(GAME).join("outbox")) {
            let parts = parts(&fs::read(&mail).expect("a mail"));
            let texts = parts.iter().map(|part| String::from_utf8_lossy(part));
            let page = texts.into_iter().find(|text| text.contains("<html"));
            let Some(page) = page.filter(|page| page.contains("href=\"mailto:")) else {
                continue;
            };
            bench.write("mail.html", page.as_bytes());
            browser.open(&bench.dir().join("mail.html"), false);
            let read = browser.ask(READ);
            let link = between(&page, "href=\"mailto:", "\"").replace("&amp;", "&");
            let (to, rest) = link.split_once("?subject=").expect("a subject");
            let (subject, body) = rest.split_once("&body=").expect("a body");
            assert_eq!(read["to"], to, "{}", mail.display());
            assert_eq!(read["subject"], decoded(subject).as_str());
            assert_eq!(read["body"], decoded(body).as_str());
            assert!(decoded(body).starts_with("token: "), "{body}");
            buttons += 1;
        }
    }
    assert!(buttons > 6, "{buttons}");
}
