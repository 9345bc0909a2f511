//! The fuzzer's readers on its corpus, and on a few thousand blends of it: a short run of the fuzzing that
//! `fuzz/README.md` describes for hours.
//!
//! `CHRONOJUDGE_FUZZ` sets the number of blends for each reader, and `CHRONOJUDGE_SEED` selects them.

#[path = "../fuzz/targets/readers.rs"]
mod readers;

use crate::laws::number;
use chronojudge::engine::RandomBot;
use readers::{READERS, Reader};
use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

/// Strings that are added to blends: those that are special to one reader or another.
const SPICE: &[&str] = &[
    "\n",
    "\r",
    "\t",
    "\u{a0}",
    "\u{feff}",
    "\0",
    ": ",
    " :",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "#",
    "&a ",
    "*a",
    "!!int ",
    "<<: ",
    "|\n",
    ">\n",
    "---\n",
    "...\n",
    "? ",
    "%YAML 1.1\n",
    "~",
    "no",
    "0x1",
    "1e999",
    "-1",
    "18446744073709551616",
    "007",
    "../",
    "@",
    "<",
    ">",
    "\\",
];

struct Corpus(Vec<(String, Vec<u8>)>);

impl Corpus {
    fn of(target: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fuzz/corpus")
            .join(target);
        let files = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut seeds: Vec<(String, Vec<u8>)> = files
            .map(|file| {
                let path = file.unwrap().path();
                (path.display().to_string(), fs::read(&path).unwrap())
            })
            .collect();
        seeds.sort();
        assert!(!seeds.is_empty(), "{target} has no corpus");
        Self(seeds)
    }

    fn any(&self, bot: &mut RandomBot) -> &[u8] {
        &self.0[bot.below(self.0.len())].1
    }

    /// Returns a file of the corpus with up to eight changes.
    fn blend(&self, bot: &mut RandomBot) -> Vec<u8> {
        let mut bytes = self.any(bot).to_vec();
        for _ in 0..=bot.below(8) {
            let at = bot.below(bytes.len() + 1);
            let end = (at + bot.below(40)).min(bytes.len());
            let put = match bot.below(5) {
                0 => vec![],
                1 => SPICE[bot.below(SPICE.len())].as_bytes().to_vec(),
                2 => bytes[at..end].repeat(2),
                3 => {
                    let other = self.any(bot);
                    let from = bot.below(other.len() + 1);
                    other[from..(from + bot.below(60)).min(other.len())].to_vec()
                }
                _ => vec![u8::try_from(bot.below(256)).unwrap()],
            };
            bytes.splice(at..end, put);
        }
        bytes
    }
}

fn reads_anything(target: &str) {
    let (_, read): &(_, Reader) = READERS.iter().find(|(name, _)| *name == target).unwrap();
    let corpus = Corpus::of(target);
    for (path, bytes) in &corpus.0 {
        assert!(
            catch_unwind(|| read(bytes)).is_ok(),
            "{target} fails on {path}"
        );
    }
    let blends = number("CHRONOJUDGE_FUZZ").unwrap_or(400);
    let mut bot = RandomBot::new(number("CHRONOJUDGE_SEED").unwrap_or(1));
    for _ in 0..blends {
        let bytes = corpus.blend(&mut bot);
        let lived = catch_unwind(AssertUnwindSafe(|| read(&bytes)));
        assert!(
            lived.is_ok(),
            "{target} fails on {:?}",
            bytes.as_slice().escape_ascii().to_string()
        );
    }
}

/// Every reader has a target, a corpus and a test.
#[test]
fn every_reader_is_fuzzed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    for (name, _) in READERS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let target = fs::read_to_string(root.join(format!("targets/{name}.rs"))).unwrap();
        assert!(
            target.contains(&format!("readers::{name}(bytes)")),
            "{name}"
        );
    }
    let folders = fs::read_dir(root.join("corpus")).unwrap();
    assert_eq!(folders.count(), READERS.len());
}

#[test]
fn content_reads_anything() {
    reads_anything("content");
}

#[test]
fn files_reads_anything() {
    reads_anything("files");
}

#[test]
fn incoming_reads_anything() {
    reads_anything("incoming");
}

#[test]
fn log_reads_anything() {
    reads_anything("log");
}

#[test]
fn mail_reads_anything() {
    reads_anything("mail");
}

#[test]
fn orders_reads_anything() {
    reads_anything("orders");
}

#[test]
fn standing_reads_anything() {
    reads_anything("standing");
}
