//! The stand-in for a sound card in a Jetan that was built without one.

use jetan_sound::PlayedSound;

/// Plays nothing.
#[derive(Default)]
pub(crate) struct Speaker {}

#[expect(clippy::unused_self, reason = "the same calls as of one that plays")]
impl Speaker {
    pub(crate) fn play(&mut self, _played: PlayedSound) {}

    pub(crate) fn finish(&mut self, _is_hurried: bool) -> Option<String> {
        None
    }
}
