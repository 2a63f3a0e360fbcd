//! The picture of the application: a bar above, the game, a line of keys below, cards on top.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::cards;
use super::play::ActiveGame;
use super::{AppView, GamesApp, Overlay};
use crate::look::TerminalLook;
use crate::paint;

/// With fewer rows there are no bars.
const ROWS_FOR_BARS: u16 = 7;

impl GamesApp {
    /// Draws the whole screen anew.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let all = buffer.area;
        let has_bars = all.height >= ROWS_FOR_BARS;
        let bar = u16::from(has_bars);
        self.area = paint::rows(all, bar, all.height.saturating_sub(2 * bar));
        self.draw_view(buffer);
        if has_bars {
            self.draw_title(paint::rows(all, 0, 1), buffer);
            self.draw_keys(paint::rows(all, all.height - 1, 1), buffer);
        } else if let Some(notice) = &self.notice {
            let line = Line::from(notice.as_str());
            paint::line(
                paint::rows(all, all.height.saturating_sub(1), 1),
                buffer,
                &line,
                Alignment::Left,
            );
        }
        self.draw_overlay(buffer);
    }

    fn draw_view(&mut self, buffer: &mut Buffer) {
        let (area, look) = (self.area, self.look);
        match &self.view {
            AppView::Menu => {
                let saved = &self.saved;
                self.menu.draw(area, buffer, look, |name| saved.contains_key(&name));
            }
            AppView::Offer(offer) => {
                let lines = cards::offer(look, &offer.progress, offer.seed);
                paint::card(area, buffer, look, cards::title(offer.game), &lines);
            }
            AppView::Play(play) => {
                play.game.draw(area, buffer, look);
                if let Some((place, lines)) = self.ending(play)
                    && self.overlay == Overlay::None
                {
                    paint::card(place, buffer, look, cards::title(play.game.name()), &lines);
                }
            }
            AppView::Replay(replay) => replay.game.draw(area, buffer, look),
            AppView::Shelf(shelf) => {
                let title = format!("{}: replays", cards::title(shelf.game));
                paint::card(area, buffer, look, &title, &shelf.lines(look));
            }
        }
    }

    /// The card about the end of a game, beside its board. Without room for it there is none: then
    /// the game itself has to tell.
    pub(super) fn ending(&self, play: &ActiveGame) -> Option<(Rect, Vec<Line<'static>>)> {
        let (area, look) = (self.area, self.look);
        if !play.shows_card() {
            return None;
        }
        let room = play.game.beside(area, look);
        let width = usize::from(room.width.saturating_sub(paint::CARD_MARGINS));
        let lines = cards::ending(look, play, &self.scores, width)?;
        let place = paint::low_card(room, cards::title(play.game.name()), &lines)?;
        Some((place, lines))
    }

    fn draw_overlay(&self, buffer: &mut Buffer) {
        let (area, look) = (self.area, self.look);
        let (title, lines, from) = match (self.overlay, &self.view) {
            (Overlay::None, _) => return,
            (Overlay::Scores(from), _) => {
                ("Best scores", cards::best_scores(look, &self.scores), from)
            }
            (Overlay::Help(from), AppView::Play(play)) => {
                ("Keys", cards::game_help(look, play.game.keys()), from)
            }
            (Overlay::Help(from), AppView::Replay(_)) => ("Keys", cards::replay_help(look), from),
            (Overlay::Help(from), _) => ("Keys", cards::menu_help(look), from),
        };
        // The frame and the empty lines inside it take four rows.
        let room = usize::from(area.height.saturating_sub(4).max(1));
        let last = lines.len().saturating_sub(room);
        // Scrolling is bounded here, because `press` does not know the height.
        let from = usize::from(from).min(last);
        let mut shown: Vec<Line<'static>> = lines.into_iter().skip(from).take(room).collect();
        if from < last
            && let Some(line) = shown.last_mut()
        {
            *line = Line::styled(look.pick("↓ more", "v more"), paint::dim(look));
        }
        paint::card(area, buffer, look, title, &shown);
    }

    fn draw_title(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        buffer.set_style(area, look.mark(paint::BRIGHT, paint::BAR));
        let mut left = vec![Span::styled(" Jetan ", Modifier::BOLD)];
        let mut right = String::new();
        match &self.view {
            AppView::Menu => {}
            AppView::Offer(offer) => left.push(place(look, offer.game.title())),
            AppView::Shelf(shelf) => left.push(place(look, shelf.game.title())),
            AppView::Play(play) => {
                left.push(place(look, play.game.name().title()));
                right = self.facts(play);
            }
            AppView::Replay(replay) => {
                left.push(place(look, replay.game.name().title()));
                left.push(Span::raw(" replay"));
                right = format!("seed {} ", replay.game.settings().seed);
            }
        }
        let left = Line::from(left);
        let room = usize::from(area.width);
        let has_room = left.width() + right.chars().count() < room;
        paint::line(area, buffer, &left, Alignment::Left);
        if has_room {
            let width = right.chars().count() as u16;
            let area = Rect { x: area.right() - width, width, ..area };
            paint::line(area, buffer, &Line::from(right), Alignment::Right);
        }
    }

    /// The facts in the title: the best score so far, and the seed.
    fn facts(&self, play: &ActiveGame) -> String {
        let game = &play.game;
        let best = game.class().and_then(|class| self.scores.best(game.name(), &class));
        let best = best.map_or_else(String::new, |entry| format!("best {}   ", entry.best.shown));
        format!("{best}seed {} ", game.settings().seed)
    }

    fn draw_keys(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        if let Some(notice) = &self.notice {
            let style = look.ink(paint::WARM).add_modifier(Modifier::BOLD);
            let line = Line::styled(format!(" {notice}"), style);
            return paint::line(area, buffer, &line, Alignment::Left);
        }
        let rows: Vec<(&str, &str)> = match &self.view {
            AppView::Menu => vec![
                ("Enter", "play"),
                ("?", "help"),
                ("q", "quit"),
                (look.pick("↑↓", "j k"), "choose"),
                (look.pick("←→", "h l"), "change"),
                ("R", "replays"),
                ("B", "best"),
            ],
            AppView::Shelf(_) => vec![("Enter", "watch"), ("q", "menu")],
            AppView::Offer(..) => vec![("Enter", "go on"), ("n", "new game"), ("q", "menu")],
            AppView::Play(play) if play.game.outcome().is_some() => cards::keys_after(play),
            AppView::Play(play) => fitting(play.game.footer(), area.width),
            AppView::Replay(replay) => {
                let line = Line::styled(format!(" {}", replay.words()), paint::strong(look));
                let used = line.width() as u16 + 3;
                paint::line(area, buffer, &line, Alignment::Left);
                let rest = Rect {
                    x: area.x + used.min(area.width),
                    width: area.width.saturating_sub(used),
                    ..area
                };
                let rows = [("space", "pause"), (look.pick("←→", "h l"), "step"), ("?", "help")];
                return paint::line(rest, buffer, &cards::keys(look, &rows), Alignment::Left);
            }
        };
        let mut line = cards::keys(look, &rows);
        line.spans.insert(0, Span::raw(" "));
        paint::line(area, buffer, &line, Alignment::Left);
    }
}

/// The name of what is shown.
fn place(look: TerminalLook, title: &'static str) -> Span<'static> {
    Span::raw(format!("{} {title}", look.pick("▸", ">")))
}

/// The keys of a game for which there is room, and the two that always help.
fn fitting(keys: &[(&'static str, &'static str)], width: u16) -> Vec<(&'static str, &'static str)> {
    const GAP: usize = 3;
    let length = |(key, action): &(&str, &str)| key.chars().count() + 1 + action.chars().count();
    let mut rows = vec![("?", "help"), ("q", "menu")];
    let mut used = 1 + rows.iter().map(length).sum::<usize>() + GAP;
    for row in keys {
        used += GAP + length(row);
        // Keys are listed by importance, so a shorter one after this is not shown in its place.
        if used > usize::from(width) {
            break;
        }
        rows.push(*row);
    }
    rows
}
