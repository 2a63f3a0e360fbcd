//! The panes of the debugger, and their rectangles in a terminal of some size.

use ratatui::layout::Rect;

use crate::paint::rows;

/// A part of the screen that shows one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    Source,
    Registers,
    Fpu,
    Memory,
    Stack,
    Calls,
    Stops,
    Log,
    Console,
    Screen,
    Tools,
}

impl Pane {
    /// In the order of the digits that choose them; the tenth is 0, and the last one has a letter.
    pub(super) const ALL: [Pane; 11] = [
        Pane::Source,
        Pane::Registers,
        Pane::Fpu,
        Pane::Memory,
        Pane::Stack,
        Pane::Calls,
        Pane::Stops,
        Pane::Log,
        Pane::Console,
        Pane::Screen,
        Pane::Tools,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Pane::Source => "Source",
            Pane::Registers => "Registers",
            Pane::Fpu => "FPU",
            Pane::Memory => "Memory",
            Pane::Stack => "Stack",
            Pane::Calls => "Calls",
            Pane::Stops => "Stops",
            Pane::Log => "Log",
            Pane::Console => "Console",
            Pane::Screen => "Screen",
            Pane::Tools => "Tools",
        }
    }

    /// The key that chooses it.
    pub(super) fn digit(self) -> char {
        if self == Pane::Tools {
            return TOOLS_KEY;
        }
        let place = Pane::ALL.iter().position(|pane| *pane == self).unwrap_or(0);
        char::from(b'0' + ((place + 1) % 10) as u8)
    }

    /// The pane that a digit chooses.
    pub(super) fn of_digit(digit: char) -> Option<Pane> {
        Pane::ALL.into_iter().find(|pane| pane.digit() == digit)
    }
}

/// The key of the pane for which no digit is left.
pub(super) const TOOLS_KEY: char = 't';

/// Panes that share a rectangle, of which one is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaneGroup {
    pub(super) area: Rect,
    pub(super) panes: &'static [Pane],
}

/// The rectangles of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PaneLayout {
    pub(super) groups: Vec<PaneGroup>,
    /// Whether groups have a frame with their names in it.
    pub(super) is_framed: bool,
    pub(super) timeline: Rect,
    pub(super) message: Rect,
    pub(super) prompt: Rect,
}

const SOURCE: &[Pane] = &[Pane::Source];
const VALUES: &[Pane] = &[Pane::Registers, Pane::Fpu];
const LOOKS: &[Pane] =
    &[Pane::Memory, Pane::Stack, Pane::Calls, Pane::Stops, Pane::Log, Pane::Tools];
const WORLD: &[Pane] = &[Pane::Console, Pane::Screen];
const LOOKS_AND_WORLD: &[Pane] = &[
    Pane::Console,
    Pane::Memory,
    Pane::Stack,
    Pane::Calls,
    Pane::Stops,
    Pane::Log,
    Pane::Screen,
    Pane::Tools,
];

/// With less than this one pane takes all the room.
const SPLIT_SIZE_MIN: (u16, u16) = (60, 16);
/// From so many rows on console and screen have a place of their own.
const TALL_ROWS_MIN: u16 = 30;
/// From so many columns on registers have more room.
const WIDE_COLUMNS_MIN: u16 = 100;
/// Registers in two columns, two lines about the chosen one, and a frame.
const VALUES_HEIGHT: u16 = 22;

/// Divides a terminal; if it is `zoomed`, one pane takes all the room.
pub(super) fn layout(area: Rect, is_zoomed: bool) -> PaneLayout {
    // The prompt is kept longest, the timeline goes first.
    let foot = match area.height {
        0..=2 => area.height.min(1),
        3..=5 => 2,
        _ => 3,
    };
    let above = area.height - foot;
    let panes = rows(area, 0, above);
    let (timeline, message) = match foot {
        3 => (rows(area, above, 1), rows(area, above + 1, 1)),
        2 => (Rect::ZERO, rows(area, above, 1)),
        _ => (Rect::ZERO, Rect::ZERO),
    };
    let prompt = rows(area, area.height.saturating_sub(1), 1);
    let is_framed = area.width >= SPLIT_SIZE_MIN.0 && area.height >= SPLIT_SIZE_MIN.1;
    let groups = if is_framed && !is_zoomed {
        split(panes)
    } else {
        vec![PaneGroup { area: panes, panes: &Pane::ALL }]
    };
    PaneLayout { groups, is_framed, timeline, message, prompt }
}

fn split(area: Rect) -> Vec<PaneGroup> {
    // Inside a frame 35 columns hold two columns of registers without their dollar signs, 46 with
    // them.
    let right = if area.width >= WIDE_COLUMNS_MIN { 46 } else { 35 };
    let left = Rect { width: area.width - right, ..area };
    let right = Rect { x: left.right(), width: right, ..area };
    // The three lines below the panes count as well: the bound is about the terminal.
    let is_tall = area.height + 3 >= TALL_ROWS_MIN;
    let source = area.height * 3 / 5;
    let mut groups = vec![
        PaneGroup { area: rows(left, 0, source), panes: SOURCE },
        PaneGroup { area: right, panes: VALUES },
        PaneGroup { area: rows(left, source, area.height), panes: LOOKS_AND_WORLD },
    ];
    if is_tall {
        groups[1].area = rows(right, 0, VALUES_HEIGHT);
        groups[2].panes = LOOKS;
        groups.push(PaneGroup { area: rows(right, VALUES_HEIGHT, area.height), panes: WORLD });
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_divided_without_overlap() {
        for (width, height) in [(0, 0), (1, 1), (20, 5), (60, 16), (80, 24), (120, 40), (300, 90)] {
            let area = Rect::new(0, 0, width, height);
            let layout = layout(area, false);
            let mut parts: Vec<Rect> = layout.groups.iter().map(|group| group.area).collect();
            parts.extend([layout.timeline, layout.message, layout.prompt]);
            let cells: u32 = parts.iter().map(|part| part.area()).sum();
            assert_eq!(cells, area.area(), "{width}x{height}: every cell belongs to one part");
            assert!(parts.iter().all(|part| area.union(*part) == area), "{width}x{height}");
        }
    }

    #[test]
    fn every_pane_has_a_place_in_every_layout_and_a_digit() {
        for (width, height) in [(20, 5), (80, 24), (120, 40)] {
            let layout = layout(Rect::new(0, 0, width, height), false);
            for pane in Pane::ALL {
                assert!(layout.groups.iter().any(|group| group.panes.contains(&pane)), "{pane:?}");
                assert_eq!(Pane::of_digit(pane.digit()), Some(pane));
            }
        }
    }
}
