//! A game played by a script of keys, and pictures of it as text.

use std::time::Duration;

use jetan_games::rng::Rng;
use jetan_tui::game::{GameScreen, InputReaction, Key, PlayerInput};
use jetan_tui::look::{ColourSupport, TerminalLook};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

/// Every look there is.
pub(crate) const LOOKS: [TerminalLook; 4] = [
    TerminalLook::FULL,
    TerminalLook { colours: ColourSupport::Palette, is_ascii: false },
    TerminalLook { colours: ColourSupport::None, is_ascii: false },
    TerminalLook::BARE,
];

/// A game and how it is played.
pub(crate) struct Story<G> {
    pub(crate) game: G,
}

impl<G: GameScreen> Story<G> {
    /// Presses keys, separated by spaces; `wait:300` lets so many milliseconds pass.
    ///
    /// The answer is what became of the last key.
    pub(crate) fn press(&mut self, script: &str) -> InputReaction {
        let mut reaction = InputReaction::Ignored;
        for word in script.split_whitespace() {
            if let Some(time) = word.strip_prefix("wait:") {
                let time = time.parse().expect("a number of milliseconds");
                self.game.tick(Duration::from_millis(time));
            } else {
                reaction = self.game.press(PlayerInput::Key(key(word)));
            }
        }
        reaction
    }

    /// Works out what the game wants to know, if it does.
    pub(crate) fn think(&mut self) {
        while let Some(work) = self.game.take_question() {
            let thought = work.answer(&mut || false);
            self.game.receive(thought);
        }
    }

    pub(crate) fn click(&mut self, x: u16, y: u16, width: u16, height: u16) -> InputReaction {
        self.game.press(PlayerInput::Click { x, y, area: Rect::new(0, 0, width, height) })
    }

    pub(crate) fn draw(&self, width: u16, height: u16, look: TerminalLook) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.game.draw(buffer.area, &mut buffer, look);
        buffer
    }

    /// The picture without colours.
    pub(crate) fn text(&self, width: u16, height: u16, look: TerminalLook) -> String {
        let buffer = self.draw(width, height, look);
        let rows = buffer.content.chunks(usize::from(width).max(1));
        let mut text = String::new();
        for row in rows {
            let line: String = row.iter().map(Cell::symbol).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Draws in every look and many sizes, and looks whether something outside was touched.
    pub(crate) fn draw_everywhere(&self) {
        let small = (0..=90)
            .step_by(7)
            .flat_map(|width| (0..=30).step_by(2).map(move |height| (width, height)));
        let some = [(1, 1), (20, 3), (20, 5), (40, 14), (80, 22), (200, 58), (0, 40), (150, 45)];
        for (width, height) in small.chain(some) {
            for look in LOOKS {
                let mut buffer = Buffer::empty(Rect::new(0, 0, width + 2, height + 2));
                self.game.draw(Rect::new(1, 1, width, height), &mut buffer, look);
                for (at, cell) in buffer.content.iter().enumerate() {
                    let (x, y) = buffer.pos_of(at);
                    let is_border = x == 0 || y == 0 || x == width + 1 || y == height + 1;
                    assert!(!is_border || *cell == Cell::EMPTY, "{width}x{height}: {x}, {y}");
                    let is_ascii = cell.symbol().is_ascii();
                    assert!(!look.is_ascii || is_ascii, "{width}x{height}: {}", cell.symbol());
                }
            }
        }
    }

    /// Presses every key of the table, each from the beginning; answers what became of them.
    pub(crate) fn every_key(make: impl Fn() -> G) -> Vec<(Key, InputReaction)> {
        let rows = make().keys();
        let keys = rows.iter().flat_map(|row| row.keys);
        keys.map(|&key| (key, make().press(PlayerInput::Key(key)))).collect()
    }

    /// Presses, clicks and waits at random, but leaves out some keys.
    pub(crate) fn fuzz(&mut self, seed: u64, number: usize, left_out: &[Key]) {
        let mut rng = Rng::new(seed);
        let rows = self.game.keys();
        let keys = rows.iter().flat_map(|row| row.keys).filter(|key| !left_out.contains(key));
        let keys: Vec<Key> = keys.copied().collect();
        for _ in 0..number {
            match rng.below(20) {
                0 => drop(self.click(rng.below(82) as u16, rng.below(24) as u16, 80, 22)),
                1 | 2 => self.game.tick(Duration::from_millis(u64::from(rng.below(400)))),
                3 => {
                    drop(self.draw(
                        rng.below(100) as u16,
                        rng.below(40) as u16,
                        TerminalLook::FULL,
                    ));
                }
                4 => {
                    let key = Key::Char(char::from(rng.below(128) as u8));
                    if !left_out.contains(&key) {
                        self.game.press(PlayerInput::Key(key));
                    }
                }
                _ => {
                    let key = keys[rng.below(keys.len() as u32) as usize];
                    self.game.press(PlayerInput::Key(key));
                }
            }
        }
        self.game.tick(Duration::from_mins(1));
    }
}

fn key(word: &str) -> Key {
    match word {
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Left" => Key::Left,
        "Right" => Key::Right,
        "Enter" => Key::Enter,
        "Tab" => Key::Tab,
        "BackTab" => Key::BackTab,
        "Backspace" => Key::Backspace,
        "Esc" => Key::Esc,
        "Space" => Key::Char(' '),
        _ => Key::Char(word.chars().next().expect("words are not empty")),
    }
}
