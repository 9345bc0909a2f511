//! Draws dice and decks, each from the journal if an earlier sitting drew it.

use super::{Play, RUNAWAY, Source, Table, describe};
use crate::{
    dice::Label,
    engine::{Divergence, Entry, Stop, Witnessed, witnessed::Kept},
};
use std::fmt::{self, Write as _};

impl<'a, F> Table<'a, F> {
    /// Rolls `count` dice with faces from 1 to `sides`.
    ///
    /// # Errors
    /// [`Stop::Undrawn`] if the dice have no value yet, [`Stop::Diverged`] if the journal holds something else at
    /// this place, and [`Stop::Runaway`] if the rules roll without end.
    pub fn roll(&mut self, label: fmt::Arguments<'_>, count: u32, sides: u32) -> Play<Vec<u32>> {
        let (label, old) = self.draw(label)?;
        let (sitting, faces) = match old {
            Some(Entry::Roll {
                sitting,
                label: was,
                sides: before,
                faces,
            }) if *was == *label.as_ref()
                && *before == sides
                && faces.len() == count as usize
                && faces.iter().all(|face| (1..=sides).contains(face)) =>
            {
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
        self.remember(|| Witnessed::Roll(faces.clone()));
        Ok(faces)
    }

    /// Rolls one die.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn die(&mut self, label: fmt::Arguments<'_>, sides: u32) -> Play<u32> {
        Ok(self.roll(label, 1, sides)?[0])
    }

    /// Returns a random index below `n`. If `n` is less than 2, it returns 0 without a draw.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn pick(&mut self, label: fmt::Arguments<'_>, n: u32) -> Play<usize> {
        if n < 2 {
            return Ok(0);
        }
        Ok(self.die(label, n)? as usize - 1)
    }

    /// Shuffles in public. Returns the start indices in their new order.
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
            }) if *was == *label.as_ref() && is_order(order, n) => (*sitting, order.clone()),
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
        self.remember(|| Witnessed::Shuffle(order.clone()));
        Ok(order)
    }

    /// Shuffles a deck face down. Returns the start indices in their new order, which are not published yet.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn deal(&mut self, deck: &str, items: &[String]) -> Play<Vec<u32>> {
        let size = u32::try_from(items.len()).expect("a deck has few items");
        let old = self.next_draw()?;
        let (sitting, order) = match old {
            Some(Entry::Deal {
                sitting,
                deck: was,
                items: before,
                order,
            }) if was == deck && before == items && is_order(order, size) => {
                (*sitting, order.clone())
            }
            Some(entry) => return Err(self.diverged(entry, format!("a deal of {deck}"))),
            None => (
                self.sitting(),
                self.dice
                    .deal(deck, size)
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
        if self.remembers() {
            self.kept.push(Kept::Deal {
                deck: deck.to_owned(),
                order: order.clone(),
                opened: vec![],
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

    /// Returns the full label of the next draw, and its entry if an earlier sitting drew it.
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

/// Checks whether a list contains each of the start indices below `n` once.
fn is_order(order: &[u32], n: u32) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..n)
}
