//! The text beside the field: numbers, the rules, and the legend.

use jetan_games::tetrisito::{DropOrder, PieceRule};
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::TetrisitoScreen;
use super::layout::TetrisitoLayout;
use super::picture::bold;
use super::tile;
use crate::look::TerminalLook;
use crate::paint::{ACCENT, BAD, WARM, dim};
use jetan_play::tetrisito::{START, TetrisitoPosition};

/// Draws everything that there is room for.
pub(super) fn draw(
    screen: &TetrisitoScreen,
    position: &TetrisitoPosition,
    layout: &TetrisitoLayout,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let mut lines = numbers(screen, position, layout, look);
    if layout.has_panel {
        lines.push(Line::default());
        let rules = rules(screen, look);
        // The third rule takes the row between rules and signs.
        let has_gap = rules.len() < 3 || layout.scale > 1;
        lines.extend(rules);
        if has_gap {
            lines.push(Line::default());
        }
        lines.extend(legend(look));
    } else if layout.pieces.is_none() {
        lines.push(short_list(screen, position, look));
    }
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(layout.status, buffer);
}

fn numbers<'a>(
    screen: &TetrisitoScreen,
    position: &TetrisitoPosition,
    layout: &TetrisitoLayout,
    look: TerminalLook,
) -> Vec<Line<'a>> {
    let (play, goal) = (screen.attempt(), screen.attempt().puzzle().goal().as_bits());
    let (field, pieces) = (position.field.as_bits(), play.pieces().len());
    let row = |label: &str, value: Span<'a>| {
        Line::from(vec![Span::styled(format!("{label:9}"), dim(look)), value])
    };
    let used = position.used.count_ones();
    let open = (goal & !field).count_ones().to_string();
    let extra = (field & !goal).count_ones();
    let extra_style = if extra > 0 { bold(look, BAD) } else { Style::new() };
    let cells = [
        row("to fill", Span::raw(open)),
        row("too many", Span::styled(extra.to_string(), extra_style)),
    ];
    if !layout.has_panel {
        let used = row("used", Span::raw(format!("{used}/{pieces}")));
        return [used].into_iter().chain(cells).collect();
    }
    // Drops that are still to be animated are not counted yet.
    let shown_later = screen.motions.iter().filter(|motion| !motion.is_refusal()).count();
    // Never negative: every motion but a refusal belongs to a drop that was made.
    let drops = play.drops() - shown_later;
    let drops = match play.hints() {
        0 => drops.to_string(),
        1 => format!("{drops}, 1 hint"),
        hints => format!("{drops}, {hints} hints"),
    };
    let offset = screen.motions.front().map_or(screen.offset, |motion| motion.drop.offset);
    let pieces = row("pieces", Span::raw(format!("{used} of {pieces} used")));
    let [open, extra] = cells;
    let offset = row("offset", Span::raw(offset.to_string()));
    vec![pieces, offset, open, extra, row("drops", Span::raw(drops))]
}

fn rules<'a>(screen: &TetrisitoScreen, look: TerminalLook) -> Vec<Line<'a>> {
    let rules = screen.attempt().rules();
    let order = match rules.order {
        DropOrder::Any => "in any order",
        DropOrder::Given => "in the given order",
    };
    let usage = match rules.usage {
        PieceRule::Some => "some or all pieces,",
        PieceRule::All => "every piece,",
        PieceRule::Prefix => "the first few pieces,",
    };
    let clearing = rules.clears_lines.then_some("full rows vanish");
    let texts = [Some(usage), Some(order), clearing].into_iter().flatten();
    texts.map(|text| Line::styled(text, dim(look))).collect()
}

fn legend<'a>(look: TerminalLook) -> Vec<Line<'a>> {
    let row = |full: &'static str, ascii: &'static str, style: Style, text: &'static str| {
        let sign = Span::styled(look.pick(full, ascii), style);
        Line::from(vec![sign, Span::styled(format!("  {text}"), dim(look))])
    };
    let (inside, beside) = (look.pick("▒▒ ", ":: "), look.pick("░░", "!!"));
    let shadow = Line::from(vec![
        Span::styled(inside, look.ink(ACCENT)),
        Span::styled(beside, look.ink(BAD)),
        Span::styled("  rests in, beside", dim(look)),
    ]);
    vec![
        row("██", "##", look.ink(tile::colour(START)), "fits the goal"),
        row("╳╳", "xx", look.ink(BAD), "not in the goal"),
        row("[]", "[]", look.ink(WARM), "still to fill"),
        shadow,
    ]
}

/// The pieces in one line, where there is no room to draw them.
fn short_list<'a>(
    screen: &TetrisitoScreen,
    position: &TetrisitoPosition,
    look: TerminalLook,
) -> Line<'a> {
    let spans = (0..screen.attempt().pieces().len()).map(|at| {
        let number = at + 1;
        match (position.is_used(at), at == screen.chosen) {
            (true, _) => Span::styled(" - ", dim(look)),
            (_, true) => Span::styled(format!("[{number}]"), bold(look, WARM)),
            _ => Span::raw(format!(" {number} ")),
        }
    });
    Line::from(spans.collect::<Vec<_>>())
}
