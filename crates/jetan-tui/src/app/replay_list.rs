//! The games that were kept to be watched again, as a list to choose from.

use jetan_games::GameTitle;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::cards;
use crate::game::Key;
use crate::games;
use crate::look::TerminalLook;
use crate::paint;
use jetan_play::record::PlayRecord;

/// The rows shown at once.
const ROWS: usize = 10;

/// The replays of a game, the newest first.
pub(super) struct ReplayList {
    pub(super) game: GameTitle,
    rows: Vec<ReplayRow>,
    selected: usize,
}

struct ReplayRow {
    number: u64,
    record: PlayRecord,
    words: String,
}

/// The meaning of a key in the list.
pub(super) enum ReplayChoice {
    Ignored,
    Understood,
    /// This one is to be watched.
    Watch(Box<PlayRecord>),
}

impl ReplayList {
    /// A list of these, with their numbers.
    pub(super) fn new(game: GameTitle, found: Vec<(u64, PlayRecord)>) -> ReplayList {
        let row = |(number, record): (u64, PlayRecord)| {
            let words = words_about(&record);
            ReplayRow { number, record, words }
        };
        ReplayList { game, rows: found.into_iter().map(row).collect(), selected: 0 }
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: Key) -> ReplayChoice {
        let last = self.rows.len().saturating_sub(1);
        match key {
            Key::Down | Key::Char('j' | 's') => self.selected = (self.selected + 1).min(last),
            Key::Up | Key::Char('k' | 'w') => self.selected = self.selected.saturating_sub(1),
            Key::Home => self.selected = 0,
            Key::End => self.selected = last,
            Key::Enter | Key::Char(' ') => match self.rows.get(self.selected) {
                Some(row) => return ReplayChoice::Watch(Box::new(row.record.clone())),
                None => return ReplayChoice::Ignored,
            },
            _ => return ReplayChoice::Ignored,
        }
        ReplayChoice::Understood
    }

    /// The list, with the chosen one in sight.
    pub(super) fn lines(&self, look: TerminalLook) -> Vec<Line<'static>> {
        if self.rows.is_empty() {
            let none = "there are none yet: S keeps a game, and so does its end";
            return vec![Line::styled(none, paint::dim(look)), Line::default(), leave(look)];
        }
        let skipped = (self.selected + 1).saturating_sub(ROWS);
        let shown = self.rows.iter().enumerate().skip(skipped).take(ROWS);
        let mut lines: Vec<Line<'static>> = shown
            .map(|(at, row)| {
                let is_selected = at == self.selected;
                let pointer = if is_selected { look.pick("▸", ">") } else { " " };
                let style = if is_selected {
                    look.ink(paint::WARM).add_modifier(Modifier::BOLD)
                } else {
                    look.ink(paint::BRIGHT)
                };
                let seed = format!("  seed {}", row.record.settings.seed);
                Line::from(vec![
                    Span::styled(format!("{pointer} {:>4}  {}", row.number, row.words), style),
                    Span::styled(seed, paint::dim(look)),
                ])
            })
            .collect();
        let place = format!("{} of {}", self.selected + 1, self.rows.len());
        lines.extend([Line::default(), Line::styled(place, paint::dim(look)), Line::default()]);
        lines.push(cards::keys(look, &[("Enter", "watch"), ("j k", "choose"), ("q", "menu")]));
        lines
    }
}

fn leave(look: TerminalLook) -> Line<'static> {
    cards::keys(look, &[("q", "menu")])
}

/// The result of a recorded game, or its progress.
fn words_about(record: &PlayRecord) -> String {
    // Every replay is played through once when the list opens; there are at most 50.
    match games::resume(record) {
        Ok(game) => game.outcome().map_or_else(|| game.progress(), |outcome| outcome.words),
        Err(bad) => format!("it cannot be watched: {bad}"),
    }
}
