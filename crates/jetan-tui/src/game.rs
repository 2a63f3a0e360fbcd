//! The interface that all games on a screen share.

use std::time::Duration;

use jetan_games::GameTitle;
use jetan_play::game::{BadMove, GameOutcome, PlayableGame};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::look::TerminalLook;
use jetan_play::settings::PlaySettings;
use jetan_play::thought::{GameQuestion, GameThought};

/// A key, as applications see it; Ctrl and a letter are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A character; letters keep their case.
    Char(char),
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// Enter or Return.
    Enter,
    /// Tab.
    Tab,
    /// Shift and Tab.
    BackTab,
    /// Backspace; to games Delete too.
    Backspace,
    /// Esc.
    Esc,
    /// Delete.
    Delete,
    /// Home.
    Home,
    /// End.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// A function key, from 1 to 12.
    Function(u8),
}

/// Something a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerInput {
    /// Presses a key.
    Key(Key),
    /// Clicks into the picture, in cells of the screen; `area` is where the game was drawn last.
    Click {
        /// Column of the screen.
        x: u16,
        /// Row of the screen.
        y: u16,
        /// The rectangle that the game draws in.
        area: Rect,
    },
}

/// The effect of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputReaction {
    /// It means nothing to the game now; the application may use the key.
    Ignored,
    /// The game understood it: cursor, hint, a refused move with a message.
    Understood,
    /// A move was made: there is something new to save.
    Moved,
}

/// A line of a game's help: keys, and what they do.
///
/// The table of a game has every key it understands; a test presses them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// The keys as shown, `Left a h`.
    pub shown: &'static str,
    /// The keys that do it.
    pub keys: &'static [Key],
    /// The effect of the keys, in a few words.
    pub action: &'static str,
}

/// A game on a screen.
///
/// Time and thoughts come from outside, so that a game is the same in a test as in a terminal.
pub trait GameScreen {
    /// The game itself.
    fn play(&self) -> &dyn PlayableGame;

    /// The game's name.
    fn name(&self) -> GameTitle {
        self.play().name()
    }

    /// The settings it started with; with [`GameScreen::moves`] they are the whole game.
    fn settings(&self) -> &PlaySettings {
        self.play().settings()
    }

    /// Every move so far, in words of this game without spaces.
    fn moves(&self) -> &[String] {
        self.play().moves()
    }

    /// Makes a recorded move at once, without showing it move.
    fn apply(&mut self, recorded: &str) -> Result<(), BadMove>;

    /// Takes a press.
    fn press(&mut self, press: PlayerInput) -> InputReaction;

    /// From now on the game is only watched: it asks nobody, and shows no key of its own.
    fn watch(&mut self) {}

    /// Lets time pass: animations and timers go on.
    fn tick(&mut self, elapsed: Duration);

    /// Whether the picture changes by itself now, many times a second.
    fn is_moving(&self) -> bool;

    /// Time played, for games that show it; it is saved with the moves.
    fn elapsed(&self) -> Duration {
        self.play().elapsed()
    }

    /// Takes up the time played of a saved game.
    fn set_elapsed(&mut self, _elapsed: Duration) {}

    /// Draws the game; whatever the size, nothing outside of `area` is touched.
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook);

    /// The room beside the board in a picture of this area, down to the board's lower edge: what is
    /// shown there leaves the board in sight.
    fn beside(&self, area: Rect, look: TerminalLook) -> Rect;

    /// Every key the game understands.
    fn keys(&self) -> &'static [KeyRow];

    /// One key for each action that is wanted often, the most wanted first; all of them fit into
    /// the last line of 80 columns.
    fn footer(&self) -> &'static [(&'static str, &'static str)];

    /// The progress so far, in what its players count: `7 moves`, `2 pieces dropped`.
    fn progress(&self) -> String {
        self.play().progress()
    }

    /// Whether the game asks for this key now, although it usually belongs to the application.
    fn wants(&self, _key: Key) -> bool {
        false
    }

    /// Something to think about, if the game waits for a thought and none was begun for it. The
    /// next answer is none until the game asks anew.
    fn take_question(&mut self) -> Option<GameQuestion> {
        None
    }

    /// Whether the thought that was begun last is still wanted.
    fn awaits_thought(&self) -> bool {
        true
    }

    /// Takes what was thought; one that is not wanted any more changes nothing.
    fn receive(&mut self, _thought: GameThought) {}

    /// The result, once it has ended and that was shown.
    fn outcome(&self) -> Option<GameOutcome> {
        self.play().outcome()
    }

    /// Whether a key of its own lets the game go on although it has ended, as 2048 does after its
    /// target: then it stays saved.
    fn can_go_on(&self) -> bool {
        self.play().can_go_on()
    }

    /// The class its score will be compared within, if that is known and the game counts.
    fn class(&self) -> Option<String> {
        self.play().class()
    }
}
