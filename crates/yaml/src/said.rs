//! Messages in plainer words for errors that the parser itself identifies reliably.

use super::{codes, line::Line, problem::Problem, suggest::ticked};
use serde_saphyr::granit_parser::ErrorKind;
use std::ops::Range;

/// Returns the message for a kind of error without a look at the lines around it.
pub(super) fn said(kind: &ErrorKind, here: Range<usize>, text: &str) -> Option<Problem> {
    use ErrorKind as K;
    let problem = match kind {
        K::UnclosedQuotedScalar
        | K::DocumentIndicatorInQuotedScalar
        | K::InvalidQuotedScalarIndent => {
            Problem::error(codes::QUOTE, "a quote is not closed by here").at(here)
        }
        K::UnclosedFlowCollection { open } => {
            let message = format!("this `{open}` is never closed");
            Problem::error(codes::BRACKET, message).at(here)
        }
        K::MisplacedFlowCollectionEnd => {
            let sign = ticked(text.get(here.clone()).unwrap_or("]"));
            Problem::error(codes::BRACKET, format!("this {sign} closes nothing")).at(here)
        }
        K::MismatchedFlowCollectionEnd { open, close } => {
            let message = format!("`{open}` is closed by `{close}`");
            Problem::error(codes::BRACKET, message).at(here)
        }
        K::InvalidDocumentEnd => {
            let message = "something follows the end of the document";
            Problem::error(codes::DOCUMENTS, message).at(here)
        }
        K::DirectiveDisallowed => {
            let message = "a line that begins with `%` is a directive in YAML, and not taken";
            Problem::error(codes::REFUSED, message).at(here)
        }
        K::InvalidTrailingSingleQuotedScalar => {
            Problem::error(codes::AFTER_QUOTE, "there is text after the closing quote")
                .at(here)
                .help("an apostrophe inside '…' is written twice: `'it''s'`")
        }
        K::InvalidTrailingDoubleQuotedScalar => {
            Problem::error(codes::AFTER_QUOTE, "there is text after the closing quote")
                .at(here)
                .help("a quote inside \"…\" is written `\\\"`")
        }
        K::UnknownQuotedScalarEscape | K::InvalidQuotedScalarHexEscape => {
            Problem::error(codes::NOT_YAML, "`\\` means something inside \"…\"")
                .at(here)
                .help("write `\\\\` for the sign itself, or use '…'")
        }
        K::MissingAnchorOrAliasName => {
            Problem::error(codes::QUOTE_IT, "a text cannot begin with `*` or `&`")
                .at(here)
                .help("put quotes around the whole text")
        }
        K::UnexpectedCharacter { character } => {
            let sign = match character {
                '`' => "a backtick".to_owned(),
                other => ticked(&other.to_string()),
            };
            let message = format!("a text cannot begin with {sign}");
            Problem::error(codes::QUOTE_IT, message)
                .at(here)
                .help("put quotes around the whole text")
        }
        _ => return None,
    };
    Some(problem)
}

/// Finds items among keys, keys among items, or lines that are neither.
pub(super) fn mixed(kind: &ErrorKind, line: Line<'_>, here: Range<usize>) -> Option<Problem> {
    let body = line.text.trim_start();
    let place = line.start + line.indent()..line.end();
    let is_item = body.starts_with("- ") || body == "-";
    let problem = match kind {
        ErrorKind::ExpectedBlockSequenceEntry if !is_item => {
            let message = "this line is not an item, but the lines it stands with are";
            Problem::error(codes::MIXED, message).at(place)
        }
        ErrorKind::ExpectedBlockMappingKey if is_item => {
            let message = "this line is an item, but the lines it stands with are `key: value`";
            Problem::error(codes::MIXED, message).at(place)
        }
        ErrorKind::BlockSequenceEntryNotAllowed if line.text.contains(": - ") => {
            let message = "a list of `- ` items cannot begin in the line of its key";
            let help = "begin it in the next line, or write `[a, b]`";
            Problem::error(codes::MIXED, message).at(here).help(help)
        }
        ErrorKind::SimpleKeyExpected if !body.contains(':') => {
            Problem::error(codes::NO_COLON, "there is no colon in this line").at(place)
        }
        _ => return None,
    };
    Some(problem)
}
