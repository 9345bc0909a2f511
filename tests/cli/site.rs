//! The static site: it is made from public files alone, every link has a target, every page is accessible, and its
//! script computes the same as the program.

use crate::tamper::public::Public;

use super::{
    beacon::{OUT, SIGNATURES, ok, ready, start},
    bench::{Bench, GAME},
    html::{balanced, luminance, tags, written},
    script,
    tree::Tree,
};
use chronojudge::{
    rulesets,
    site::{self, Files, Raw},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn games() -> Vec<PathBuf> {
    let all = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("games")).expect("games");
    let mut games: Vec<PathBuf> = all
        .map(|game| game.expect("a game").path())
        .filter(|game| game.join("public/log").is_dir())
        .collect();
    games.sort();
    assert!(games.len() > 4);
    games
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let place = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, &place).expect("a copy");
        }
    }
}

/// Returns the sites of all example games, each made from nothing but a copy of its public folder.
fn sites() -> Vec<(PathBuf, Files)> {
    let site = |game: PathBuf| {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&game.join("public"), folder.path());
        let files = site::build(folder.path(), Raw::Beside, &[], None)
            .unwrap_or_else(|error| panic!("{}: {error}", game.display()));
        (game, files)
    };
    games().into_iter().map(site).collect()
}

fn pages(files: &Files) -> impl Iterator<Item = (&str, &str)> {
    let html = files.iter().filter(|(name, _)| name.ends_with(".html"));
    html.map(|(name, bytes)| (name.as_str(), std::str::from_utf8(bytes).expect("text")))
}

/// The first page shows a picture of each game that the program plays.
#[test]
fn the_first_page_shows_all_games() {
    for (game, files) in sites() {
        let first = std::str::from_utf8(&files["index.html"]).expect("text");
        for known in rulesets::ALL {
            let path = format!("games/{}.png", known.id);
            assert!(
                first.contains(&format!("src=\"{path}\"")),
                "{}: {path}",
                game.display()
            );
            assert!(
                first.contains(known.title),
                "{}: {}",
                game.display(),
                known.title
            );
            assert!(files[&path].starts_with(b"\x89PNG"), "{path}");
        }
    }
}

#[test]
fn every_link_has_a_target() {
    let mut links = 0;
    for (game, files) in sites() {
        let ids: BTreeMap<&str, BTreeSet<String>> = pages(&files)
            .map(|(name, html)| {
                let ids = tags(html)
                    .iter()
                    .filter_map(|tag| tag.attributes.get("id").cloned())
                    .collect();
                (name, ids)
            })
            .collect();
        for (name, html) in pages(&files) {
            for tag in tags(html) {
                for key in ["href", "src"] {
                    let Some(link) = tag.attributes.get(key).filter(|_| tag.name != "use") else {
                        continue;
                    };
                    let (path, id) = link.split_once('#').unwrap_or((link.as_str(), ""));
                    let path = if path.is_empty() { name } else { path };
                    assert!(
                        files.contains_key(path),
                        "{}: {name} links to {link}",
                        game.display()
                    );
                    assert!(id.is_empty() || ids[path].contains(id), "{name}: {link}");
                    links += 1;
                }
            }
            // Nothing is fetched from another server.
            for word in ["http://", "https://", "url(//", "@import"] {
                let html = html.replace("http://www.w3.org/2000/svg", "");
                assert!(
                    !html.contains(word),
                    "{}: {name} has {word}",
                    game.display()
                );
            }
        }
        // Every page can be reached from the first one.
        let mut reached = BTreeSet::from(["index.html"]);
        let mut next = vec!["index.html"];
        while let Some(name) = next.pop() {
            let html = std::str::from_utf8(&files[name]).expect("text");
            for tag in tags(html) {
                if let Some((page, _)) = tag
                    .attributes
                    .get("href")
                    .and_then(|link| files.get_key_value(link.as_str()))
                    && page.ends_with(".html")
                    && reached.insert(page)
                {
                    next.push(page);
                }
            }
        }
        assert_eq!(reached.len(), pages(&files).count(), "{}", game.display());
    }
    assert!(links > 200, "{links}");
}

#[test]
fn every_page_is_accessible() {
    for (game, files) in sites() {
        for (name, html) in pages(&files) {
            let page = format!("{}: {name}", game.display());
            let tags = tags(html);
            balanced(&page, &written(html));
            let of = |wanted: &'static str| tags.iter().filter(move |t| t.name == wanted && !t.end);
            assert_eq!(
                of("html")
                    .next()
                    .and_then(|t| t.attributes.get("lang"))
                    .map(String::as_str),
                Some("en")
            );
            let title = of("title").next().expect("a title").text;
            assert!(
                !title.trim().is_empty() && !title.trim().starts_with('-'),
                "{page}: {title}"
            );
            assert_eq!(of("main").count(), 1, "{page}");
            // Headings: one of the first level, no level skipped, none empty.
            let heads: Vec<(&str, &str)> = tags
                .iter()
                .filter(|t| {
                    !t.end && t.name.len() == 2 && t.name.starts_with('h') && t.name != "hr"
                })
                .map(|t| (t.name, t.text))
                .collect();
            assert_eq!(
                heads.iter().filter(|h| h.0 == "h1").count(),
                1,
                "{page}: {heads:?}"
            );
            let mut last = 0;
            for (head, text) in heads {
                let level = head[1..].parse::<u32>().expect("a level");
                assert!(
                    level <= last + 1 && !text.trim().is_empty(),
                    "{page}: {head} {text}"
                );
                last = level;
            }
            // No id occurs twice, and every referenced id exists.
            let mut ids = BTreeSet::new();
            for id in tags.iter().filter_map(|t| t.attributes.get("id")) {
                assert!(ids.insert(id.as_str()), "{page}: {id} twice");
            }
            for tag in &tags {
                for id in tag
                    .attributes
                    .get("aria-labelledby")
                    .into_iter()
                    .flat_map(|l| l.split(' '))
                {
                    assert!(ids.contains(id), "{page}: nothing is called {id}");
                }
            }
            for picture in of("svg") {
                assert_eq!(
                    picture.attributes.get("role"),
                    Some(&"img".to_owned()),
                    "{page}"
                );
                assert!(picture.attributes.contains_key("aria-labelledby"), "{page}");
            }
            for head in of("th") {
                assert!(head.attributes.contains_key("scope"), "{page}: {head:?}");
            }
            // A scrolling region has a name and can be reached by the keyboard.
            for region in tags
                .iter()
                .filter(|t| t.attributes.get("class") == Some(&"scroll".to_owned()))
            {
                assert_eq!(
                    region.attributes.get("tabindex"),
                    Some(&"0".to_owned()),
                    "{page}"
                );
                assert!(region.attributes.contains_key("aria-label"), "{page}");
            }
            for link in of("a") {
                assert!(!link.text.trim().is_empty(), "{page}: {link:?}");
            }
            // No page needs a script; two pages have one that may be missing.
            let scripts: Vec<_> = of("script")
                .map(|t| t.attributes.get("src").map(String::as_str))
                .collect();
            let wanted = match name {
                "dice.html" => vec![Some("check.js")],
                "verify.html" => vec![Some("salt.js")],
                _ => vec![],
            };
            assert_eq!(scripts, wanted, "{page}");
            assert!(
                tags.iter()
                    .all(|t| t.attributes.keys().all(|k| !k.starts_with("on")))
            );
        }
    }
}

#[test]
fn text_has_enough_contrast() {
    let style =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/style.css.j2"));
    let style = style.expect("a style");
    let mut blocks = style.split(":root{").skip(1);
    for mode in ["light", "dark"] {
        let block = blocks
            .next()
            .expect("colors")
            .split('}')
            .next()
            .expect("an end");
        let colors: BTreeMap<&str, &str> = block
            .split(';')
            .filter_map(|rule| rule.trim().strip_prefix("--")?.split_once(':'))
            .collect();
        for ink in ["ink", "dim", "accent", "warn", "good"] {
            for ground in ["paper", "card", "soft"] {
                let (a, b) = (luminance(colors[ink]), luminance(colors[ground]));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(
                    contrast >= 4.5,
                    "{mode}: {ink} on {ground} has {contrast:.2}"
                );
            }
        }
    }
}

/// The GM's secrets are in no file of a site, although the site was made in the game directory.
#[test]
fn a_site_has_no_secrets() {
    let mut looked = 0;
    for game in games() {
        let Ok(master) = fs::read_to_string(game.join("secret/master.txt")) else {
            continue;
        };
        let master = master.lines().last().expect("a secret").to_owned();
        let files = site::build(&game.join("public"), Raw::Beside, &[], None).expect("a site");
        let players = fs::read_to_string(game.join("players.yaml")).expect("players");
        let addresses: Vec<&str> = players
            .split_whitespace()
            .filter(|word| word.contains("@example.org"))
            .collect();
        assert!(!addresses.is_empty());
        for (name, bytes) in &files {
            let text = String::from_utf8_lossy(bytes);
            assert!(!text.contains(&master), "{name}");
            for address in &addresses {
                assert!(
                    !text.contains(address.trim_matches(['"', '\''])),
                    "{name}: {address}"
                );
            }
            looked += 1;
        }
        // Every copied file equals the public one to the byte.
        for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("public/")) {
            assert_eq!(fs::read(game.join(name)).expect("a file"), *bytes, "{name}");
        }
    }
    assert!(looked > 50, "{looked}");
}

fn chronojudge(args: &[&str]) -> (i32, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_chronojudge"))
        .args(args)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    (done.status.code().expect("a code"), said)
}

#[test]
fn a_site_is_made_again_only_in_its_own_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/whispers-1");
    let public = folder.path().join("game/public");
    copy(&game.join("public"), &public);
    let own = public.join("site");
    let (game, out) = (
        folder.path().join("game").display().to_string(),
        own.display().to_string(),
    );
    assert_eq!(chronojudge(&["site", &game, "--out", &out]).0, 0);
    let first = fs::read(own.join("index.html")).expect("a page");
    // Inside the public folder nothing is copied, because the log is above.
    assert!(!own.join("public").exists());
    let log = fs::read_to_string(own.join("log.html")).expect("a page");
    let log = log.replace("&#x2f;", "/");
    assert!(
        log.contains("href=\"../log/000001-genesis.yaml\""),
        "links lead to the public files"
    );
    // A page that is gone from the site is removed from the folder, and other files stay.
    fs::write(own.join("mine.txt"), "mine").expect("a file");
    let mark = own.join(".chronojudge-site");
    let names = fs::read_to_string(&mark).expect("names") + "old.html\n../../keep.txt\n";
    fs::write(&mark, names).expect("names");
    for name in ["old.html", "../../keep.txt"] {
        fs::write(own.join(name), "old").expect("a file");
    }
    assert_eq!(chronojudge(&["site", &game, "--out", &out]).0, 0);
    assert_eq!(fs::read(own.join("index.html")).expect("a page"), first);
    assert!(!own.join("old.html").exists() && own.join("mine.txt").exists());
    assert!(own.join("../../keep.txt").exists());
    // The audit reads the files of the record and ignores other files beside them.
    assert_eq!(chronojudge(&["audit", &game]).0, 0);
    let (code, said) = chronojudge(&[
        "site",
        &game,
        "--out",
        &public.join("log").display().to_string(),
    ]);
    assert_eq!(code, 2);
    assert!(said.contains("holds no site of a game"), "{said}");
}

/// Returns the browser that is installed, if there is one.
fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| {
            Command::new(name)
                .arg("--version")
                .output()
                .is_ok_and(|o| o.status.success())
        })
}

/// Returns a page after its script has run.
fn run_in(browser: &str, page: &Path, home: &Path) -> String {
    let done = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=20000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", home.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("it runs");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn the_script_computes_the_published_rolls() {
    let Some(browser) = browser() else {
        eprintln!("there is no browser on this machine: the script was not run");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    for (n, (game, files)) in sites().into_iter().enumerate() {
        let html = String::from_utf8(files["dice.html"].clone()).expect("text");
        let rolls = html.matches("data-label=").count();
        let place = folder.path().join(format!("{n}"));
        fs::create_dir_all(&place).expect("a folder");
        fs::write(place.join("check.js"), &files["check.js"]).expect("a file");
        fs::write(place.join("dice.html"), &html).expect("a file");
        let seen = run_in(browser, &place.join("dice.html"), &home);
        let all = format!("all {rolls} rolls are what the keys make them");
        assert!(
            seen.contains(&all),
            "{}: {}",
            game.display(),
            &seen[seen.find("id=\"checked\"").unwrap_or(0)..][..400]
        );
        assert_eq!(
            seen.matches(">the same<").count(),
            rolls,
            "{}",
            game.display()
        );
        if !game.ends_with("gem-1992") {
            continue;
        }
        // Another face, another key, another salt: each is detected.
        let face = html.replacen("data-result=\"2\"", "data-result=\"3\"", 1);
        let salt = html.replacen("data-salts=\"buralti 8", "data-salts=\"buralti 9", 1);
        let at = html.find("data-key=\"").expect("a key") + 10;
        let other = if &html[at..=at] == "0" { "1" } else { "0" };
        let key = format!("{}{other}{}", &html[..at], &html[at + 1..]);
        for changed in [face, salt, key] {
            assert_ne!(changed, html);
            fs::write(place.join("dice.html"), changed).expect("a file");
            let seen = run_in(browser, &place.join("dice.html"), &home);
            assert!(
                seen.contains("NOT what they should be"),
                "a change was not seen"
            );
        }
    }
}

/// Dice from a public beacon are computed too, and the page says which kind a game has.
#[test]
fn the_script_knows_the_beacon() {
    let (bench, _) = ready();
    start(&bench);
    let round = SIGNATURES[1].1;
    ok(&bench, OUT[1], &["adjudicate", GAME, "--beacon", round]);
    bench.ok(&["site", GAME, "--out", "www"]);
    let note = "The dice of this game come from rounds of the public beacon";
    assert!(bench.read("www/verify.html").contains(note));
    assert!(
        sites()
            .iter()
            .all(|(_, files)| { !String::from_utf8_lossy(&files["verify.html"]).contains(note) })
    );
    let html = bench.read("www/dice.html");
    let rolls = html.matches("data-label=").count();
    assert!(rolls > 0 && html.contains("data-beacon=\"123:"), "{html}");
    let Some(browser) = browser() else {
        eprintln!("there is no browser on this machine: the script was not run");
        return;
    };
    let (page, home) = (bench.dir().join("www/dice.html"), bench.dir().join("home"));
    let seen = run_in(browser, &page, &home);
    let all = format!("all {rolls} rolls are what the keys make them");
    assert!(seen.contains(&all), "{seen}");
    bench.write(
        "www/dice.html",
        html.replace("data-beacon=\"123:", "data-beacon=\"124:"),
    );
    let seen = run_in(browser, &page, &home);
    assert!(seen.contains("NOT what they should be"), "{seen}");
}

/// A run that was killed between two files leaves a folder that the next run recognizes as its own.
#[cfg(unix)]
#[test]
fn a_site_that_was_cut_short_is_made_again() {
    let bench = Bench::copy(script::played());
    let program = env!("CARGO_BIN_EXE_chronojudge");
    // The first file of more than 5 or 10 kB ends the process.
    let script = format!("ulimit -f 10; exec '{program}' site {GAME} --out www");
    let killed = Command::new("sh")
        .args(["-c", &script])
        .current_dir(bench.dir())
        .output()
        .expect("a shell");
    assert!(!killed.status.success(), "{killed:?}");
    assert!(bench.dir().join("www/check.js").exists());
    assert!(!bench.dir().join("www/index.html").exists());
    bench.ok(&["site", GAME, "--out", "www"]);
    assert!(bench.dir().join("www/index.html").exists());
}

/// A site made by the program from one of the example games.
fn made(folder: &Path, name: &str) -> PathBuf {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{name}/public"));
    copy(&game, &folder.join("game/public"));
    let www = folder.join("www");
    let (game, out) = (folder.join("game"), www.display().to_string());
    let (code, said) = chronojudge(&["site", &game.display().to_string(), "--out", &out]);
    assert_eq!(code, 0, "{said}");
    www
}

/// Runs a command line in a folder; returns its exit code and output.
fn shell(folder: &Path, line: &str) -> (i32, String) {
    let done = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .output()
        .expect("a shell");
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (done.status.code().expect("a code"), said)
}

/// The command that unpacks the file, by another program.
const UNPACK: &str = "python3 -m zipfile -e public.zip unpacked";

#[test]
fn a_game_is_downloaded_as_one_file_with_its_verifier() {
    for name in ["the-long-afternoon", "whispers-1"] {
        let folder = tempfile::tempdir().expect("a folder");
        let www = made(folder.path(), name);
        // A reader has just these two files of the site.
        let (code, said) = shell(&www, "python3 verify.py public.zip");
        assert!(code == 0 && said.ends_with("PASSED\n"), "{said}");
        assert!(
            said.contains("ok         the files are those of SHA256SUMS\n"),
            "{said}"
        );
        let (code, said) = shell(&www, UNPACK);
        assert_eq!(code, 0, "{said}");
        let unpacked = www.join("unpacked");
        let (code, said) = shell(&unpacked, "sha256sum -c SHA256SUMS");
        assert_eq!(code, 0, "{said}");
        let public = unpacked.join("public").display().to_string();
        assert_eq!(chronojudge(&["audit", &public]).0, 0);
        let (code, said) = shell(&www, "python3 verify.py unpacked");
        assert!(
            code == 0 && said.contains("those of SHA256SUMS\n"),
            "{said}"
        );
        // The archive has the whole public folder, and nothing else.
        let real = Tree::read(&folder.path().join("game/public"));
        let listed = |tree: &Tree| -> Vec<(PathBuf, Vec<u8>)> {
            let files = tree
                .files("")
                .map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
            files.collect()
        };
        assert_eq!(listed(&Tree::read(&unpacked.join("public"))), listed(&real));
        // The first page links to it and explains its use.
        let page = fs::read_to_string(www.join("index.html")).expect("a page");
        assert!(page.contains("href=\"public.zip\"") && page.contains("href=\"verify.py\""));
        assert!(page.contains("python3 verify.py public.zip"), "{page}");
        assert!(page.contains("<code>chronojudge</code>"), "{page}");
    }
}

#[test]
fn the_download_of_a_game_is_reproducible() {
    let bytes = |name: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        fs::read(made(folder.path(), name).join("public.zip")).expect("a file")
    };
    assert_eq!(bytes("whispers-1"), bytes("whispers-1"));
}

/// A file that was damaged, changed, added or lost on its way is named.
#[test]
fn a_download_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let www = made(folder.path(), "whispers-1");
    assert_eq!(shell(&www, UNPACK).0, 0);
    let whole = Tree::read(&www.join("unpacked"));
    for (change, says) in [
        (
            "echo more >> public/game.yaml",
            "game.yaml is not the file that was packed",
        ),
        (
            "rm public/sittings/0001/view.yaml",
            "sittings/0001/view.yaml is missing",
        ),
        (
            "touch public/log/more.html",
            "log/more.html is not in SHA256SUMS",
        ),
        ("echo more >> SHA256SUMS", "not `<hash>  public/<path>`"),
        (
            "ln -sf /dev/zero public/game.yaml",
            "game.yaml is no plain file",
        ),
        (
            "rm public/game.yaml; mkfifo public/game.yaml",
            "game.yaml is no plain file",
        ),
    ] {
        let place = tempfile::tempdir().expect("a folder");
        whole.write(place.path());
        let (code, said) = shell(place.path(), change);
        assert_eq!(code, 0, "{change}: {said}");
        let script = www.join("verify.py").display().to_string();
        let (code, said) = shell(place.path(), &format!("python3 '{script}' ."));
        assert!(code == 1 && said.contains(says), "{change}: {said}");
        assert!(!said.contains("Traceback"), "{change}: {said}");
    }
    // A file that is not a zip file, or that holds no game, cannot be read.
    for file in ["index.html", "no-such-file", "unpacked/public/log"] {
        let (code, said) = shell(&www, &format!("python3 verify.py {file}"));
        let verdict = "COULD NOT CHECK anything\n";
        assert!(code == 3 && said.ends_with(verdict), "{file}: {said}");
    }
}

/// A site has the play page that the program came with, and each page links to it; without one there is no link.
#[test]
fn a_site_has_the_play_page_that_the_program_came_with() {
    let bench = Bench::empty();
    copy(&games()[0].join("public"), &bench.dir().join("public"));
    bench.write("page.html", "the page");
    let said = bench
        .command(&["site", "public", "--out", "with"])
        .env("CHRONOJUDGE_PLAY", "page.html")
        .output()
        .expect("the program");
    assert!(said.status.success(), "{said:?}");
    assert_eq!(bench.read("with/play/index.html"), "the page");
    let link = "<a href=\"play/index.html\">";
    assert!(bench.read("with/index.html").contains(link));
    // In a folder, the page of this game alone is taken, if it is there.
    let ruleset = site::ruleset(&bench.dir().join("public")).expect("a game");
    let pages = [
        ("all", "play.html"),
        ("one", &*format!("play-{ruleset}.html")),
    ];
    for (page, name) in pages {
        bench.write(&format!("pages/{name}"), page);
        bench.write("pages/play-chess.html", "another game");
        let said = bench
            .command(&["site", "public", "--out", page])
            .env("CHRONOJUDGE_PLAY", "pages")
            .output()
            .expect("the program");
        assert!(said.status.success(), "{said:?}");
        assert_eq!(bench.read(&format!("{page}/play/index.html")), page);
    }
    let none = bench
        .command(&["site", "public", "--out", "without"])
        .env("CHRONOJUDGE_PLAY", "no-such-page.html")
        .output()
        .expect("the program");
    assert!(String::from_utf8_lossy(&none.stderr).contains("packaging/play.sh"));
    assert!(!bench.read("without/index.html").contains(link));
    assert!(!bench.dir().join("without/play").exists());
}

/// Every sitting of a game is told from its public files, with each roll computed again.
#[test]
fn a_game_is_watched_from_its_public_files() {
    for game in games() {
        let public = game.join("public");
        let all = site::replay(&public, 1..=usize::MAX).expect("a game");
        assert_eq!(all.moments.len(), all.sittings, "{}", game.display());
        for (n, moment) in (1..).zip(&all.moments) {
            assert_eq!(moment.sitting, n, "{}", game.display());
            assert!(
                moment
                    .page
                    .contains(&format!("<h1>Turn {}, sitting {n}</h1>", moment.turn))
            );
            assert!(
                moment.rolls.iter().all(|roll| roll.holds),
                "{} {n}",
                game.display()
            );
        }
        let one = site::replay(&public, 2..=2).expect("a game");
        assert_eq!(one.sittings, all.sittings);
        let pages: Vec<&str> = one.moments.iter().map(|moment| &*moment.page).collect();
        assert_eq!(pages, [&*all.moments[1].page]);
    }
}

/// A roll that the key does not give is told as such, even if every hash fits it.
#[test]
fn a_forged_roll_is_seen_when_a_game_is_watched() {
    let bench = Bench::empty();
    let games = games();
    let game = games.iter().find(|game| game.ends_with("the-last-cycle"));
    let mut public = Public::read(&game.expect("a game").join("public"));
    let rolls = "sittings/0001/rolls.txt";
    let forged = public.text(rolls).replacen("1d6 = 1", "1d6 = 2", 1);
    assert_ne!(forged, public.text(rolls), "a die to forge");
    public.set(rolls, forged);
    public.refit();
    public.write(bench.dir(), None);
    let all = site::replay(bench.dir(), 1..=1).expect("a game");
    let rolls = &all.moments[0].rolls;
    assert_eq!(rolls.iter().filter(|roll| !roll.holds).count(), 1);
}
