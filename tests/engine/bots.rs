//! Bots see only what their seat sees: from the views of a game by mail they play the same game that they play in
//! memory.

use chronojudge::{
    dice::Quick,
    engine::{
        DynRuleset, Entry, OnFile, Playing, RandomBot, Run, SeatId, Standing, Stop, Viewer, fields,
    },
    rulesets,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn rules() -> Box<dyn DynRuleset> {
    let known = rulesets::find("time-agent").unwrap();
    (known.load)(&(known.library)()).unwrap()
}

fn cast(rules: &dyn DynRuleset, options: &Value, bots: &[&str]) -> BTreeMap<SeatId, String> {
    let seats = rules.seats(options).unwrap();
    let bots = bots.iter().cycle().map(ToString::to_string);
    seats.into_iter().map(|seat| seat.id).zip(bots).collect()
}

/// Two bots of each kind play some rounds in every scenario: never an answer against the rules, and the same game for
/// the same seed.
#[test]
fn bots_keep_the_rules() {
    let rules = rules();
    for scenario in ["two", "four-without-buralti", "six"] {
        let options = json!({"scenario": scenario});
        let seats = rules.seats(&options).unwrap();
        let bots = cast(&*rules, &options, &["greedy", "swing", "random"]);
        let bots = bots
            .into_iter()
            .filter(|(_, bot)| bot != "random")
            .collect();
        let playing = Playing {
            bots: Some(&bots),
            ..Playing::turns(3)
        };
        let play = || {
            let (mut chance, mut dice) = (RandomBot::new(5), Quick::new(5));
            let game = rules.playout(&options, &seats, &mut chance, &mut dice, playing);
            game.unwrap()
        };
        let game = play();
        assert_eq!(game.slips, 0, "{scenario}");
        assert_eq!(game.score.len(), seats.len());
        assert_eq!(game, play());
    }
}

fn run<'a>(on_file: &'a BTreeMap<SeatId, OnFile>, journal: &'a [Entry]) -> Run<'a> {
    Run {
        sitting: 1,
        began: Some(1),
        journal,
        on_file,
        overdue: false.into(),
    }
}

/// A bot that is asked for an open prompt answers from the view that its seat would be mailed, and legally.
#[test]
fn a_bot_answers_open_prompts() {
    let rules = rules();
    let options = json!({"scenario": "four"});
    let seats = rules.seats(&options).unwrap();
    let nobody = BTreeMap::new();
    let start = rules
        .setup(&options, &seats, run(&nobody, &[]), &mut Quick::new(3))
        .unwrap();
    let mut journal: Vec<Entry> = vec![];
    let mut asked = 0;
    // The headquarters of all: every prompt is answered from its seat's view alone.
    loop {
        let turn = rules
            .turn(&start.state, run(&nobody, &journal), &mut Quick::new(4))
            .unwrap();
        let Err(Stop::Waiting(prompts)) = turn.flow else {
            panic!("{:?}", turn.flow);
        };
        if prompts.iter().any(|prompt| prompt.ask == "move") {
            break;
        }
        let mut on_file: BTreeMap<SeatId, OnFile> = BTreeMap::new();
        for prompt in &prompts {
            let viewer = Viewer::Seat(prompt.seat.clone());
            let view = rules.view(&turn.state, &viewer).unwrap();
            let answer = rules.bot("greedy", &view, prompt).unwrap();
            assert!(prompt.choices.allow(&answer), "{prompt:?}: {answer}");
            assert_eq!(answer, rules.bot("greedy", &view, prompt).unwrap());
            let mut when = fields([("ask", prompt.ask.clone().into())]);
            when.extend(prompt.about.clone());
            let prefer = vec![answer];
            let standing = vec![Standing { when, prefer }];
            let file = OnFile {
                standing,
                ..OnFile::default()
            };
            on_file.insert(prompt.seat.clone(), file);
            asked += 1;
        }
        let turn = rules
            .turn(&start.state, run(&on_file, &journal), &mut Quick::new(4))
            .unwrap();
        assert!(turn.journal.len() > journal.len());
        journal = turn.journal;
    }
    assert!(asked > 4, "{asked}");
    // An unknown bot takes the default.
    let stranger = rules
        .turn(&start.state, run(&nobody, &journal), &mut Quick::new(4))
        .unwrap();
    let Err(Stop::Waiting(prompts)) = stranger.flow else {
        panic!("{:?}", stranger.flow);
    };
    let view = rules.view(&stranger.state, &Viewer::Public).unwrap();
    let answer = rules.bot("nobody", &view, &prompts[0]).unwrap();
    assert_eq!(answer, prompts[0].default);
}
