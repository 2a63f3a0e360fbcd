#![doc = include_str!("../README.md")]

#[cfg(target_arch = "wasm32")]
mod exports;

use jetan_games::twenty48::Network;
use jetan_play::thought::{GameQuestion, GameThought};

/// Takes over a file of the site that a question asked for; false if it is damaged. Questions are
/// answered without it, too, but not as well.
pub fn provide(bytes: &[u8]) -> bool {
    Network::provide(bytes).is_ok()
}

/// Works out the answer to a question, both as bytes. `count` is called each time the thought
/// could be stopped, about every thousand positions.
pub fn answer(question: &[u8], mut count: impl FnMut()) -> Vec<u8> {
    let thought = GameQuestion::from_bytes(question).map_or(GameThought::Stopped, |question| {
        question.answer(&mut || {
            count();
            false
        })
    });
    thought.to_bytes()
}
