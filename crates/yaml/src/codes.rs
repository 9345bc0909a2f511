//! The codes of this module: the error, its cause, an example, and a remedy.

/// A code that a problem can carry, as `explain` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code, such as `E0104`; it never changes its meaning.
    pub code: &'static str,
    /// The error, in a few words.
    pub title: &'static str,
    /// The cause of the error.
    pub cause: &'static str,
    /// One or a few lines with the error; a `#` comment describes the circumstance.
    pub example: &'static str,
    /// The remedy.
    pub cure: &'static str,
}

/// Defines a list of codes: code, title, cause, example and remedy of each.
#[macro_export]
macro_rules! explained {
    ($($code:literal $title:literal $cause:literal $example:literal $cure:literal)*) => {
        &[$($crate::Code {
            code: $code,
            title: $title,
            cause: $cause,
            example: $example,
            cure: $cure,
        }),*]
    };
}

macro_rules! codes {
    ($($name:ident $code:literal $title:literal $cause:literal $example:literal $cure:literal)*) => {
        $(pub(super) const $name: &str = $code;)*

        /// Every code that a problem of this module can carry.
        pub const CODES: &[Code] = explained! { $($code $title $cause $example $cure)* };
    };
}

codes! {
    NOT_UTF8 "E0101" "the file is not UTF-8 text"
        "The editor saved the file in another encoding, such as Latin-1, or the file was cut in the middle of a letter."
        "# café, saved as Latin-1"
        "Save the file again as UTF-8; most editors ask for the encoding in `Save as`."
    EMPTY "E0102" "the file is empty"
        "The file has no lines, or only comments."
        "# nothing today"
        "A file with nothing in it is not taken for orders. To order nothing, send the form with its lists empty (`[]`)."
    DUPLICATE_KEY "E0103" "a key is given twice"
        "The same key stands twice in one group of lines."
        "moves: []\nmoves: []"
        "Keep one of the two; nothing is guessed about which one was meant."
    TAB "E0104" "a tab in the indentation"
        "YAML takes spaces at the beginning of a line, and no tabs."
        "headquarters:\n\tmaintain: []"
        "Indent with spaces. Most editors can change all tabs to spaces."
    TOO_BIG "E0105" "the file is too big"
        "The file has more than 262144 bytes; an order file has a few thousand."
        "a picture or a whole mailbox instead of the order file"
        "Order files are a few kilobytes. Check that the right file was sent."
    CONTROL "E0106" "a control character"
        "A character that cannot be seen, such as a bell or a backspace, came in by copying."
        "# a bell: (U+0007)"
        "Delete the character; it cannot be seen and it is never part of an order."
    INVISIBLE "E0107" "an invisible character"
        "A character without width came in by copying from a web page or a mail."
        "moves: [{unit: agent(U+200B)-2, to: 4b-7}]"
        "Delete the character: it changes how the line looks, but not what it says."
    DOCUMENTS "E0108" "more than one YAML document"
        "A line `---` or `...` begins another document."
        "moves: []\n---\nmoves: []"
        "Send one document a file: remove the `---` or `...` line and what belongs to the other document."
    REFUSED "E0109" "anchors, aliases, tags, merge keys and directives are not taken"
        "These parts of YAML let one text stand for another, so that the file does not say what it seems to say."
        "moves: &mine []"
        "Write the value out in full. Put quotes around a text that begins with `&`, `*`, `!` or `%`."
    TOO_MUCH "E0110" "nested too deeply, or too many values"
        "Brackets were opened and not closed, or the file is not an order file."
        "moves: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
        "No order file needs so much; look for brackets that were opened by mistake."
    COLON "E0111" "a colon inside a text"
        "A colon followed by a space ends a key, also in the middle of a text."
        "game: gem: 1992"
        "Put quotes around the whole text."
    COLON_SPACE "E0112" "no space after a colon or dash"
        "Without the space, `key:value` is one word and `-item` is a text."
        "moves:[]"
        "Write `key: value` and `- item`, with a space."
    QUOTE "E0113" "a quote that is never closed"
        "A quote was opened, and the line ends without another."
        "if-illegal: \"ask"
        "Close it. Inside '…' write an apostrophe twice; inside \"…\" write \\\" for a quote."
    BRACKET "E0114" "brackets that do not match"
        "A bracket or brace is missing, or closes one of the other kind; several `key: value` pairs in one line stand in braces."
        "moves: [{unit: agent-2, to: 4b-7]"
        "Every `[` needs its `]` and every `{` its `}`."
    INDENT "E0115" "the indentation does not fit"
        "A line begins further right or left than the lines it belongs to."
        "headquarters:\n    maintain: [agent-2]\n  research: [4b-5]"
        "Lines that belong together begin in the same column."
    MAIL "E0116" "the text is quoted as mail programs quote"
        "The orders were copied out of a quoted mail."
        "> game: gem-1992"
        "Remove the `> ` at the beginning of the lines, or attach the file."
    SIGNATURE "E0117" "a mail signature in the file"
        "The mail program added a signature below the orders."
        "moves: []\n-- \nZora"
        "Remove the `-- ` line and what follows it, or attach the file."
    SMART_QUOTES "E0118" "typographic quotation marks"
        "A word processor or a mail program changed the quotes."
        "game: “gem-1992”"
        "Use the straight quotes \" and '."
    NBSP "E0119" "a no-break space in the indentation"
        "The spaces were copied from a web page or a mail, and are not ordinary ones."
        "headquarters:\n(U+00A0)(U+00A0)maintain: [agent-2]"
        "Replace it with an ordinary space."
    NOT_YAML "E0120" "not well-formed YAML"
        "The line follows no rule of YAML, and none of the common slips explains it."
        "game: \"gem\\q1992\""
        "Compare the line with the form you were sent."
    QUOTE_IT "E0121" "a text that must be quoted"
        "Signs such as `@`, `*`, `&`, `%` and the backtick cannot begin a text in YAML."
        "game: @gem"
        "Put quotes around a text that begins with a sign that means something in YAML."
    AFTER_QUOTE "E0122" "text after a closing quote"
        "A quoted text goes on after its second quote."
        "if-illegal: \"ask\" me"
        "The quotes must enclose the whole text."
    BAD_KEY "E0123" "a key that is not a word"
        "A list, a group or nothing at all stands in front of a colon."
        "[moves]: []"
        "The part before the colon must be one word or number."
    MIXED "E0124" "list items and keys side by side"
        "An item of a list stands among keys, or a key among the items of a list."
        "actions:\n  - hold\n  reverse: {tile: 4b-7}"
        "What belongs together is either all `- item` lines or all `key: value` lines."
    NO_COLON "E0125" "a line without a colon"
        "Prose, such as a greeting, stands among the orders."
        "I would like to move."
        "Write `key: value`; put prose into a comment, which begins with `# `."
    WHOLE_MAIL "E0126" "the file is a whole mail"
        "The mail was saved with its headers instead of its attachment."
        "Return-Path: <zora@example.org>\nSubject: my orders"
        "Save the attachment of the mail, and take that file."
    COMMA "E0127" "a comma too few or too many"
        "Two values stand side by side without a comma, or two commas without a value."
        "headquarters: {maintain: [agent-2 agent-3],, research: []}"
        "Between two values inside brackets stands one comma."
    UNKNOWN_KEY "E0201" "an unknown key"
        "The key is misspelt, or belongs to another section or another game."
        "headquaters: {}"
        "Use one of the keys that are listed; a misspelt key is never ignored."
    MISSING_KEY "E0202" "a key is missing"
        "An order lacks a part that it cannot do without."
        "moves: [{unit: agent-2}]"
        "Add the key that the message names."
    UNKNOWN_WORD "E0203" "an unknown word"
        "The word is misspelt, or none of those that can stand there."
        "if-illegal: never"
        "Use one of the words that are listed."
    WORD_WANTED "E0204" "YAML does not read this as text"
        "YAML reads `1992`, `1e3`, `true` and `null` as numbers or signs of their own."
        "game: 1992"
        "Put quotes around it."
    NUMBER_WANTED "E0205" "a number is wanted"
        "A word, a fraction or a quoted number stands where a whole number belongs."
        "turn: four"
        "Write a number in digits, without quotes."
    RANGE "E0206" "the number is out of range"
        "The number is too small or too large for its place."
        "turn: -4"
        "Use a number within the range that is given."
    BOOL_WANTED "E0207" "`true` or `false` is wanted"
        "Another word or a number stands where only yes or no can."
        "headquarters: {after-earlier: 3}"
        "Write `true` or `false`; `yes`, `no`, `on` and `off` are words."
    LIST_WANTED "E0208" "a list is wanted"
        "One value, or one group of keys, stands where a list belongs."
        "moves: {unit: agent-2, to: 4b-7}"
        "Write `[a, b]`, or one `- ` line for each item."
    MAP_WANTED "E0209" "`key: value` lines are wanted"
        "A word or a list stands where a group of keys belongs."
        "headquarters: [agent-2]"
        "Write `key: value` lines, or `{key: value}` on one line."
    NOTHING "E0210" "nothing is written where a value is wanted"
        "A key ends with its colon."
        "headquarters:\n  maintain:"
        "Write the value after the colon, or leave the key out if it may be left out."
    LENGTH "E0211" "too few or too many items"
        "The list needs a certain number of items, such as two."
        "programme: [[1, 2, 3]]"
        "Give as many items as are asked for."
    ONE_KEY "E0212" "an item with more than one key"
        "Two orders stand in one item, or the details of an order are not indented."
        "actions:\n  - reverse: {tile: 4b-7}\n    rotate: {tile: 4b-7, to: 1}"
        "Begin each item with its own `- `, and indent its details deeper than its name."
    DETAILS "E0213" "details are missing, or not wanted"
        "A word that needs details stands alone, or one that takes none has some."
        "actions: [reverse]"
        "Compare the line with the form you were sent."
    NOT_ACCEPTED "E0214" "the value is not accepted"
        "The value is a word, but names nothing of the kind that is wanted."
        "moves: [{unit: agent-2, to: 9z-1}]"
        "Write the name as the report has it, in small letters with ordinary hyphens."
    WRONG_TYPE "E0215" "the wrong kind of value"
        "A list stands where a word belongs, or a word where an order belongs."
        "game: [gem-1992]"
        "Write it as the form of your report has it."
}
