//! The play page of a site is kept in the browser, and opens without a connection.

use super::{page, pick_for, wait};
use crate::{
    browser::{Browser, PHONE, browser, copy},
    cli::bench::Bench,
};
use chronojudge::dice::field::sha256;
use serde_json::json;
use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// Serves the files of a folder, each as the kind of file that it is; no request is answered any more once `gone` is true.
fn serve(folder: PathBuf, gone: Arc<AtomicBool>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folder, gone) = (folder.clone(), Arc::clone(&gone));
            thread::spawn(move || answer(&folder, &gone, stream));
        }
    });
    address
}

fn answer(folder: &Path, gone: &AtomicBool, mut stream: TcpStream) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    if gone.load(Ordering::SeqCst) {
        return None;
    }
    let path = first.split(' ').nth(1)?.trim_start_matches('/');
    let path = if path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.to_owned()
    };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        _ => "application/octet-stream",
    };
    let (status, bytes) = match fs::read(folder.join(path)) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", vec![]),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&bytes).ok()
}

/// A site that was visited once opens its play page when it cannot be reached. Nothing but the page is kept, and a page that has
/// changed is fetched.
#[test]
fn the_page_opens_without_a_connection() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    copy(
        &games.join("whispers-1/public"),
        &bench.dir().join("public"),
    );
    let site = || {
        let mut site = bench.command(&["site", "public", "--out", "www"]);
        let site = site.env("CHRONOJUDGE_PLAY", "page.html").output();
        assert!(site.expect("the program").status.success());
    };
    fs::copy(&page, bench.dir().join("page.html")).expect("a page");
    site();
    let archive = fs::read(bench.dir().join("www/public.zip")).expect("an archive");
    let gone = Arc::new(AtomicBool::new(false));
    let address = serve(bench.dir().join("www"), Arc::clone(&gone));
    let ready = "document.body.dataset.ready === 'true'";
    browser.size(PHONE, 900);
    // The public files are fetched, too.
    browser.open_at(&format!("{address}/play/index.html#sitting=1"), false);
    wait(&mut browser, ready);
    browser.ask("navigator.serviceWorker.ready.then(() => { globalThis.kept = true; }); 0");
    wait(&mut browser, "globalThis.kept === true");
    browser.ask(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)))) \
         .then((all) => Promise.all(all.map((one) => one.keys()))) \
         .then((all) => { globalThis.listed = all.flat().map(({ url }) => new URL(url).pathname); }); 0",
    );
    wait(&mut browser, "globalThis.listed !== undefined");
    assert_eq!(browser.ask("listed"), json!(["/play/index.html"]));
    gone.store(true, Ordering::SeqCst);
    for path in ["", "index.html"] {
        browser.open_at("about:blank", false);
        browser.open_at(&format!("{address}/play/{path}"), false);
        wait(&mut browser, ready);
    }
    // The program works, too.
    pick_for(&mut browser, "archive", &archive);
    wait(
        &mut browser,
        "document.getElementById('audited').textContent.includes('files')",
    );
    browser.ask("document.getElementById('watch').click()");
    wait(&mut browser, "!document.getElementById('replay').hidden");
    // A site with another page: the browser fetches it while the old one is open, and opens it at the next visit.
    gone.store(false, Ordering::SeqCst);
    let html = fs::read_to_string(&page).expect("a page");
    let newer = html.replacen("<title>Your orders", "<title>A newer page", 1);
    bench.write("page.html", &newer);
    site();
    let digest = sha256(newer.as_bytes());
    let title = |browser: &mut Browser| {
        browser.open_at("about:blank", false);
        browser.open_at(&format!("{address}/play/"), false);
        browser.ask("document.title")
    };
    title(&mut browser);
    browser.ask(
        "setInterval(async () => { globalThis.names = await caches.keys(); }, 100); globalThis.names = [];",
    );
    wait(
        &mut browser,
        &format!("names.length === 1 && names[0].endsWith(' {digest}')"),
    );
    assert_eq!(title(&mut browser), "A newer page");
}
