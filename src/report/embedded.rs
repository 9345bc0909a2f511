//! The templates that are embedded in the program.

macro_rules! embedded {
    ($($name:literal,)+) => {
        /// The name and the text of every template.
        pub(super) const TEMPLATES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../templates/", $name))),)+
        ];
    };
}

// A test compares this list with the folder.
embedded! {
    "dice.html.j2",
    "dice.txt.j2",
    "form.j2",
    "papers.j2",
    "press.html.j2",
    "press.txt.j2",
    "receipt.txt.j2",
    "report.html.j2",
    "report.txt.j2",
    "sentence.txt.j2",
    "standings.html.j2",
    "standings.txt.j2",
    "style.css.j2",
    "swatch.html.j2",
    "subject.txt.j2",
    "told.j2",
    "verify.html.j2",
    "verify.txt.j2",
    "words.j2",
    "site/dice.html.j2",
    "site/index.html.j2",
    "site/layout.html.j2",
    "site/log.html.j2",
    "site/nav.html.j2",
    "site/style.css.j2",
    "site/turn.html.j2",
    "site/verify.html.j2",
    "time-agent/asks.j2",
    "time-agent/changes.j2",
    "time-agent/face-up.html.j2",
    "time-agent/face-up.txt.j2",
    "time-agent/facts.j2",
    "time-agent/fares.html.j2",
    "time-agent/fares.txt.j2",
    "time-agent/form.yaml.j2",
    "time-agent/looked.html.j2",
    "time-agent/looked.txt.j2",
    "time-agent/map.svg.j2",
    "time-agent/map.txt.j2",
    "time-agent/names.j2",
    "time-agent/picture.svg.j2",
    "time-agent/races.html.j2",
    "time-agent/races.txt.j2",
    "time-agent/status.html.j2",
    "time-agent/status.txt.j2",
    "time-agent/streams.html.j2",
    "time-agent/style.css.j2",
    "time-agent/view.html.j2",
    "time-agent/view.txt.j2",
    "time-whisperers/asks.j2",
    "time-whisperers/changes.j2",
    "time-whisperers/circle.svg.j2",
    "time-whisperers/circle.txt.j2",
    "time-whisperers/facts.j2",
    "time-whisperers/form.yaml.j2",
    "time-whisperers/names.j2",
    "time-whisperers/picture.svg.j2",
    "time-whisperers/powers.html.j2",
    "time-whisperers/powers.txt.j2",
    "time-whisperers/style.css.j2",
    "time-whisperers/view.html.j2",
    "time-whisperers/view.txt.j2",
    "time-pirates/asks.j2",
    "time-pirates/board.svg.j2",
    "time-pirates/board.txt.j2",
    "time-pirates/changes.j2",
    "time-pirates/facts.j2",
    "time-pirates/form.yaml.j2",
    "time-pirates/names.j2",
    "time-pirates/picture.svg.j2",
    "time-pirates/pieces.j2",
    "time-pirates/scoring.svg.j2",
    "time-pirates/style.css.j2",
    "time-pirates/view.html.j2",
    "time-pirates/view.txt.j2",
}

/// Returns the text of an embedded template.
pub(super) fn find(name: &str) -> Option<&'static str> {
    TEMPLATES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}
