//! Orders that a person typed into a mail, or changed in the form that a mail quotes.
//!
//! Nothing is guessed. Lines that the writer typed are orders from the first section on, up to the first line that is
//! not part of an order. A quoted form counts if the writer has changed it and typed no orders beside it. A line that
//! looks like an order and is not part of them makes the whole mail invalid, and the reply shows it.

mod block;
mod lenient;
mod sections;

pub(super) use sections::Sections;

use crate::{compose::token, mail::inbound::QuotedLine};
use block::Block;
use serde_json::Value;

/// Maximum number of lines that a reply repeats.
const MOST_SHOWN: usize = 12;

/// The orders found in the lines of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    /// The lines of the order file, in the spelling of a file.
    pub text: String,
    /// The part of the mail that they were found in.
    pub part: &'static str,
    /// The spellings that were read differently from what was typed, in words.
    pub notes: Vec<String>,
    /// The writer's own lines that are not orders.
    pub left: Vec<String>,
    /// The tokens of the forms that the mail quotes, if the orders themselves have none.
    pub quoted_tokens: Vec<String>,
}

/// The result of a search for typed orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// The mail holds no orders.
    Nothing {
        /// True if it quotes a form, which its writer has not changed.
        quotes_form: bool,
    },
    /// The mail holds orders.
    Found(Box<Typed>),
    /// The mail holds lines that look like orders, and it is not clear which orders are meant.
    Unclear {
        /// The reason, in sentences for the writer.
        why: Vec<String>,
        /// A token in the mail, which tells whose it is.
        token: Option<String>,
    },
}

/// Searches the lines of a mail for orders. `form` returns the sections of the form with a token, as it was sent.
pub(super) fn search(
    lines: &[QuotedLine],
    sections: &Sections,
    form: impl Fn(&str) -> Option<Value>,
) -> Search {
    let own = Block::find(of_depth(lines, 0), sections);
    let token = |block: &Block| token::found_in(block.text().as_bytes());
    // A mail to a player with several seats has a form for each.
    let forms: Vec<(String, Block)> = Block::all(of_depth(lines, 1), sections)
        .into_iter()
        .filter_map(|block| Some((token(&block)?, block)))
        .collect();
    let quoted_token = forms.first().map(|(token, _)| token.clone());
    let unclear = |why| Search::Unclear {
        why,
        token: token(&own).or_else(|| quoted_token.clone()),
    };
    let suspects = own.suspects(sections);
    if !suspects.is_empty() {
        return unclear(suspects);
    }
    let edited: Vec<(&Block, Vec<String>)> = forms
        .iter()
        .filter_map(|(token, block)| Some((block, changed(block, &form(token)?)?)))
        .filter(|(_, changed)| !changed.is_empty())
        .collect();
    match (own.has_orders(), &edited[..]) {
        (true, [(_, changed), ..]) => unclear(vec![format!(
            "You typed orders, and the form that your mail quotes was changed too ({}), so it is not clear which of the \
             two you mean. Send one of them: type the lines above the quotation, or change them inside it.",
            changed.join(", ")
        )]),
        (true, []) => {
            let mut typed = own.typed("the mail's text");
            if token(&own).is_none() {
                typed.quoted_tokens = forms.into_iter().map(|(token, _)| token).collect();
            }
            Search::Found(Box::new(typed))
        }
        (false, [(block, _)]) => {
            let mut typed = block.typed("the form that the mail quotes");
            typed.left = shown(own.others());
            Search::Found(Box::new(typed))
        }
        (false, [_, _, ..]) => unclear(vec![
            "You changed more than one of the forms that your mail quotes: send a mail for each."
                .to_owned(),
        ]),
        (false, []) => match damaged(&forms, &own, &form) {
            Some(typed) => Search::Found(Box::new(typed)),
            None => Search::Nothing {
                quotes_form: quoted_token.is_some(),
            },
        },
    }
}

/// Returns a quoted form that is no valid YAML, if its writer wrote nothing else: the form was probably changed, and the
/// reply shows what is wrong with it.
fn damaged(
    forms: &[(String, Block)],
    own: &Block,
    form: &impl Fn(&str) -> Option<Value>,
) -> Option<Typed> {
    let [(token, block)] = forms else { return None };
    let is_damaged = block::parsed(&block.text()).is_none() && form(token).is_some();
    (is_damaged && own.others().is_empty()).then(|| block.typed("the form that the mail quotes"))
}

/// Returns the lines of one depth.
fn of_depth(lines: &[QuotedLine], depth: usize) -> Vec<&str> {
    let lines = lines.iter().filter(|line| line.depth == depth);
    lines.map(|line| line.text.as_str()).collect()
}

/// Returns the sections in which a quoted form differs from the form that was sent; `None` if the quotation cannot be
/// parsed, because mail programs cut and wrap what they quote.
fn changed(quoted: &Block, form: &Value) -> Option<Vec<String>> {
    let mut now = block::parsed(&quoted.text())?;
    let (now, form) = (now.as_object_mut()?, form.as_object()?);
    now.remove("token");
    let differs = |(key, value): &(&String, &Value)| form.get(*key) != Some(*value);
    Some(
        now.iter()
            .filter(differs)
            .map(|(key, _)| key.clone())
            .collect(),
    )
}

/// Returns the lines that a reply repeats.
fn shown(lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_SHOWN);
    let mut shown: Vec<String> = lines.into_iter().take(MOST_SHOWN).collect();
    if more > 0 {
        shown.push(format!("[{more} more]"));
    }
    shown
}

#[cfg(test)]
mod tests;
