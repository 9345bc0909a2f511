//! The reader does not panic on any file.

use super::{GOOD, check};

/// A random generator of its own, so that a failure is reproducible everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n.max(1) as u64).unwrap()
    }
}

const PIECES: &[&str] = &[
    "\t", "\n", "\r", "\r\n", ": ", ":", "- ", "-", "\"", "'", "[", "]", "{", "}", "# ", "&a ",
    "*a", "!t ", "<<: ", "? ", "---\n", "...\n", "|\n", ">\n", "%", "@", "`", "“", "”", "\u{a0}",
    "\u{200b}", "\u{202e}", "\0", "\u{feff}", "\u{85}", "日", "😀", "  ", "      ", "~", "1e3",
    "0x", "\\", ",", "> ", "-- \n", "\u{fffd}",
];

#[test]
fn mutations_do_not_panic() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for _ in 0..4000 {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..=dice.below(4) {
            let at = dice.below(bytes.len());
            match dice.below(5) {
                0 => {
                    let end = (at + 1 + dice.below(12)).min(bytes.len());
                    bytes.drain(at..end);
                }
                1 => bytes[at] = u8::try_from(dice.below(256)).unwrap(),
                2 => bytes.truncate(at + 1),
                _ => {
                    let piece = PIECES[dice.below(PIECES.len())];
                    bytes.splice(at..at, piece.bytes());
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        if let Err(problems) = check(&bytes) {
            assert!(!problems.list.is_empty());
            let lines = problems.lines();
            assert_eq!(lines.lines().count(), problems.list.len(), "{lines}");
            let shown = problems.render(false);
            assert!(!shown.contains('\u{1b}') && !shown.contains('\0'));
            problems.render(true);
            problems.to_json();
            for problem in &problems.list {
                assert!(
                    super::super::CODES
                        .iter()
                        .any(|code| code.code == problem.code)
                );
            }
        }
    }
}
