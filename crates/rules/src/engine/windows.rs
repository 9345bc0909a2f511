//! Windows of announcements: free interrupts of all against all, played by mail.
//!
//! In some games players do not take turns: a player announces what they are about to do, and any other may say "before
//! you do that". By mail, each seat files a sealed card with its queue of actions and its rules for interrupts, and this
//! module plays the cards against each other. One window asks each seat in turn for its next announcement, until all have
//! passed. Each announcement is shown to all other seats in the order of initiative; the first interrupt cancels it and is
//! shown in its turn. An action that was announced in turn and cancelled is announced again when the seat's turn comes.
//!
//! Continuous interrupts are a stalemate, which the rules of the game decide: announcements that are repeated in one chain, and
//! an announcement that one seat interrupts a second time.
//!
//! A window ends always: a seat announces at most [`MOST`] times in it, interrupts included, and a chain of interrupts is
//! bounded.

use super::{Table, table::Play};
use serde::{Deserialize, Serialize};

/// What a seat does when it may announce something, or react to what was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intent<A, P> {
    /// It passes, or lets the announcement stand.
    Pass,
    /// It announces this action, which others may interrupt.
    Act(A),
    /// It claims the right to do this without interruption.
    Claim(P),
}

/// An action that was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced<S, A> {
    /// The seat that announced it.
    pub seat: S,
    /// The action.
    pub action: A,
}

/// How an announcement came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How<S> {
    /// It was the seat's turn to announce.
    InTurn,
    /// It was cancelled before, and is announced again.
    Again,
    /// It interrupts what this seat announced.
    Interrupts(S),
}

/// Why an action that was announced and cancelled is not announced again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// It is not legal any more.
    Impossible,
    /// It was announced again, interrupted again, and the stalemate was lost.
    Interrupted,
}

/// A claim to act without interruption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<S, P> {
    /// The seat that claims.
    pub seat: S,
    /// What it wants to do.
    pub purpose: P,
    /// The seat whose announcement the claim interrupts.
    pub interrupts: Option<S>,
    /// The seat that interrupted the claimant, if a stalemate led to the claim.
    pub interrupted_by: Option<S>,
    /// True if a stalemate led to it.
    pub stalemate: bool,
}

/// The most announcements of one seat in one window.
pub const MOST: usize = 12;

/// A game whose players announce their actions.
pub trait Windows {
    /// The facts of the game.
    type Fact;
    /// A seat.
    type Seat: Copy + Eq;
    /// An action that can be announced and interrupted.
    type Action: Clone + PartialEq;
    /// What a seat can do without interruption: an action, or something else.
    type Purpose: From<Self::Action>;

    /// Returns the seats that may announce, in the order of initiative.
    fn order(&self) -> Vec<Self::Seat>;

    /// Returns true if no more may be announced, because the game is over.
    fn over(&self) -> bool;

    /// Checks whether a seat may take an action now.
    fn legal(&self, seat: Self::Seat, action: &Self::Action) -> bool;

    /// Asks a seat for its next announcement.
    ///
    /// # Errors
    /// Returns the table's stop if a seat has to answer first.
    fn intent(
        &mut self,
        table: &mut Table<'_, Self::Fact>,
        seat: Self::Seat,
    ) -> Play<Intent<Self::Action, Self::Purpose>>;

    /// Asks a seat whether it interrupts what was announced.
    ///
    /// # Errors
    /// Returns the table's stop if a seat has to answer first.
    fn reaction(
        &mut self,
        table: &mut Table<'_, Self::Fact>,
        seat: Self::Seat,
        to: &Announced<Self::Seat, Self::Action>,
    ) -> Play<Intent<Self::Action, Self::Purpose>>;

    /// Tells that an action was announced.
    fn tell_announced(
        &mut self,
        table: &mut Table<'_, Self::Fact>,
        announced: &Announced<Self::Seat, Self::Action>,
        how: How<Self::Seat>,
    );

    /// Tells a seat that its action was cancelled and is not announced again.
    fn tell_given_up(
        &self,
        table: &mut Table<'_, Self::Fact>,
        cancelled: &Announced<Self::Seat, Self::Action>,
        why: GivenUp,
    );

    /// Executes an action that was announced and not interrupted.
    ///
    /// # Errors
    /// Returns the table's stop if a seat has to answer first.
    fn resolve(
        &mut self,
        table: &mut Table<'_, Self::Fact>,
        announced: &Announced<Self::Seat, Self::Action>,
    ) -> Play<()>;

    /// Decides a claim, and executes the action that follows from it, if one does. Returns this action.
    ///
    /// # Errors
    /// Returns the table's stop if a seat has to answer first.
    fn claim(
        &mut self,
        table: &mut Table<'_, Self::Fact>,
        claim: Claim<Self::Seat, Self::Purpose>,
    ) -> Play<Option<Announced<Self::Seat, Self::Action>>>;
}

/// An action that was announced in turn and cancelled, with the seats that interrupted it.
#[derive(Clone, Debug)]
struct Kept<S, A> {
    announced: Announced<S, A>,
    by: Vec<S>,
}

/// The actions that were announced in turn and cancelled, in one window after another. They are announced again.
#[derive(Clone, Debug)]
pub struct Cancelled<S, A>(Vec<Kept<S, A>>);

impl<S, A> Default for Cancelled<S, A> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<S: Copy + Eq, A> Cancelled<S, A> {
    /// Removes the first action of a seat.
    fn take(&mut self, seat: S) -> Option<Kept<S, A>> {
        let at = (self.0.iter()).position(|one| one.announced.seat == seat)?;
        Some(self.0.remove(at))
    }
}

/// Gives up all actions that were cancelled, when no further window comes.
pub fn give_up<G: Windows>(
    game: &G,
    table: &mut Table<'_, G::Fact>,
    cancelled: Cancelled<G::Seat, G::Action>,
) {
    for one in cancelled.0 {
        game.tell_given_up(table, &one.announced, GivenUp::Interrupted);
    }
}

/// The progress of a window.
struct Window<'c, G: Windows> {
    order: Vec<G::Seat>,
    /// The seats that have passed.
    passed: Vec<G::Seat>,
    /// How often each seat of `order` has announced something.
    announcements: Vec<usize>,
    /// The actions that were cancelled, and will be announced again.
    cancelled: &'c mut Cancelled<G::Seat, G::Action>,
}

/// Plays one window of announcements, beginning with what earlier ones left in `cancelled`. Returns true if anything was
/// announced in it.
///
/// # Errors
/// Returns the table's stop if a seat has to answer first.
pub fn play_window<G: Windows>(
    game: &mut G,
    table: &mut Table<'_, G::Fact>,
    cancelled: &mut Cancelled<G::Seat, G::Action>,
) -> Play<bool> {
    let order = game.order();
    let mut window = Window::<G> {
        announcements: vec![0; order.len()],
        order: order.clone(),
        passed: vec![],
        cancelled,
    };
    let mut any = false;
    while window.passed.len() < order.len() && !game.over() {
        for (n, seat) in order.iter().copied().enumerate() {
            if window.passed.contains(&seat) || game.over() {
                continue;
            }
            if window.announcements[n] >= MOST {
                window.passed.push(seat);
                continue;
            }
            any |= window.next(game, table, seat)?;
        }
    }
    Ok(any)
}

impl<G: Windows> Window<'_, G> {
    /// Plays what a seat announces next. Returns false if it passed.
    fn next(&mut self, game: &mut G, table: &mut Table<'_, G::Fact>, seat: G::Seat) -> Play<bool> {
        if let Some(kept) = self.cancelled.take(seat) {
            if game.legal(seat, &kept.announced.action) {
                self.announce(game, table, kept)?;
                return Ok(true);
            }
            game.tell_given_up(table, &kept.announced, GivenUp::Impossible);
        }
        match game.intent(table, seat)? {
            Intent::Pass => {
                self.passed.push(seat);
                return Ok(false);
            }
            Intent::Act(action) => {
                let announced = Announced { seat, action };
                let by = vec![];
                self.announce(game, table, Kept { announced, by })?;
            }
            Intent::Claim(purpose) => {
                self.count(seat);
                let claim = Claim {
                    seat,
                    purpose,
                    interrupts: None,
                    interrupted_by: None,
                    stalemate: false,
                };
                game.claim(table, claim)?;
            }
        }
        Ok(true)
    }

    fn count(&mut self, seat: G::Seat) {
        if let Some(at) = self.order.iter().position(|other| *other == seat) {
            self.announcements[at] += 1;
        }
    }

    fn may_announce(&self, seat: G::Seat) -> bool {
        let at = self.order.iter().position(|other| *other == seat);
        at.is_some_and(|at| self.announcements[at] < MOST)
    }

    /// Announces an action and plays the chain of interrupts that follows.
    fn announce(
        &mut self,
        game: &mut G,
        table: &mut Table<'_, G::Fact>,
        kept: Kept<G::Seat, G::Action>,
    ) -> Play<()> {
        let Kept {
            announced: first,
            mut by,
        } = kept;
        let again = !by.is_empty();
        self.count(first.seat);
        let how = if again { How::Again } else { How::InTurn };
        game.tell_announced(table, &first, how);
        let mut chain = vec![first.clone()];
        let claim = loop {
            let last = chain[chain.len() - 1].clone();
            let Some((seat, reaction)) = self.interrupt(game, table, &last)? else {
                match chain.get(1).map(|interrupt| interrupt.seat) {
                    Some(other) if by.contains(&other) => {
                        break stalemate(first.clone(), other);
                    }
                    Some(other) => {
                        game.resolve(table, &last)?;
                        by.push(other);
                        self.cancelled.0.push(Kept {
                            announced: first,
                            by,
                        });
                    }
                    None => game.resolve(table, &last)?,
                }
                return Ok(());
            };
            self.count(seat);
            match reaction {
                Intent::Pass => {}
                Intent::Claim(purpose) => {
                    break Claim {
                        seat,
                        purpose,
                        interrupts: Some(last.seat),
                        interrupted_by: None,
                        stalemate: false,
                    };
                }
                Intent::Act(action) => {
                    let interrupt = Announced { seat, action };
                    game.tell_announced(table, &interrupt, How::Interrupts(last.seat));
                    chain.push(interrupt);
                    if self.is_stalemate(&chain) {
                        // The seat that was interrupted last claims what it had announced.
                        break stalemate(last, seat);
                    }
                }
            }
        };
        let (claimant, is_stalemate) = (claim.seat, claim.stalemate);
        if game.claim(table, claim)?.as_ref() == Some(&first) {
            return Ok(());
        }
        if again && is_stalemate {
            game.tell_given_up(table, &first, GivenUp::Interrupted);
        } else {
            by.push(chain.get(1).map_or(claimant, |interrupt| interrupt.seat));
            self.cancelled.0.push(Kept {
                announced: first,
                by,
            });
        }
        Ok(())
    }

    /// Asks all other seats, in the order of initiative, whether they interrupt; returns the first that does.
    #[expect(clippy::type_complexity, reason = "a seat and what it does")]
    fn interrupt(
        &self,
        game: &mut G,
        table: &mut Table<'_, G::Fact>,
        last: &Announced<G::Seat, G::Action>,
    ) -> Play<Option<(G::Seat, Intent<G::Action, G::Purpose>)>> {
        for seat in self.order.iter().copied() {
            if seat == last.seat || !self.may_announce(seat) {
                continue;
            }
            match game.reaction(table, seat, last)? {
                Intent::Pass => {}
                reaction => return Ok(Some((seat, reaction))),
            }
        }
        Ok(None)
    }

    /// Checks whether the last two announcements of a chain repeat earlier ones, or the chain is longer than two
    /// announcements of each seat.
    fn is_stalemate(&self, chain: &[Announced<G::Seat, G::Action>]) -> bool {
        let repeats = |at: usize| chain[..at].contains(&chain[at]);
        let len = chain.len();
        len > 2 * self.order.len() || (len > 3 && repeats(len - 1) && repeats(len - 2))
    }
}

/// Returns the claim of a seat that continuous interrupts keep from what it announced.
fn stalemate<S, A, P: From<A>>(kept: Announced<S, A>, by: S) -> Claim<S, P> {
    Claim {
        seat: kept.seat,
        purpose: kept.action.into(),
        interrupts: None,
        interrupted_by: Some(by),
        stalemate: true,
    }
}

#[cfg(test)]
mod tests;
