//! Dice whose faces depend on their labels alone.

use chronojudge::dice::{Dice, Label, Undrawn};
use chronojudge::engine::RandomBot;

/// The same label always gives the same faces, whatever the order and the sitting of the rolls.
#[derive(Clone, Debug)]
pub struct ByLabel(pub u64);

impl ByLabel {
    fn bot(&self, label: &str) -> RandomBot {
        // FNV-1a, written out, because the standard hasher may change from one version to the next.
        let start = 0xcbf2_9ce4_8422_2325_u64 ^ self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = label.bytes().fold(start, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut bot = RandomBot::new(hash);
        for _ in 0..8 {
            bot.below(2);
        }
        bot
    }
}

/// Returns a shuffle of `n` things by a bot.
pub fn order(bot: &mut RandomBot, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, bot.below(i + 1));
    }
    order
}

fn small(n: usize) -> u32 {
    u32::try_from(n).expect("a small number")
}

impl Dice for ByLabel {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        let mut bot = self.bot(label.as_str());
        Ok((0..count)
            .map(|_| 1 + small(bot.below(sides as usize)))
            .collect())
    }
    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        let mut bot = self.bot(label.as_str());
        Ok(order(&mut bot, n as usize).into_iter().map(small).collect())
    }
    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        let mut bot = self.bot(&format!("deck/{deck}"));
        Ok(order(&mut bot, n as usize).into_iter().map(small).collect())
    }
}
