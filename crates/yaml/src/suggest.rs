//! "Did you mean" suggestions, given only when they are certain.

/// Returns the one known word that was surely meant, if there is one.
///
/// A wrong hint is worse than none: names that differ in their digits, and words that are close to two known ones, get
/// no suggestion.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(word);
    let mut best: Option<(usize, &str)> = None;
    let mut tied = false;
    for candidate in known {
        if candidate == word {
            return None;
        }
        let Some(distance) = distance(&wanted, &folded(candidate)) else {
            continue;
        };
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, _)) if distance == least => tied = true,
            _ => {
                best = Some((distance, candidate));
                tied = false;
            }
        }
    }
    best.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// Returns the edit distance of two folded words, if it is small enough for a slip.
fn distance(wanted: &str, candidate: &str) -> Option<usize> {
    if wanted == candidate {
        return Some(0);
    }
    let digits = |s: &str| s.chars().filter(char::is_ascii_digit).collect::<String>();
    let length = wanted.chars().count().min(candidate.chars().count());
    if length < 3 || wanted.len() > 64 || digits(wanted) != digits(candidate) {
        return None;
    }
    let distance = strsim::damerau_levenshtein(wanted, candidate);
    let near = distance <= (length / 3).clamp(1, 3);
    // Two neighbours that have changed places are far from the word itself, if it is short.
    let letters = |s: &str| {
        let mut all: Vec<char> = s.chars().collect();
        all.sort_unstable();
        all
    };
    let swapped = distance == 1 && letters(wanted) == letters(candidate);
    (near && (swapped || strsim::jaro_winkler(wanted, candidate) >= 0.85)).then_some(distance)
}

/// Returns a word in lower case with `-` between its parts: case and the way of joining words never
/// tell two names apart.
///
/// ```
/// use chronojudge_yaml::folded;
/// assert_eq!(folded("Time_Travel"), "time-travel");
/// assert_eq!(folded("4B\u{2013}7"), "4b-7");
/// ```
pub fn folded(word: &str) -> String {
    let mut out = String::new();
    for c in word.trim().chars() {
        // Hyphens and dashes of every width, and the minus sign, because editors insert them on their own.
        let joins =
            c.is_whitespace() || matches!(c, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}');
        if !joins {
            out.extend(c.to_lowercase());
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    out
}

/// Formats a list of words for a message: `a`, `b` or `c`.
pub(super) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    const MOST: usize = 16;
    let mut out = String::new();
    for (n, word) in words.iter().take(MOST).enumerate() {
        if n > 0 {
            let last = n + 1 == words.len();
            out.push_str(if last { " or " } else { ", " });
        }
        out.push_str(&ticked(word.as_ref()));
    }
    if words.len() > MOST {
        out.extend([" … (", &words.len().to_string(), " in all)"]);
    }
    out
}

/// Formats a player's word for a message: in backticks, on one line, and of limited length.
pub(super) fn ticked(word: &str) -> String {
    const MOST: usize = 48;
    let mut out = String::from("`");
    for (n, c) in word.chars().enumerate() {
        if n == MOST {
            out.push('…');
            break;
        }
        if c.is_control() || super::hidden::is_hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push('`');
    out
}
