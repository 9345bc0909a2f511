//! Files changed on the disk as they are, and files changed before every hash was made to fit.

use super::{Comes::*, Forger, public::Public};
use chronojudge::{
    audit::rolls::{Roll, parse_rolls},
    dice::{Beacon, Draw, Hash, Key, Name, chain::salts_hash},
};
use std::collections::BTreeMap;

/// The kind of a file: its folder, and what it is called there.
fn kind(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folder.split('/').next().unwrap();
    let name = match folder {
        "log" => name.split_once('-').unwrap().1,
        "content" => "a file",
        "sittings" if name.ends_with(".items.txt") => "items",
        "sittings" if name.ends_with(".slots.txt") => "slots",
        "opened" if name.starts_with("order-") => "order",
        "opened" if name.starts_with("standing-") => "standing",
        _ => name,
    };
    format!("{folder}/{name}")
}

/// Up to two files of each kind: the first that is not empty, and the last.
fn samples(public: &Public) -> Vec<(String, Vec<String>)> {
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, bytes) in &public.0 {
        if !bytes.is_empty() {
            kinds.entry(kind(path)).or_default().push(path.clone());
        }
    }
    let ends = |mut paths: Vec<String>| {
        paths.dedup();
        let last = paths.pop().unwrap();
        paths.truncate(1);
        paths.push(last);
        paths
    };
    kinds
        .into_iter()
        .map(|(kind, paths)| (kind, ends(paths)))
        .collect()
}

/// The bytes with a letter or digit near the middle changed.
fn bent(bytes: &[u8]) -> Vec<u8> {
    let mut bent = bytes.to_vec();
    let half = bent.len() / 2;
    let at = (half..bent.len())
        .chain(0..half)
        .find(|at| bent[*at].is_ascii_alphanumeric());
    let byte = &mut bent[at.unwrap()];
    *byte = if *byte == b'1' { b'2' } else { b'1' };
    bent
}

/// Every kind of file changed, lengthened, emptied, removed, or put in another's place; nothing else is.
pub fn on_disk(forger: &mut Forger) {
    for (kind, paths) in samples(&forger.real) {
        let log = kind.starts_with("log/");
        // A record that is changed is not the one the next one names; a file not the one a record names.
        let (ours, theirs) = match kind.split('/').next().unwrap() {
            "log" => ("", ""),
            "content" => ("content", "content"),
            _ => ("files (", ""),
        };
        let comes = Refused(ours, theirs);
        let last = forger.real.0.keys().rfind(|path| path.starts_with("log/"));
        let last_record = last == paths.last();
        let comes = if log && !last_record {
            Refused("log of", "")
        } else {
            comes
        };
        let some = if forger.thorough { 0 } else { paths.len() - 1 };
        for path in &paths[some..] {
            let bytes = forger.real.0[path].clone();
            forger.forge(format!("{path}: a letter changed"), comes, |p| {
                p.set(path, bent(&bytes));
            });
            if !log && forger.thorough {
                let longer = [&bytes[..], b"more: 1\n"].concat();
                forger.forge(format!("{path}: a line more"), comes, |p| {
                    p.set(path, longer);
                });
            }
        }
        let path = paths.last().unwrap();
        let comes = if log {
            Refused(if last_record { "" } else { "log of" }, "")
        } else {
            comes
        };
        if forger.thorough {
            forger.forge(format!("{path}: emptied"), comes, |p| p.set(path, ""));
        }
        // The last record is missed by nobody; what it named is.
        forger.forge(format!("{path}: removed"), comes, |p| {
            drop(p.0.remove(path));
        });
        if let [one, two] = &paths[..]
            && forger.real.0[one] != forger.real.0[two]
        {
            forger.forge(format!("{one} and {two}: swapped"), comes, |p| {
                let (a, b) = (p.0[one].clone(), p.0[two].clone());
                p.set(one, b);
                p.set(two, a);
            });
        }
    }
    for path in [
        "sittings/0001/more.txt",
        "opened/0001/more.yaml",
        "notes/000001-why.txt",
    ] {
        let comes = Refused(
            "no file that no record names",
            "no file that no record names",
        );
        forger.forge(format!("{path}: added"), comes, |p| p.set(path, "more\n"));
    }
    let comes = Refused("content", "content");
    forger.forge("a content file added", comes, |p| {
        p.set("content/more.yaml", "more: 1\n");
    });
    forger.forge("a file in the log", Refused("log of", ""), |p| {
        p.set("log/more.yaml", "x: y\n");
    });
}

/// The key of a sitting's public rolls.
fn key(public: &Public, sitting: u32) -> Key {
    let records = public.records();
    let name = |text: &str| Name::new(text).unwrap();
    let game = name(records[0].get("game").unwrap());
    let salts = records.iter().find(|r| r.kind() == "salts").unwrap();
    let salts: BTreeMap<Name, Hash> = salts
        .0
        .iter()
        .filter_map(|(key, salt)| Some((name(key.strip_prefix("salt.")?), salt.parse().ok()?)))
        .collect();
    let result = records
        .iter()
        .find(|r| r.kind() == "result" && r.get("sitting") == Some(&sitting.to_string()));
    let draw = Draw {
        salts: salts_hash(&game, &salts, &Beacon::None),
        game,
        sitting,
        beacon: Beacon::None,
    };
    draw.public_key(&Key::from_hex(result.unwrap().get("key").unwrap()).unwrap())
}

/// The first file called so that is long enough, and its lines.
fn lines(public: &Public, end: &str, least: usize) -> Option<(String, Vec<String>)> {
    let files = public.0.keys().filter(|path| path.ends_with(end));
    files
        .map(|path| {
            (
                path.clone(),
                public.text(path).lines().map(str::to_owned).collect(),
            )
        })
        .find(|(_, lines): &(String, Vec<String>)| lines.len() >= least)
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Files changed by whoever makes every hash fit afterwards.
pub fn refitted(forger: &mut Forger) {
    let real = forger.real.clone();
    let refit = |path: &str, text: String| {
        let path = path.to_owned();
        move |p: &mut Public| {
            p.set(&path, text);
            p.refit();
        }
    };
    // Rolls.
    if let Some((path, rolls)) = lines(&real, "/rolls.txt", 2) {
        let other = |change: &dyn Fn(&mut Vec<String>)| {
            let mut rolls = rolls.clone();
            change(&mut rolls);
            joined(&rolls)
        };
        let number = Refused("rolls", "rolls as in");
        let last = |line: &str| {
            let face = if line.ends_with('1') { '2' } else { '1' };
            format!("{}{face}", &line[..line.len() - 1])
        };
        let text = other(&|r| r[0] = last(&r[0]));
        forger.forge("a die changed", number, refit(&path, text));
        let text = other(&|r| r[1] = format!("x{}", r[1]));
        forger.forge("a roll under another label", number, refit(&path, text));
        let text = other(&|r| r.push(r[0].clone()));
        forger.forge("a roll twice", number, refit(&path, text));
        let text = other(&|r| r[0] = r[0].replace(" = ", " =  "));
        forger.forge("a roll badly written", number, refit(&path, text));
        let comes = Refused("other rolls were published", "rolls as in");
        let text = other(&|r| drop(r.remove(0)));
        forger.forge("a roll left out", comes, refit(&path, text));
        let text = other(&|r| r.swap(0, 1));
        forger.forge("two rolls in another order", comes, refit(&path, text));
        // The forger knows the key, and so what a roll would have given.
        let sitting = path.split('/').nth(1).unwrap().parse().unwrap();
        let roll: Roll = parse_rolls(b"needless 2d6 = 1 1\n").unwrap().remove(0);
        let roll = roll.recompute(&key(&real, sitting));
        let text = other(&|r| r.push(roll.to_string()));
        forger.forge(
            "a roll more, as its label gives it",
            comes,
            refit(&path, text),
        );
    }
    // What was told, which only the rules can say.
    for (end, what) in [("/facts.yaml", "facts"), ("/view.yaml", "view")] {
        let (path, text) = lines(&real, end, 3).unwrap();
        // What is told, and not the sitting or the rule it is told of.
        let at = text.iter().rposition(|line| {
            line.ends_with(|c: char| c.is_ascii_alphanumeric())
                && !line.contains("sitting")
                && !line.contains("rule")
        });
        let mut text = text;
        let line = &mut text[at.unwrap()];
        *line = if line.ends_with('7') {
            line.replace('7', "8")
        } else {
            line.clone() + "7"
        };
        forger.forge(
            format!("{what} changed"),
            Rules("played again"),
            refit(&path, joined(&text)),
        );
    }
    // A fact that is kept back.
    let (path, text) = lines(&real, "/facts.yaml", 3).unwrap();
    let last = text.iter().rposition(|line| line.starts_with("- "));
    let kept_back = joined(&text[..last.unwrap()]);
    let comes = Rules("played again");
    forger.forge("a fact kept back", comes, refit(&path, kept_back));
    // Decks.
    if let Some((path, mut slots)) = lines(&real, ".slots.txt", 3) {
        slots.swap(0, 1);
        let comes = Refused("shuffle of deck", "shuffle of");
        forger.forge("two slots swapped", comes, refit(&path, joined(&slots)));
        slots.pop();
        let comes = Refused(": deck ", "deck ");
        forger.forge("a slot left out", comes, refit(&path, joined(&slots)));
        let (path, mut items) = lines(&real, ".items.txt", 3).unwrap();
        let comes = Refused("shuffle of deck", "shuffle of");
        items.swap(0, 2);
        forger.forge(
            "two items in another order",
            comes,
            refit(&path, joined(&items)),
        );
        items[0] += "x";
        forger.forge("another item", comes, refit(&path, joined(&items)));
    }
    // What was opened at the end.
    for start in ["order-", "journal", "state", "standing-"] {
        let opened = |path: &&String| {
            path.starts_with("opened/") && path.rsplit('/').next().unwrap().starts_with(start)
        };
        let Some(path) = real.0.keys().rfind(opened) else {
            continue;
        };
        let text = real.text(path).to_owned() + "# more\n";
        forger.forge(
            format!("{path}: changed"),
            Refused("opened files", "opened "),
            refit(path, text),
        );
    }
    // What was agreed.
    let agreed = real.text("game.yaml");
    let title = agreed
        .lines()
        .find(|line| line.starts_with("title: "))
        .unwrap();
    // Every salt is bound to the first record.
    let salted = Refused("salts (", "seats and salts");
    let text = agreed.replace(title, "title: Another");
    forger.forge("another title", salted, refit("game.yaml", text));
    let comes = Refused("order and keys", "genesis and game.yaml agree");
    for (from, to) in [
        ("\nruleset: time-", "\nruleset: space-"),
        ("\nkeys: 4", "\nkeys: 3"),
        ("\ngame: ", "\ngame: x"),
    ] {
        let text = format!("\n{agreed}").replace(from, to)[1..].to_owned();
        forger.forge(
            format!("game.yaml: {}", to.trim()),
            comes,
            refit("game.yaml", text),
        );
    }
    let comes = Refused("order and keys", "agree");
    let text = agreed.replace("\ndice: plain", "\ndice: beacon");
    forger.forge(
        "a beacon declared afterwards",
        comes,
        refit("game.yaml", text),
    );
    let seat = agreed
        .lines()
        .find(|line| line.starts_with("- seat: "))
        .unwrap();
    let text = agreed.replace(&format!("{seat}\n"), &format!("{seat}x\n"));
    forger.forge(
        "another seat",
        Refused("order and keys", ""),
        refit("game.yaml", text),
    );
    let path = real
        .0
        .keys()
        .find(|path| path.starts_with("content/"))
        .unwrap();
    let text = real.text(path).to_owned() + "# a remark\n";
    forger.forge("a remark in the content", salted, refit(path, text));
}

/// What only the head shows of the first record, where no salt is bound to it.
pub fn without_salts(forger: &mut Forger) {
    let comes = Head(
        "where no player gave a salt: titles, schedules and remarks in `game.yaml` and in the content, and the \
         version of the program",
    );
    let real = forger.real.clone();
    let text = real.text("game.yaml").replace("\ntitle: ", "\ntitle: Not ");
    forger.forge("another title", comes, move |p: &mut Public| {
        p.set("game.yaml", text);
        p.refit();
    });
    let mut content = real.0.keys().filter(|path| path.starts_with("content/"));
    let path = content.next().unwrap().clone();
    let text = real.text(&path).to_owned() + "# a remark\n";
    forger.forge("a remark in the content", comes, move |p: &mut Public| {
        p.set(&path, text);
        p.refit();
    });
    forger.forge("another version", comes, |p: &mut Public| {
        let mut records = p.records();
        records[0].set("engine", "chronojudge 0.0.0");
        p.relink(&records);
    });
}
