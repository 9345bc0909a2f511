//! `adjudicate` never rejects what `check` has accepted: tried with randomly altered order files, in every example game
//! that can be played on.
//!
//! `CHRONOJUDGE_FILES` sets how many files of each game are tried, and `CHRONOJUDGE_SEED` which ones.

use super::{bench::Bench, tree::Tree};
use crate::laws::{dice::ByLabel, number};
use chronojudge::{
    engine::{Line, RandomBot, Run, SeatId, Viewer},
    game_dir::{Disk, Filed, Game, TurnRecord, verdict, verify},
    orders,
    yaml::{Severity, keep},
};
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path};

/// Collects every plain value and every field name in some data: the material of a mistaken order.
fn words(data: &Value, pool: &mut Vec<Value>) {
    match data {
        Value::Array(items) => items.iter().for_each(|item| words(item, pool)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            pool.push(name.as_str().into());
            words(value, pool);
        }),
        plain => pool.push(plain.clone()),
    }
}

/// Collects all places in some data, as pointers.
fn places(data: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match data {
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{n}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                places(value, &format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}

fn any<'a, T>(of: &'a [T], bot: &mut RandomBot) -> &'a T {
    &of[bot.below(of.len())]
}

/// Changes one place of an order file's sections.
fn alter(body: &mut Value, pool: &[Value], bot: &mut RandomBot) {
    let mut all = vec![];
    places(body, "", &mut all);
    let place = any(&all, bot).clone();
    let at = body.pointer_mut(&place).expect("a place of it");
    match at {
        Value::Array(items) if !items.is_empty() => {
            let (n, to) = (bot.below(items.len()), bot.below(items.len()));
            match bot.below(3) {
                0 => drop(items.remove(n)),
                1 => items.insert(to, items[n].clone()),
                _ => items.swap(n, to),
            }
        }
        Value::Object(fields) if bot.below(3) == 0 => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if !names.is_empty() {
                fields.shift_remove(any(&names, bot));
            }
        }
        Value::Array(_) | Value::Object(_) => {}
        plain => *plain = any(pool, bot).clone(),
    }
}

/// A game to try files in.
struct Trial {
    bench: Bench,
    game: Game,
    turn: u32,
    sitting: u32,
    pool: Vec<Value>,
    /// The seats' orders so far, the last turn's first; in the open turn with the report that was answered.
    bodies: Vec<(SeatId, Value, Option<u32>)>,
}

impl Trial {
    fn of(tree: &Tree) -> Self {
        let bench = Bench::in_memory(tree);
        let game = Game::open(&bench.root(), Disk::new()).unwrap();
        let position = game.position().unwrap().unwrap();
        let (mut pool, mut bodies) = (vec![], vec![]);
        for seat in game.seat_ids() {
            let view = game
                .view(position.turn, &Viewer::Seat(seat.clone()))
                .unwrap();
            words(&view.unwrap(), &mut pool);
            for turn in (1..=position.turn).rev() {
                if let Some(bytes) = Disk::read(&game.layout.order(turn, &seat)).unwrap() {
                    let filed = game
                        .read_orders("", &bytes)
                        .expect("an order file of the example");
                    words(&filed.body, &mut pool);
                    let answers = (turn == position.turn).then_some(filed.envelope.sitting);
                    bodies.push((seat.clone(), filed.body, answers.flatten()));
                }
            }
        }
        assert!(!bodies.is_empty(), "the example has no order files");
        let (turn, sitting) = (position.turn, position.sitting);
        Self {
            bench,
            game,
            turn,
            sitting,
            pool,
            bodies,
        }
    }

    /// Files altered orders for a seat, and returns true if `check` accepts them.
    fn file(&self, seat: &SeatId, bot: &mut RandomBot) -> (String, bool) {
        // Usually the seat's own latest orders.
        let own = self.bodies.iter().find(|(whose, ..)| whose == seat);
        let (_, body, answers) = match own {
            Some(own) if bot.below(3) > 0 => own,
            _ => any(&self.bodies, bot),
        };
        let mut document = body.clone();
        for _ in 0..bot.below(4) {
            alter(&mut document, &self.pool, bot);
        }
        let Value::Object(fields) = &mut document else {
            return Default::default();
        };
        fields.insert("game".to_owned(), self.game.file.game.clone().into());
        fields.insert("turn".to_owned(), self.turn.into());
        fields.insert("seat".to_owned(), seat.as_str().into());
        // The file answers the report that was answered before, or the last one.
        if let Some(sitting) = answers.filter(|_| bot.below(2) == 0) {
            fields.insert("sitting".to_owned(), sitting.into());
        }
        let Ok(text) = keep::to_string(&document) else {
            return Default::default();
        };
        let place = self.game.layout.order(self.turn, seat);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(&place, &text).unwrap();
        let Ok(filed) = self.game.read_orders("orders.yaml", text.as_bytes()) else {
            return (text, false);
        };
        let (name, seats) = (self.game.name.as_str(), self.game.seat_ids());
        let mut problems =
            filed.misdirected(name, self.turn, Some(seat), &seats, &*self.game.rules);
        let view = self
            .game
            .view(self.turn, &Viewer::Seat(seat.clone()))
            .unwrap()
            .unwrap();
        let done = self.played(seat, &filed);
        problems.extend(verdict(&self.game, &filed, &view, &done).unwrap());
        let accepted = problems
            .iter()
            .all(|problem| problem.severity != Severity::Error);
        (text, accepted)
    }

    /// Returns the lines of a seat's orders that were played before in the open turn.
    fn played(&self, seat: &SeatId, filed: &Filed) -> BTreeSet<Line> {
        let position = self.game.position().unwrap().unwrap();
        let record = TurnRecord::read(&self.game, self.turn).unwrap();
        let used = orders::used_files(&self.game, self.turn, seat).unwrap();
        let next = position.next_lock();
        let before = orders::Before::of(&*self.game.rules, seat, &record, &used, filed, next);
        before.unwrap().done
    }

    fn run(&self, bot: &mut RandomBot) -> bool {
        let seats = self.game.seat_ids();
        let seat = any(&seats, bot);
        let (text, accepted) = self.file(seat, bot);
        let position = verify(&self.game).unwrap().unwrap();
        let record = TurnRecord::read(&self.game, self.turn).unwrap();
        let set = orders::load(&self.game, &position, &record).unwrap();
        let refused = set.refused.iter().any(|refusal| refusal.seat == *seat);
        assert_eq!(!refused, accepted, "{seat}\n{text}");
        // All accepted orders are played, to the end of the turn or to a question.
        let run = Run {
            sitting: self.sitting + 1,
            began: None,
            journal: &record.journal,
            on_file: &set.on_file,
            overdue: (bot.below(2) == 0).into(),
        };
        let state = record.state.as_ref().expect("a turn that can be played");
        let seed = bot.below(1 << 30) as u64;
        let outcome = self.game.rules.turn(state, run, &mut ByLabel(seed));
        assert!(outcome.is_ok(), "{seat}\n{text}\n{outcome:?}");
        accepted
    }
}

#[test]
fn files_accepted_by_check_are_never_rejected() {
    let files = number("CHRONOJUDGE_FILES").unwrap_or(150);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for name in Disk::list(&examples).unwrap() {
        let folder = examples.join(&name);
        if !folder.join("turns").is_dir() {
            continue;
        }
        let trial = Trial::of(&Tree::read(&folder));
        let mut bot = RandomBot::new(number("CHRONOJUDGE_SEED").unwrap_or(1));
        let accepted = (0..files).filter(|_| trial.run(&mut bot)).count() as u64;
        eprintln!("{name}: {accepted} of {files} files were accepted");
        assert!(
            (files / 10..files).contains(&accepted),
            "{name}: {accepted} of {files}"
        );
        drop(trial.bench);
    }
}
