//! Cards above a game: help, best scores, the offer to go on, and the result.

use jetan_games::GameTitle;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::play::ActiveGame;
use crate::game::KeyRow;
use crate::look::TerminalLook;
use crate::paint;
use jetan_play::scores::HighScores;

/// The keys of the application during a game.
const PLAY_KEYS: &[(&str, &str)] = &[
    ("?", "this help"),
    ("S", "save, and keep as a replay"),
    ("N", "new game"),
    ("B", "best scores"),
    ("q Esc", "menu; the game is saved"),
    ("Ctrl-C", "quit; the game is saved"),
];

/// The keys of the menu.
const MENU_KEYS: &[(&str, &str)] = &[
    ("Up Down j k", "choose a game"),
    ("Left Right h l", "change a setting"),
    ("Tab", "next thing to agree on"),
    ("Enter 1-5", "play; a saved game is offered"),
    ("n", "new game"),
    ("R", "watch a game that was kept"),
    ("B", "best scores"),
    ("q Esc", "quit"),
];

/// The keys of a replay.
const REPLAY_KEYS: &[(&str, &str)] = &[
    ("Space p", "pause, go on"),
    ("Right l d", "one move forward"),
    ("Left h a", "one move back"),
    ("Up 0 g", "to the start"),
    ("Down $ G", "to the end"),
    ("+ -", "faster, slower"),
    ("q Esc", "menu"),
];

/// The help for a game.
pub(super) fn game_help(look: TerminalLook, keys: &[KeyRow]) -> Vec<Line<'static>> {
    let rows = keys.iter().map(|row| (row.shown, row.action));
    let mut lines = key_lines(look, rows.chain(PLAY_KEYS.iter().copied()));
    lines.insert(keys.len(), Line::default());
    lines
}

/// The help for the menu.
pub(super) fn menu_help(look: TerminalLook) -> Vec<Line<'static>> {
    key_lines(look, MENU_KEYS.iter().copied())
}

/// The help for a replay.
pub(super) fn replay_help(look: TerminalLook) -> Vec<Line<'static>> {
    key_lines(look, REPLAY_KEYS.iter().copied())
}

fn key_lines<'a>(
    look: TerminalLook,
    rows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Vec<Line<'static>> {
    let width = rows.clone().map(|(shown, _)| shown.chars().count()).max().unwrap_or(0);
    let line = |(shown, action): (&str, &str)| {
        let keys = Span::styled(format!("{shown:<width$}  "), look.ink(paint::WARM));
        Line::from(vec![keys, Span::styled(action.to_owned(), look.ink(paint::BRIGHT))])
    };
    rows.map(line).collect()
}

/// The best scores of all games.
pub(super) fn best_scores(look: TerminalLook, scores: &HighScores) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut heading = None;
    for entry in scores.entries() {
        let this = Some((entry.game, entry.best.class.clone()));
        if this != heading {
            if heading.is_some() {
                lines.push(Line::default());
            }
            let title = Span::styled(entry.game.title(), paint::strong(look));
            let class = Span::styled(format!("  {}", entry.best.class), paint::dim(look));
            lines.push(Line::from(vec![title, class]));
            heading = this;
        }
        let seed = format!("seed {}", entry.seed);
        let value = Span::styled(format!("  {:>10}   ", entry.best.shown), look.ink(paint::WARM));
        lines.push(Line::from(vec![value, Span::styled(seed, paint::dim(look))]));
    }
    if lines.is_empty() {
        lines.push(Line::styled("there are none yet", paint::dim(look)));
    }
    lines
}

/// The offer to go on with a saved game.
pub(super) fn offer(look: TerminalLook, progress: &str, seed: u64) -> Vec<Line<'static>> {
    let seed = format!("seed {seed}");
    vec![
        Line::styled(format!("a saved game: {progress}"), look.ink(paint::BRIGHT)),
        Line::styled(seed, paint::dim(look)),
        Line::default(),
        keys(look, &[("Enter", "go on with it"), ("n", "new game"), ("q", "menu")]),
    ]
}

/// The card with the result of a game.
pub(super) fn ending(
    look: TerminalLook,
    play: &ActiveGame,
    scores: &HighScores,
    width: usize,
) -> Option<Vec<Line<'static>>> {
    let outcome = play.game.outcome()?;
    let words = paint::wrapped(&outcome.words, width);
    // Not narrower than the list that it lies upon, of which nothing should stick out.
    let line = |words: String| Line::styled(format!("{words:<22}"), paint::strong(look));
    let mut lines: Vec<Line<'static>> = words.into_iter().map(line).collect();
    match outcome.score {
        Some(best) if play.progress.is_best() => {
            let style = look.ink(paint::GOOD).add_modifier(Modifier::BOLD);
            let words = paint::wrapped(&format!("a new best: {}", best.shown), width);
            lines.extend(words.into_iter().map(|words| Line::styled(words, style)));
        }
        Some(best) => {
            let top = scores.best(play.game.name(), &best.class);
            let top =
                top.map_or_else(String::new, |top| format!(", the best is {}", top.best.shown));
            let words = paint::wrapped(&format!("score {}{top}", best.shown), width);
            lines.extend(words.into_iter().map(|words| Line::styled(words, paint::dim(look))));
        }
        None => {}
    }
    lines.push(Line::default());
    if play.game.can_go_on() {
        lines.push(keys(look, &[("c", "go on")]));
    }
    lines.push(keys(look, &[("N", "new game"), ("R", "replay")]));
    lines.push(keys(look, &[("Enter", "close"), ("q", "menu")]));
    Some(lines)
}

/// The keys for a game that is over.
pub(super) fn keys_after(play: &ActiveGame) -> Vec<(&'static str, &'static str)> {
    let mut rows = vec![("?", "help"), ("q", "menu"), ("N", "new game"), ("R", "replay")];
    if play.game.can_go_on() {
        rows.push(("c", "go on"));
    }
    rows
}

/// A line of keys and what they do.
pub(super) fn keys(look: TerminalLook, rows: &[(&str, &str)]) -> Line<'static> {
    let mut spans = Vec::new();
    for (at, (key, action)) in rows.iter().enumerate() {
        let gap = if at == 0 { "" } else { "   " };
        let style = look.ink(paint::WARM).add_modifier(Modifier::BOLD);
        spans.push(Span::styled(format!("{gap}{key}"), style));
        spans.push(Span::styled(format!(" {action}"), paint::dim(look)));
    }
    Line::from(spans)
}

/// The title of a game's card.
pub(super) fn title(name: GameTitle) -> &'static str {
    name.title()
}
