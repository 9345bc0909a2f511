use super::{Played, form, overlay::text_of, reading, render, subject};
use crate::{
    dice::Quick,
    engine::Viewer,
    report::{Format, Page, Reader, Words, context::Public},
};
use serde_json::Value;

fn everything(played: &Played, who: Option<&str>, state: Option<&Value>) -> String {
    let words = played.words();
    let mut all = String::new();
    for turn in [1, 2] {
        let mut reading = reading(played, who, turn);
        if let Some(state) = state {
            reading.view = played.view(state, &viewer(who)).into();
        }
        for format in [Format::Text, Format::Html] {
            all += &render(&words, &reading, format).expect("a report");
        }
        all += &subject(&words, &reading).expect("a subject");
        if who.is_some() {
            all += &form(&words, &reading, "orders.schema.json").expect("a form");
        }
    }
    all
}

fn viewer(who: Option<&str>) -> Viewer {
    who.map_or(Viewer::Public, |who| Viewer::Seat(super::table::seat(who)))
}

/// Returns the tiles that a seat has looked at and that are still face down.
fn looked_up(played: &Played, who: &str) -> Vec<String> {
    let view = played.view(&played.second.state, &viewer(Some(who)));
    let hexes = view["hexes"].as_array().expect("hexes");
    hexes
        .iter()
        .filter(|hex| hex.get("facing").is_none())
        .filter_map(|hex| Some(hex.get("tile")?["tile"].as_str()?.to_owned()))
        .collect()
}

#[test]
fn reports_hide_the_tiles_that_other_seats_looked_at() {
    let played = Played::new();
    for (who, other) in [
        (Some("zytal"), "roo"),
        (Some("roo"), "zytal"),
        (None, "zytal"),
    ] {
        let text = everything(&played, who, None);
        let secret = looked_up(&played, other);
        assert_eq!(secret.len(), 2, "{other} has looked at two tiles");
        for tile in secret {
            assert!(!text.contains(&tile), "{who:?} reads of {tile}");
        }
    }
    // The seat's own report does name its tiles.
    let own = everything(&played, Some("zytal"), None);
    for tile in looked_up(&played, "zytal") {
        assert!(own.contains(&tile), "zytal should read of {tile}");
    }
    assert!(own.contains("You look at 4b-7"));
    assert!(!everything(&played, Some("roo"), None).contains("look at 4b-7:"));
}

#[test]
fn states_that_look_equal_have_equal_reports() {
    let played = Played::new();
    for who in [None, Some("zytal"), Some("roo")] {
        let state = &played.second.state;
        let view = played.rules.view(state, &viewer(who)).expect("a view");
        let other = played
            .rules
            .imagine(&view, &viewer(who), &mut Quick::new(99))
            .expect("a view of this game")
            .expect("a whole view");
        assert_ne!(state, &other, "something is hidden from {who:?}");
        let same = everything(&played, who, Some(state));
        assert_eq!(everything(&played, who, Some(&other)), same);
    }
}

/// A section for all is rendered from the public's reading, and equals the one from each reader's own reading.
#[test]
fn shared_sections_equal_those_of_each_reader() {
    let played = Played::new();
    let words = played.words();
    for turn in [1, 2] {
        let public = reading(&played, None, turn);
        let public = Public::new(&words, &public).expect("words for all");
        let readings = [None, Some("zytal"), Some("roo")].map(|who| reading(&played, who, turn));
        let mut gm = readings[0].clone();
        gm.reader = Reader::gm(None);
        for reading in readings.into_iter().chain([gm]) {
            let who = &reading.reader;
            let page = Page::sharing(&words, &reading, &public);
            for format in [Format::Text, Format::Html] {
                let own = render(&words, &reading, format).expect("a report");
                assert_eq!(page.report(format).expect("a report"), own, "{who:?}");
            }
        }
    }
}

/// The GM's report shares the public's sections; a seat's page rendered without the public's texts cannot use them.
#[test]
fn the_publics_own_sections_need_the_publics_texts_or_a_reader_without_a_seat() {
    let played = Played::new();
    let own = "{{ for_public('mine.txt.j2') }}";
    let overlay = [
        ("mine.txt.j2", "For {{ reader.name }}."),
        ("report.txt.j2", own),
    ];
    let overlay = overlay.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let overlay = overlay.into();
    let words = Words::new(&*played.rules, &played.library, &overlay).expect("templates");
    let public = reading(&played, None, 2);
    let said = Public::new(&words, &public).expect("words for all");
    let mut gm = public.clone();
    gm.reader = Reader::gm(None);
    let of = |reading| Page::sharing(&words, reading, &said).report(Format::Text);
    assert_eq!(of(&public).expect("a report"), "For everybody.\n");
    assert_eq!(of(&gm).expect("a report"), "For everybody.\n");
    let seat = reading(&played, Some("roo"), 2);
    assert_eq!(of(&seat).expect("a report"), "For everybody.\n");
    assert!(render(&words, &seat, Format::Text).is_err());
    assert!(render(&words, &gm, Format::Text).is_ok());
}

/// A shared section sees no variable of the reader, and cannot reveal more than the public knows.
#[test]
fn shared_sections_see_no_variable_of_the_reader() {
    for own in ["reader", "orders", "prompts", "odds", "for_all"] {
        let filled = text_of("time-agent/races.txt.j2", &format!("{{{{ {own} }}}}"));
        assert!(filled.is_err(), "{own}");
    }
    assert!(text_of("time-agent/races.txt.j2", "{{ view.order }}").is_ok());
}
