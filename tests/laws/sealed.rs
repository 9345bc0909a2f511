//! A seat's answer is hidden while other seats that decide side by side with it have not answered.

use super::{
    dice::ByLabel,
    each_game,
    games::Game,
    mail::{Start, answer, desk},
    turns, walk,
};
use chronojudge::engine::{Flow, RandomBot, SeatId, Stop};
use serde_json::Value;
use std::{collections::BTreeSet, slice};

/// Plays a turn; whenever several seats have open prompts, one of them answers with two different values in two runs.
fn seals(game: &Game, state: &Value, bot: &mut RandomBot) -> u32 {
    let seed = bot.below(1 << 30) as u64;
    let start = Start::from(game, state).since(1);
    let (mut journal, mut answers) = (vec![], vec![]);
    let mut compared = 0;
    for sitting in 1..2000 {
        let on_file = desk(
            game,
            answers.iter().map(|(p, v)| (p, slice::from_ref(v))),
            true,
        );
        let out = start.run(sitting, &journal, &on_file, false, &mut ByLabel(seed));
        let Err(Stop::Waiting(prompts)) = &out.flow else {
            return compared;
        };
        let seats: BTreeSet<&SeatId> = prompts.iter().map(|p| &p.seat).collect();
        if seats.len() > 1 {
            let prompt = &prompts[bot.below(prompts.len())];
            let [was, is] = [(); 2].map(|()| {
                let value = answer(&prompt.choices, bot);
                let on_file = desk(game, [(prompt, slice::from_ref(&value))], true);
                let next = sitting + 1;
                start.run(next, &out.journal, &on_file, false, &mut ByLabel(seed))
            });
            assert_eq!(was, is, "the answer to {} shows", prompt.id);
            assert_eq!(was.journal, out.journal, "it is written down");
            assert_eq!(was.facts, out.facts, "it is told");
            assert_eq!(was.state, out.state, "it is used");
            compared += 1;
        }
        answers = prompts
            .iter()
            .map(|prompt| (prompt.clone(), answer(&prompt.choices, bot)))
            .collect();
        journal = out.journal;
    }
    panic!("the turn does not end")
}

#[test]
fn a_sealed_answer_changes_no_output() {
    each_game(|game, bot| {
        let mut checkpoints = vec![];
        walk(game, turns(game, 2), bot, &mut |outcome, _| {
            if outcome.flow == Ok(Flow::Next) {
                checkpoints.push(outcome.state.clone());
            }
        });
        let compared: u32 = checkpoints.iter().map(|s| seals(game, s, bot)).sum();
        eprintln!("{}: {compared} sealed answers", game.name());
        // In these games the seats decide side by side in every turn; in Time Pirates only when a Week ends,
        // and in The LOOP only when a Mission is completed.
        let rare = ["time-pirates", "the-loop"];
        assert!(compared > 0 || rare.contains(&game.rules.id()));
    });
}
