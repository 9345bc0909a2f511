//! The table at which rules ask, roll and tell.

use super::{
    Answer, Aside, Ask, Asked, Audience, By, Divergence, Entry, Event, Fields, Illegal, Line,
    OnFile, Opening, OrderLine, Play, Prompt, Refused, Reply, SeatId, Shape, Told, answers::Spent,
    ask::plain,
};
use crate::dice::{Dice, Label};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
};

/// Why play cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Some seats must decide first.
    Waiting(Vec<Prompt>),
    /// A die that is not there yet: its public randomness is still in the future.
    Undrawn(String),
    /// The rules did not do what the journal says they did before.
    Diverged(Divergence),
    /// The rules ask or roll without end.
    Runaway,
}

/// More answers and dice than any turn of any game needs.
const RUNAWAY: usize = 200_000;

/// Chooses among legal answers while a game is played in memory.
pub trait Chooser {
    /// An index below `n`, for one ask of one seat.
    fn choose(&mut self, seat: &SeatId, ask: &str, n: usize) -> usize;
}

/// What a turn played by mail draws on.
pub struct Mail<'a> {
    /// The number of this sitting in the whole game.
    pub sitting: u32,
    /// What earlier sittings of this turn wrote down.
    pub journal: &'a [Entry],
    /// What the seats have on file.
    pub on_file: &'a BTreeMap<SeatId, OnFile>,
    /// The deadline has passed: open prompts take their default.
    pub overdue: bool,
    /// Looks in a seat's plan for the answer to a prompt.
    pub(super) reply: &'a dyn Fn(&SeatId, &BTreeSet<Line>, &Asked<'_>) -> Reply,
}

impl fmt::Debug for Mail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail")
            .field("sitting", &self.sitting)
            .field("journal", &self.journal.len())
            .field("overdue", &self.overdue)
            .finish_non_exhaustive()
    }
}

enum Source<'a> {
    Mail {
        mail: Mail<'a>,
        spent: Spent,
        carried: bool,
    },
    Memory(&'a mut dyn Chooser),
}

/// The table at which the rules of one game ask, roll and tell.
pub struct Table<'a, F> {
    source: Source<'a>,
    dice: &'a mut dyn Dice,
    journal: Vec<Entry>,
    facts: Vec<Told<F>>,
    openings: Vec<Opening>,
    asked: BTreeMap<(&'static str, SeatId), u32>,
    labels: BTreeMap<String, u32>,
    rule: &'static str,
    answers: usize,
    steps: usize,
}

impl<F> fmt::Debug for Table<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("rule", &self.rule)
            .field("answers", &self.answers)
            .finish_non_exhaustive()
    }
}

/// What a run at the table left behind.
#[derive(Debug)]
pub(super) struct Cleared<F> {
    pub journal: Vec<Entry>,
    pub facts: Vec<Told<F>>,
    pub openings: Vec<Opening>,
    pub spent: Spent,
    pub answers: usize,
}

/// An answer that was found, and what it uses up.
struct Found<A> {
    value: A,
    by: By,
}

/// What the search for an answer came to.
enum Search<A> {
    Found(Found<A>),
    Open(Option<Refused>),
}

impl<'a, F> Table<'a, F> {
    pub(super) fn by_mail(mail: Mail<'a>, dice: &'a mut dyn Dice) -> Self {
        Self::new(
            Source::Mail {
                mail,
                spent: Spent::default(),
                carried: false,
            },
            dice,
        )
    }

    pub(super) fn in_memory(chooser: &'a mut dyn Chooser, dice: &'a mut dyn Dice) -> Self {
        Self::new(Source::Memory(chooser), dice)
    }

    fn new(source: Source<'a>, dice: &'a mut dyn Dice) -> Self {
        Self {
            source,
            dice,
            journal: vec![],
            facts: vec![],
            openings: vec![],
            asked: BTreeMap::new(),
            labels: BTreeMap::new(),
            rule: "-",
            answers: 0,
            steps: 0,
        }
    }

    pub(super) fn clear(mut self) -> Cleared<F> {
        self.carry();
        Cleared {
            journal: self.journal,
            facts: self.facts,
            openings: self.openings,
            spent: match self.source {
                Source::Mail { spent, .. } => spent,
                Source::Memory(_) => Spent::default(),
            },
            answers: self.answers,
        }
    }

    /// The first entry of the old journal that the rules did not come to, if any.
    pub(super) fn left_over(&self) -> Option<Divergence> {
        let Source::Mail { mail, .. } = &self.source else {
            return None;
        };
        mail.journal
            .get(self.journal.len())
            .map(|entry| Divergence {
                at: self.journal.len() + 1,
                was: describe(entry),
                is: "nothing more".to_owned(),
            })
    }

    /// Whether anybody reads what is told: not so while a game is only simulated.
    pub fn recorded(&self) -> bool {
        matches!(self.source, Source::Mail { .. })
    }

    /// Cites the rule that the next facts apply.
    pub fn rule(&mut self, section: &'static str) {
        self.rule = section;
    }

    /// Tells an audience what happened.
    pub fn tell(&mut self, to: Audience, fact: F) {
        let rule = self.rule;
        self.told(to, rule, Event::Fact(fact));
    }

    fn told(&mut self, to: Audience, rule: &str, event: Event<F>) {
        if !self.recorded() {
            return;
        }
        let sitting = self.now();
        self.facts.push(Told {
            to,
            rule: rule.to_owned(),
            sitting,
            event,
        });
    }

    /// The sitting in which the rules first came to this place: that of the entry before it.
    fn now(&self) -> u32 {
        match (&self.source, self.journal.last()) {
            (_, Some(entry)) => entry.sitting(),
            (Source::Mail { mail, .. }, None) => {
                mail.journal.first().map_or(mail.sitting, Entry::sitting)
            }
            (Source::Memory(_), None) => 0,
        }
    }

    /// Shows one sealed slot of a deck to an audience.
    pub fn open(&mut self, to: Audience, deck: &str, slot: u32) {
        if self.recorded() {
            let sitting = self.now();
            self.openings.push(Opening {
                to,
                deck: deck.to_owned(),
                slot,
                sitting,
            });
        }
    }

    /// Asks one seat, and gives its answer or stops play until there is one.
    ///
    /// # Errors
    /// [`Stop::Waiting`] when there is no answer yet, [`Stop::Diverged`] and [`Stop::Runaway`].
    pub fn ask<A: Answer>(&mut self, seat: &SeatId, ask: Ask<'_, A>) -> Play<A> {
        let mut answers = self.ask_all(vec![(seat.clone(), ask)])?;
        Ok(answers.swap_remove(0))
    }

    /// Asks several seats side by side; the answers come in the order of the asks.
    ///
    /// They are sealed: nobody's answer is used, journalled or shown before all have answered.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_all<A: Answer>(&mut self, asks: Vec<(SeatId, Ask<'_, A>)>) -> Play<Vec<A>> {
        self.answers += asks.len();
        self.steps += asks.len();
        if self.steps > RUNAWAY {
            return Err(Stop::Runaway);
        }
        if let Source::Memory(chooser) = &mut self.source {
            return Ok(asks
                .into_iter()
                .map(|(seat, ask)| choose(*chooser, &seat, ask))
                .collect());
        }
        let mut ready = vec![];
        let mut open = vec![];
        for (seat, ask) in asks {
            let id = self.name(&seat, ask.kind);
            let about = ask.about.as_ref().map_or_else(Fields::new, |about| about());
            if let Some(answer) = self.replay(ready.len(), &id, &about, &ask)? {
                ready.push((seat, id, about, answer));
                continue;
            }
            match self.search(&seat, &about, &ask)? {
                Search::Found(found) => ready.push((seat, id, about, found)),
                Search::Open(refused) => open.push(Prompt {
                    id,
                    seat,
                    ask: ask.kind.to_owned(),
                    about,
                    choices: ask.choices(),
                    default: plain(&ask.default),
                    offered: ask.offered,
                    refused,
                }),
            }
        }
        if !open.is_empty() {
            return Err(Stop::Waiting(open));
        }
        Ok(ready
            .into_iter()
            .map(|(seat, id, about, found)| self.take(seat, id, about, found))
            .collect())
    }

    /// The next name of a prompt of this kind and seat.
    fn name(&mut self, seat: &SeatId, kind: &'static str) -> String {
        let n = self.asked.entry((kind, seat.clone())).or_default();
        *n += 1;
        format!("{kind}@{seat}#{n}")
    }

    /// The answer of an earlier sitting.
    fn replay<A: Answer>(
        &mut self,
        ahead: usize,
        id: &str,
        about: &Fields,
        ask: &Ask<'_, A>,
    ) -> Play<Option<Found<A>>> {
        self.replay_aside(ahead)?;
        let Source::Mail { mail, .. } = &self.source else {
            return Ok(None);
        };
        let at = self.journal.len() + ahead;
        let Some(entry) = mail.journal.get(at) else {
            return Ok(None);
        };
        if let Entry::Answer {
            id: was,
            about: before,
            value,
            by,
            ..
        } = entry
            && was == id
            && before == about
            && let Ok(answer) = A::deserialize(value)
            && (ask.legal(&answer) || answer == ask.default)
        {
            return Ok(Some(Found {
                value: answer,
                by: by.clone(),
            }));
        }
        Err(Stop::Diverged(Divergence {
            at: at + 1,
            was: describe(entry),
            is: format!("a question {id} about {}", Value::from_iter(about.clone())),
        }))
    }

    /// Lines put aside stand before the answer they made room for.
    fn replay_aside(&mut self, ahead: usize) -> Play<()> {
        loop {
            let Source::Mail { mail, spent, .. } = &mut self.source else {
                return Ok(());
            };
            let Some(Entry::PutAside {
                seat, order, why, ..
            }) = mail.journal.get(self.journal.len() + ahead)
            else {
                return Ok(());
            };
            if ahead > 0 {
                return Err(Stop::Diverged(Divergence {
                    at: self.journal.len() + ahead + 1,
                    was: "a line put aside".into(),
                    is: "an answer of several".into(),
                }));
            }
            spent.mark(&order.file, &order.line);
            let entry = mail.journal[self.journal.len()].clone();
            let (seat, line, why) = (seat.clone(), order.line.clone(), why.clone());
            self.journal.push(entry);
            self.told_aside(seat, line, why);
        }
    }

    fn told_aside(&mut self, seat: SeatId, line: Line, why: Aside) {
        self.told(
            Audience::Only(vec![seat.clone()]),
            "-",
            Event::PutAside { seat, line, why },
        );
    }

    /// Journals an answer and says so where it has to be said.
    fn take<A: Answer>(&mut self, seat: SeatId, id: String, about: Fields, found: Found<A>) -> A {
        let Source::Mail { mail, spent, .. } = &mut self.source else {
            return found.value;
        };
        if let By::Order(order) | By::Forced(Some(order)) = &found.by {
            spent.use_up(order);
        }
        let sitting = mail
            .journal
            .get(self.journal.len())
            .map_or(mail.sitting, Entry::sitting);
        let nmr = (found.by == By::Nmr).then(|| Event::Nmr {
            seat: seat.clone(),
            ask: id.split('@').next().unwrap_or_default().to_owned(),
        });
        self.journal.push(Entry::Answer {
            sitting,
            id,
            seat,
            about,
            value: plain(&found.value),
            by: found.by,
        });
        if let Some(nmr) = nmr {
            self.told(Audience::All, "-", nmr);
        }
        found.value
    }

    /// Forced, then the order file, then standing orders, then an offer nobody waits for, then what
    /// is overdue; otherwise the prompt is open.
    fn search<A: Answer>(
        &mut self,
        seat: &SeatId,
        about: &Fields,
        ask: &Ask<'_, A>,
    ) -> Play<Search<A>> {
        self.carry();
        let forced = ask.only();
        let mut aside: Option<Line> = None;
        loop {
            let Source::Mail { mail, spent, .. } = &self.source else {
                unreachable!("a game in memory has no mail to search");
            };
            let on_file = mail.on_file.get(seat);
            let file = on_file.and_then(|o| o.files.last());
            let reply = file.map_or(Reply::Silent, |file| {
                let choices = || ask.choices();
                let default = || plain(&ask.default);
                let asked = Asked {
                    kind: ask.kind,
                    seat,
                    about,
                    choices: &choices,
                    default: &default,
                };
                (mail.reply)(seat, &spent.of(&file.digest), &asked)
            });
            // A line that was put aside a moment ago has no second try.
            let reply = match reply {
                Reply::Say { line, .. } | Reply::Hold(line) if Some(&line) == aside.as_ref() => {
                    Reply::Silent
                }
                reply => reply,
            };
            let digest = file.map_or("", |f| f.digest.as_str());
            let order = |line: Line, spent: bool, done: Vec<Line>| OrderLine {
                file: digest.to_owned(),
                line,
                spent,
                done,
            };
            let found = |value: A, by: By| Ok(Search::Found(Found { value, by }));
            if let Some(only) = &forced {
                let used = match reply {
                    Reply::Say {
                        line,
                        value,
                        spent,
                        done,
                    } => match judge(ask, &value) {
                        Ok(_) => Some(order(line, spent, done)),
                        // To ask again would be idle: there is nothing else to choose.
                        Err(why) => {
                            aside = Some(line.clone());
                            let line = order(line, true, done);
                            self.put_aside(seat, line, Aside::Illegal(why));
                            continue;
                        }
                    },
                    _ => None,
                };
                return found(only.clone(), By::Forced(used));
            }
            let mut refused = None;
            match reply {
                Reply::Say {
                    line,
                    value,
                    spent,
                    done,
                } => match judge(ask, &value) {
                    Ok(answer) => return found(answer, By::Order(order(line, spent, done))),
                    Err(why) => {
                        if on_file.is_some_and(|o| o.if_illegal == super::IfIllegal::Skip) {
                            aside = Some(line.clone());
                            let line = order(line, true, vec![]);
                            self.put_aside(seat, line, Aside::Illegal(why));
                            continue;
                        }
                        refused = Some(Refused { line, value, why });
                    }
                },
                Reply::Prefer { line, values } => {
                    if let Some(answer) = values.iter().find_map(|v| judge(ask, v).ok()) {
                        return found(answer, By::Order(order(line, true, vec![])));
                    }
                }
                Reply::Hold(line) if mail.overdue => {
                    aside = Some(line.clone());
                    let line = order(line, true, vec![]);
                    self.put_aside(seat, line, Aside::Hold);
                    continue;
                }
                Reply::Hold(_) => return Ok(Search::Open(None)),
                Reply::Silent => {}
            }
            if refused.is_none()
                && let Some(answer) = standing(on_file, ask, about)
            {
                return found(answer, By::Standing);
            }
            let awake = on_file.is_some_and(|o| o.wake.contains(ask.kind));
            if ask.offered && !awake && refused.is_none() {
                return found(ask.default.clone(), By::Passed);
            }
            if mail.overdue {
                return found(ask.default.clone(), By::Nmr);
            }
            return Ok(Search::Open(refused));
        }
    }

    fn put_aside(&mut self, seat: &SeatId, order: OrderLine, why: Aside) {
        let Source::Mail { mail, spent, .. } = &mut self.source else {
            return;
        };
        spent.mark(&order.file, &order.line);
        let line = order.line.clone();
        self.journal.push(Entry::PutAside {
            sitting: mail.sitting,
            seat: seat.clone(),
            order,
            why: why.clone(),
        });
        self.told_aside(seat.clone(), line, why);
    }

    /// Once the old journal is through, what was played of older files counts for the newer ones.
    fn carry(&mut self) {
        if let Source::Mail {
            mail,
            spent,
            carried,
        } = &mut self.source
            && !*carried
        {
            *carried = true;
            for on_file in mail.on_file.values() {
                spent.carry(&on_file.files);
            }
        }
    }

    /// Rolls dice of one kind, from 1 to `sides`.
    ///
    /// # Errors
    /// [`Stop::Undrawn`], [`Stop::Diverged`] and [`Stop::Runaway`].
    pub fn roll(&mut self, label: fmt::Arguments<'_>, count: u32, sides: u32) -> Play<Vec<u32>> {
        let (label, old) = self.draw(label)?;
        let (sitting, faces) = match old {
            Some(Entry::Roll {
                sitting,
                label: was,
                sides: before,
                faces,
            }) if *was == *label.as_ref() && *before == sides && faces.len() == count as usize => {
                (*sitting, faces.clone())
            }
            Some(entry) => return Err(self.diverged(entry, format!("{count}d{sides} {label}"))),
            None => (
                self.sitting(),
                self.dice
                    .roll(&label, count, sides)
                    .map_err(|u| Stop::Undrawn(u.0.to_string()))?,
            ),
        };
        if self.recorded() {
            self.journal.push(Entry::Roll {
                sitting,
                label: label.to_string(),
                sides,
                faces: faces.clone(),
            });
        }
        Ok(faces)
    }

    /// Rolls one die.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn die(&mut self, label: fmt::Arguments<'_>, sides: u32) -> Play<u32> {
        Ok(self.roll(label, 1, sides)?[0])
    }

    /// An index below `n`, drawn at random; nothing is drawn for one thing.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn pick(&mut self, label: fmt::Arguments<'_>, n: u32) -> Play<usize> {
        if n < 2 {
            return Ok(0);
        }
        Ok(self.die(label, n)? as usize - 1)
    }

    /// Shuffles in public: the start indices in their new order.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn shuffle(&mut self, label: fmt::Arguments<'_>, n: u32) -> Play<Vec<u32>> {
        let (label, old) = self.draw(label)?;
        let (sitting, order) = match old {
            Some(Entry::Shuffle {
                sitting,
                label: was,
                order,
            }) if *was == *label.as_ref() && order.len() == n as usize => (*sitting, order.clone()),
            Some(entry) => return Err(self.diverged(entry, format!("a shuffle {label}"))),
            None => (
                self.sitting(),
                self.dice
                    .shuffle(&label, n)
                    .map_err(|u| Stop::Undrawn(u.0.to_string()))?,
            ),
        };
        if self.recorded() {
            self.journal.push(Entry::Shuffle {
                sitting,
                label: label.to_string(),
                order: order.clone(),
            });
        }
        Ok(order)
    }

    /// Shuffles a deck face down: the start indices in their new order, known to nobody yet.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn deal(&mut self, deck: &str, items: &[String]) -> Play<Vec<u32>> {
        let old = self.next_draw()?;
        let (sitting, order) = match old {
            Some(Entry::Deal {
                sitting,
                deck: was,
                items: before,
                order,
            }) if was == deck && before == items => (*sitting, order.clone()),
            Some(entry) => return Err(self.diverged(entry, format!("a deal of {deck}"))),
            None => (
                self.sitting(),
                self.dice
                    .deal(
                        deck,
                        u32::try_from(items.len()).expect("a deck has few items"),
                    )
                    .map_err(|u| Stop::Undrawn(u.0.to_string()))?,
            ),
        };
        if self.recorded() {
            self.journal.push(Entry::Deal {
                sitting,
                deck: deck.to_owned(),
                items: items.to_vec(),
                order: order.clone(),
            });
        }
        Ok(order)
    }

    fn sitting(&self) -> u32 {
        match &self.source {
            Source::Mail { mail, .. } => mail.sitting,
            Source::Memory(_) => 0,
        }
    }

    /// The full label of the next draw, and its entry if an earlier sitting drew it.
    fn draw(&mut self, label: fmt::Arguments<'_>) -> Play<(Label, Option<&'a Entry>)> {
        let mut text = String::with_capacity(48);
        write!(text, "{label}").expect("a String takes everything");
        if self.recorded() {
            let n = self.labels.entry(text.clone()).or_default();
            *n += 1;
            if *n > 1 {
                write!(text, "#{n}").expect("a String takes everything");
            }
        }
        let label = Label::new(text).expect("labels are built from rule identifiers");
        Ok((label, self.next_draw()?))
    }

    fn next_draw(&mut self) -> Play<Option<&'a Entry>> {
        self.steps += 1;
        if self.steps > RUNAWAY {
            return Err(Stop::Runaway);
        }
        Ok(match &self.source {
            Source::Mail { mail, .. } => mail.journal.get(self.journal.len()),
            Source::Memory(_) => None,
        })
    }

    fn diverged(&self, entry: &Entry, is: String) -> Stop {
        Stop::Diverged(Divergence {
            at: self.journal.len() + 1,
            was: describe(entry),
            is,
        })
    }
}

fn choose<A: Answer>(chooser: &mut dyn Chooser, seat: &SeatId, ask: Ask<'_, A>) -> A {
    match ask.shape {
        Shape::OneOf(mut choices) => {
            let n = choices.len();
            let i = if n == 1 {
                0
            } else {
                chooser.choose(seat, ask.kind, n)
            };
            choices.swap_remove(i)
        }
        Shape::Compound(compound) => compound.draw(&mut |n| {
            if n < 2 {
                0
            } else {
                chooser.choose(seat, ask.kind, n)
            }
        }),
    }
}

/// A legal answer, or why it is none.
fn judge<A: Answer>(ask: &Ask<'_, A>, value: &Value) -> Result<A, Illegal> {
    let stranger = || Illegal {
        code: "E0301".into(),
        words: format!("{value} does not answer `{}`.", ask.kind),
    };
    let answer = A::deserialize(value).map_err(|_| stranger())?;
    if ask.legal(&answer) {
        Ok(answer)
    } else {
        Err(ask
            .why
            .as_ref()
            .and_then(|why| why(&answer))
            .unwrap_or_else(stranger))
    }
}

fn standing<A: Answer>(on_file: Option<&OnFile>, ask: &Ask<'_, A>, about: &Fields) -> Option<A> {
    on_file?
        .standing
        .iter()
        .filter(|s| {
            s.when.iter().all(|(key, value)| match key.as_str() {
                "ask" => value == ask.kind,
                _ => about.get(key) == Some(value),
            })
        })
        .find_map(|s| s.prefer.iter().find_map(|v| judge(ask, v).ok()))
}

/// An entry in a few words.
fn describe(entry: &Entry) -> String {
    match entry {
        Entry::Answer {
            id, about, value, ..
        } => format!(
            "the answer {value} to {id} about {}",
            Value::from_iter(about.clone())
        ),
        Entry::PutAside { order, .. } => format!("the line {} put aside", order.line),
        Entry::Roll {
            label,
            sides,
            faces,
            ..
        } => format!("{}d{sides} {label}", faces.len()),
        Entry::Shuffle { label, .. } => format!("a shuffle {label}"),
        Entry::Deal { deck, .. } => format!("a deal of {deck}"),
    }
}
