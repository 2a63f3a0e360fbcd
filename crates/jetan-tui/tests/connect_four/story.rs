//! Plays a game by keys, lets it think and come to rest, and reads its picture.

use std::time::Duration;

use jetan_tui::game::{GameScreen, InputReaction, Key, PlayerInput};
use jetan_tui::look::{ColourSupport, TerminalLook};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// No colours, but every character.
pub(crate) const MONO: TerminalLook =
    TerminalLook { colours: ColourSupport::None, is_ascii: false };
/// Colours, but ASCII only.
pub(crate) const LETTERS: TerminalLook =
    TerminalLook { colours: ColourSupport::True, is_ascii: true };

/// A game and what is done with it.
pub(crate) struct Story<G> {
    pub(crate) game: G,
}

impl<G: GameScreen> Story<G> {
    /// A story that begins with this game.
    pub(crate) fn of(game: G) -> Story<G> {
        let mut story = Story { game };
        story.think();
        story
    }

    /// Presses keys one after the other; between them the game thinks and comes to rest.
    pub(crate) fn press(&mut self, keys: &str) -> InputReaction {
        let mut reaction = InputReaction::Ignored;
        for letter in keys.chars() {
            reaction = self.press_key(key_of(letter));
        }
        reaction
    }

    /// Presses one key.
    pub(crate) fn press_key(&mut self, key: Key) -> InputReaction {
        let reaction = self.game.press(PlayerInput::Key(key));
        self.think();
        self.rest();
        reaction
    }

    /// Clicks into a picture of 80 by 22 that was drawn with everything.
    pub(crate) fn click(&mut self, x: u16, y: u16) -> InputReaction {
        let area = Rect::new(0, 0, 80, 22);
        self.picture((80, 22), TerminalLook::FULL);
        let reaction = self.game.press(PlayerInput::Click { x, y, area });
        self.think();
        self.rest();
        reaction
    }

    /// Does all the thinking the game asks for.
    pub(crate) fn think(&mut self) {
        while let Some(work) = self.game.take_question() {
            self.game.receive(work.answer(&mut || false));
        }
    }

    /// Lets so much time pass that nothing moves any more.
    pub(crate) fn rest(&mut self) {
        self.game.tick(Duration::from_secs(9));
        assert!(!self.game.is_moving());
    }

    /// The picture at a size.
    pub(crate) fn picture(&self, (width, height): (u16, u16), look: TerminalLook) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.game.draw(buffer.area, &mut buffer, look);
        buffer
    }

    /// The characters of the picture.
    pub(crate) fn text(&self, size: (u16, u16), look: TerminalLook) -> String {
        let buffer = self.picture(size, look);
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The only line under the board, as it is said; at this size there is no panel beside it.
    pub(crate) fn said(&self) -> String {
        let text = self.text((50, 14), TerminalLook::BARE);
        let last = text.lines().rev().find(|line| !line.trim().is_empty());
        last.unwrap_or_default().trim().to_owned()
    }

    /// How the game ended, in words.
    pub(crate) fn ending(&self) -> Option<String> {
        self.game.outcome().map(|outcome| outcome.words)
    }

    /// Checks that the record alone gives the same game, also when it is drawn.
    pub(crate) fn check_replay(&mut self, mut fresh: G) {
        for recorded in self.game.moves().to_vec() {
            fresh.apply(&recorded).expect("it was recorded");
        }
        assert_eq!(fresh.moves(), self.game.moves());
        assert_eq!(fresh.outcome(), self.game.outcome());
        let fresh = Story { game: fresh };
        for look in [TerminalLook::FULL, TerminalLook::BARE] {
            assert_eq!(fresh.picture((80, 22), look), self.picture((80, 22), look));
        }
    }
}

/// The key that a character of a story stands for.
pub(crate) fn key_of(letter: char) -> Key {
    match letter {
        '←' => Key::Left,
        '→' => Key::Right,
        '↑' => Key::Up,
        '↓' => Key::Down,
        '⏎' => Key::Enter,
        '⇥' => Key::Tab,
        '⌫' => Key::Backspace,
        '⎋' => Key::Esc,
        letter => Key::Char(letter),
    }
}

/// Draws a game at every size, inside a larger buffer, and checks that nothing else is touched.
pub(crate) fn check_sizes(game: &dyn GameScreen) {
    for look in [TerminalLook::FULL, TerminalLook::BARE, MONO, LETTERS] {
        let small = (0..=90).step_by(7).flat_map(|w| (0..=30).step_by(3).map(move |h| (w, h)));
        let named = [(1, 1), (20, 3), (20, 5), (20, 8), (40, 14), (80, 22), (200, 58), (250, 90)];
        for (width, height) in small.chain(named) {
            let mut buffer = Buffer::filled(
                Rect::new(0, 0, width + 2, height + 2),
                ratatui::buffer::Cell::new("x"),
            );
            game.draw(Rect::new(1, 1, width, height), &mut buffer, look);
            for x in 0..width + 2 {
                for y in 0..height + 2 {
                    let is_outside = x == 0 || y == 0 || x > width || y > height;
                    let is_untouched = buffer[(x, y)].symbol() == "x";
                    assert!(!is_outside || is_untouched, "{width}x{height} at {x},{y}");
                }
            }
            // Larger than the buffer is the application's mistake, and harmless.
            game.draw(Rect::new(0, 0, width + 9, height + 9), &mut buffer, look);
        }
    }
}
