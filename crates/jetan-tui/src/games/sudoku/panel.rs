//! The whole picture: the board, what stands beside it, and the line under it.

use jetan_games::sudoku::SudokuGrid;
use jetan_games::sudoku::logic::{cell_name, symbol};
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::board::{self, CellFace, CellLight, DigitError};
use super::layout::SudokuLayout;
use super::{CHEER_TIME, SudokuMessage, SudokuScreen};
use crate::look::{Rgb, TerminalLook};
use crate::paint::{ACCENT, BAD, WARM, dim, strong, too_small};
use jetan_play::PlayableGame;
use jetan_play::sudoku::SudokuAttempt;
use jetan_play::sudoku::{sees, values_in};
use jetan_play::words::clock;

/// Below this no board can be made out.
const WIDTH_MIN: u16 = 9;
const HEIGHT_MIN: u16 = 4;

/// Draws a game.
pub(super) fn draw(
    screen: &SudokuScreen,
    attempt: &SudokuAttempt,
    area: Rect,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let area = area.intersection(buffer.area);
    if area.width < WIDTH_MIN || area.height < HEIGHT_MIN {
        too_small(area, buffer, "needs 20x5");
        return;
    }
    let layout = SudokuLayout::new(area, attempt.size(), screen.cursor);
    board::draw(&layout, &faces(screen, attempt), screen.advice.as_ref(), buffer, look);
    if let Some(panel) = layout.panel {
        draw_panel(screen, attempt, panel, buffer, look);
    }
    draw_message(screen, attempt, &layout, buffer, look);
}

/// Draws an empty board while the puzzle is being made.
pub(super) fn draw_waiting(
    screen: &SudokuScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let area = area.intersection(buffer.area);
    let size = screen.size();
    let signs = if look.is_ascii { ["|", "/", "-", "\\"] } else { ["◜", "◝", "◞", "◟"] };
    let sign = signs[(screen.shown.as_millis() / 150 % 4) as usize];
    if area.width < WIDTH_MIN || area.height < HEIGHT_MIN {
        Paragraph::new(format!("{sign} making a puzzle")).render(area, buffer);
        return;
    }
    let layout = SudokuLayout::new(area, size, 0);
    // A light wanders over the empty board.
    let front = (screen.shown.as_millis() / 60) as usize % (size.side() * 3);
    let faces: Vec<CellFace> = (0..size.cells())
        .map(|cell| {
            let distance = cell / size.side() + cell % size.side();
            let is_lit = distance.abs_diff(front) < 2;
            CellFace {
                light: if is_lit { CellLight::Seen } else { CellLight::None },
                ..CellFace::default()
            }
        })
        .collect();
    board::draw(&layout, &faces, None, buffer, look);
    let side = size.side();
    let wish = screen.game.settings().difficulty.map_or("", |difficulty| difficulty.name());
    if let Some(panel) = layout.panel {
        let lines = vec![
            Line::styled(format!("{side}x{side} {wish}"), bold(look, WARM)),
            Line::default(),
            Line::from(look.pick("making a puzzle…", "making a puzzle...")),
        ];
        Paragraph::new(lines).wrap(Wrap { trim: true }).render(panel, buffer);
    }
    let text = format!("{sign} {}", look.pick("making a puzzle…", "making a puzzle..."));
    Paragraph::new(text).alignment(Alignment::Center).render(layout.message, buffer);
}

fn faces(screen: &SudokuScreen, attempt: &SudokuAttempt) -> Vec<CellFace> {
    let position = attempt.position();
    let face = |cell: usize| CellFace {
        digit: position.grid.get(cell),
        notes: position.notes[cell],
        is_clue: attempt.is_clue(cell),
        light: light(screen, attempt, cell),
        fault: if screen.wrong.iter().any(|&(wrong, _)| wrong == cell) {
            DigitError::Wrong
        } else if position.is_clashing(cell) {
            DigitError::Clash
        } else {
            DigitError::None
        },
    };
    (0..attempt.size().cells()).map(face).collect()
}

fn light(screen: &SudokuScreen, attempt: &SudokuAttempt, cell: usize) -> CellLight {
    let (size, grid) = (attempt.size(), &attempt.position().grid);
    if attempt.is_over() {
        let front =
            screen.shown.as_millis() * (2 * size.side() as u128 + 6) / CHEER_TIME.as_millis();
        let distance = (cell / size.side() + cell % size.side()) as u128 + 3;
        let is_passed = screen.shown < CHEER_TIME && front.abs_diff(distance) < 3;
        return if is_passed { CellLight::Cheer } else { CellLight::None };
    }
    let digit = grid.get(screen.cursor);
    match (cell == screen.cursor, grid.get(cell)) {
        (true, _) if screen.is_pencil => CellLight::Pencil,
        (true, _) => CellLight::Pen,
        (_, same) if same != 0 && same == digit => CellLight::Same,
        _ if sees(size, cell, screen.cursor) => CellLight::Seen,
        _ => CellLight::None,
    }
}

fn draw_panel(
    screen: &SudokuScreen,
    attempt: &SudokuAttempt,
    panel: Rect,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let mut lines = facts(screen, attempt, panel, look);
    if let Some(advice) = &screen.advice {
        let (text, next) = advice.text();
        // Words are not broken, so a line may be a few columns short of the width.
        let rows = text.len() / usize::from(panel.width.saturating_sub(6).max(1)) + 4;
        if lines.len() + rows > usize::from(panel.height) {
            // The hint is what was asked for, so the numbers give way to it.
            lines.clear();
        } else {
            lines.push(Line::default());
        }
        lines.push(Line::styled(advice.heading(), bold(look, WARM)));
        lines.push(Line::from(text));
        lines.push(Line::styled(next, look.ink(ACCENT).add_modifier(Modifier::ITALIC)));
    }
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(panel, buffer);
}

/// Everything that can be counted, and what stands under the cursor.
fn facts<'a>(
    screen: &SudokuScreen,
    attempt: &SudokuAttempt,
    panel: Rect,
    look: TerminalLook,
) -> Vec<Line<'a>> {
    let is_narrow = panel.width < 24;
    let gap = (panel.height >= 14).then(Line::default);
    let mut lines = status(screen, attempt, look, is_narrow);
    lines.extend(gap.clone());
    if attempt.is_over() {
        lines.extend(ending(screen, attempt, look));
    } else {
        lines.extend(counts(attempt, look, is_narrow));
        lines.extend(gap);
        lines.push(under_cursor(screen, attempt, look, is_narrow));
    }
    lines
}

fn status<'a>(
    screen: &SudokuScreen,
    attempt: &SudokuAttempt,
    look: TerminalLook,
    is_narrow: bool,
) -> Vec<Line<'a>> {
    let side = attempt.size().side();
    let rating = match (screen.game.rating(), attempt.made()) {
        (Some(rating), _) if is_narrow => rating.difficulty().to_string(),
        (Some(rating), _) => rating.to_string(),
        (None, Some(difficulty)) => difficulty.to_string(),
        (None, None) => "your own".to_owned(),
    };
    let empty = side * side - attempt.position().grid.clues();
    let mode = if screen.is_pencil {
        Span::styled("notes", bold(look, ACCENT))
    } else {
        Span::raw("digits")
    };
    let rows = [
        ("time", Span::styled(clock(screen.game.elapsed()), bold(look, WARM))),
        ("hints", Span::raw(attempt.hints().to_string())),
        ("empty", Span::raw(empty.to_string())),
        ("write", mode),
    ];
    // Afterwards nothing is empty, and no digit can be written.
    let rows = rows.into_iter().take(if attempt.is_over() { 2 } else { 4 });
    let mut lines = vec![Line::from(vec![
        Span::styled(format!("{side}x{side}"), strong(look)),
        Span::raw(" "),
        Span::styled(rating, bold(look, WARM)),
    ])];
    if !is_narrow {
        lines.push(Line::default());
    }
    lines.extend(rows.map(|(label, value)| {
        let width = if is_narrow { 6 } else { 8 };
        Line::from(vec![Span::styled(format!("{label:width$}"), dim(look)), value])
    }));
    lines
}

/// The digits that are still to be placed; a dot for those that are complete.
fn counts<'a>(attempt: &SudokuAttempt, look: TerminalLook, is_narrow: bool) -> Vec<Line<'a>> {
    let grid: &SudokuGrid = &attempt.position().grid;
    let side = attempt.size().side();
    let left = |value: u8| {
        let placed = (0..side * side).filter(|&cell| grid.get(cell) == value);
        side.saturating_sub(placed.count())
    };
    let values = 1..=side as u8;
    let gap = if is_narrow || side == 16 { "" } else { " " };
    let signs: Vec<String> = values
        .clone()
        .map(|value| match left(value) {
            0 => look.pick("·", ".").to_owned(),
            _ => symbol(value).to_string(),
        })
        .collect();
    let numbers: Vec<String> = values
        .map(|value| match left(value) {
            0 => " ".to_owned(),
            number => symbol(number as u8).to_string(),
        })
        .collect();
    let label = |text: &'static str| {
        let width = if is_narrow { 0 } else { 8 };
        Span::styled(if is_narrow { String::new() } else { format!("{text:width$}") }, dim(look))
    };
    let digits = Span::styled(signs.join(gap), strong(look));
    let mut lines = vec![Line::from(vec![label("digits"), digits])];
    if !is_narrow {
        lines.push(Line::from(vec![label("missing"), Span::styled(numbers.join(gap), dim(look))]));
    }
    lines
}

fn under_cursor<'a>(
    screen: &SudokuScreen,
    attempt: &SudokuAttempt,
    look: TerminalLook,
    is_narrow: bool,
) -> Line<'a> {
    let (cell, position) = (screen.cursor, attempt.position());
    let name = cell_name(attempt.size(), cell);
    let notes: Vec<String> =
        values_in(position.notes[cell]).map(|value| symbol(value).to_string()).collect();
    let said = match position.grid.get(cell) {
        0 if notes.is_empty() && is_narrow => String::new(),
        0 if notes.is_empty() => "no notes".to_owned(),
        0 if is_narrow => notes.concat(),
        0 if notes.len() > 8 => format!("notes {}", notes.concat()),
        0 => format!("notes {}", notes.join(" ")),
        value if attempt.is_clue(cell) => format!("clue {}", symbol(value)),
        value => format!("yours {}", symbol(value)),
    };
    let width = if is_narrow { 6 } else { 8 };
    Line::from(vec![Span::styled(format!("{name:width$}"), look.ink(ACCENT)), Span::raw(said)])
}

fn ending<'a>(screen: &SudokuScreen, attempt: &SudokuAttempt, look: TerminalLook) -> Vec<Line<'a>> {
    let (heading, text) = match (screen.game.class(), attempt.is_solved_by_engine()) {
        (_, true) => ("Solved", "by the engine, so it does not count"),
        (Some(_), _) => (look.pick("★ Solved", "* Solved *"), "without any help"),
        (None, _) if attempt.hints() > 0 => ("Solved", "with hints, so it does not count"),
        (None, _) => ("Solved", "your own puzzle"),
    };
    vec![Line::styled(heading, bold(look, WARM)), Line::from(text)]
}

fn draw_message(
    screen: &SudokuScreen,
    attempt: &SudokuAttempt,
    layout: &SudokuLayout,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let SudokuMessage { text, is_warning } = &screen.message;
    let line = match (text.is_empty(), layout.panel, &screen.advice) {
        (false, ..) if *is_warning => Line::styled(text.as_str(), bold(look, BAD)),
        (false, ..) => Line::styled(text.as_str(), look.ink(ACCENT)),
        (_, None, Some(advice)) => Line::from(format!("{}: {}", advice.heading(), advice.text().0)),
        (_, None, None) => {
            let mode = if screen.is_pencil { " notes" } else { "" };
            let empty = attempt.size().cells() - attempt.position().grid.clues();
            Line::from(format!("{} {empty} empty{mode}", clock(screen.game.elapsed())))
        }
        _ => return,
    };
    // Beside a panel the middle is that of the board, if that is wide enough.
    let is_below_board = layout.panel.is_some() && line.width() <= usize::from(layout.window.width);
    let place = if is_below_board {
        Rect { x: layout.window.x, width: layout.window.width, ..layout.message }
    } else {
        layout.message
    };
    Paragraph::new(line).alignment(Alignment::Center).render(place, buffer);
}

fn bold(look: TerminalLook, colour: Rgb) -> Style {
    look.ink(colour).add_modifier(Modifier::BOLD)
}
