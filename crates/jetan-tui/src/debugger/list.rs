//! Lists of lines of which one is chosen, and the steps they refer to.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::text::clean;
use crate::look::TerminalLook;
use crate::paint;

/// The most lines that are kept of what was said.
const LINES_MAX: usize = 10_000;

/// The beginning of the line in which the report of an error says where its cause is.
const CAUSE: &str = "the cause is there since ";

/// Lines, and the chosen one.
#[derive(Debug, Default)]
pub(super) struct ListPane {
    pub(super) lines: Vec<String>,
    pub(super) chosen: usize,
    top: usize,
    area: Rect,
    /// The line that each row of the screen belongs to.
    drawn: Vec<usize>,
}

impl ListPane {
    /// Other lines; what was chosen stays so, as far as there is such a line.
    pub(super) fn set(&mut self, lines: Vec<String>) {
        self.chosen = self.chosen.min(lines.len().saturating_sub(1));
        self.lines = lines;
    }

    /// A question and its answer at the end, of which the first line is chosen; the oldest lines
    /// are forgotten.
    pub(super) fn append(&mut self, question: String, answer: &[String]) {
        let start = self.lines.len();
        self.lines.push(question);
        self.lines.extend_from_slice(answer);
        let excess = self.lines.len().saturating_sub(LINES_MAX);
        self.lines.drain(..excess);
        self.top = start.saturating_sub(excess);
        self.chosen = (self.top + 1).min(self.lines.len().saturating_sub(1));
    }

    pub(super) fn move_by(&mut self, by: isize) {
        let last = self.lines.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }

    /// Chooses the line in a row of the screen.
    pub(super) fn click(&mut self, y: u16) {
        let row = usize::from(y.saturating_sub(self.area.y));
        let line = self.drawn.get(row).or(self.drawn.last());
        self.chosen = line.copied().unwrap_or_default().min(self.lines.len().saturating_sub(1));
    }

    /// The step that the chosen line refers to, or else the cause that its report ends with.
    pub(super) fn step(&self) -> Option<u64> {
        let chosen = self.lines.get(self.chosen)?;
        let rest = self.lines.iter().skip(self.chosen + 1);
        let mut answer = rest.take_while(|line| !line.starts_with("> "));
        let mut cause = || answer.find(|line| line.starts_with(CAUSE));
        step_in(chosen).or_else(|| step_in(cause()?))
    }

    pub(super) fn draw(
        &mut self,
        area: Rect,
        buffer: &mut Buffer,
        look: TerminalLook,
        is_focused: bool,
    ) {
        self.area = area;
        let height = usize::from(area.height).max(1);
        let width = usize::from(area.width);
        let rows = |line: &String| fitted(&clean(line), width).len();
        self.top = self.top.min(self.chosen).max((self.chosen + 1).saturating_sub(height));
        let mut above: usize = self.lines.iter().skip(self.top).map(rows).take(height).sum();
        let shown = self.lines.get(self.top..=self.chosen).unwrap_or_default();
        let mut until_chosen: usize = shown.iter().map(rows).sum();
        while until_chosen > height && self.top < self.chosen {
            until_chosen -= rows(&self.lines[self.top]);
            self.top += 1;
        }
        // No room is left empty below the last line while there are more above.
        while above < height && self.top > 0 {
            above += rows(&self.lines[self.top - 1]);
            if above <= height {
                self.top -= 1;
            }
        }
        self.drawn.clear();
        for (idx, line) in self.lines.iter().enumerate().skip(self.top) {
            let is_chosen = is_focused && idx == self.chosen;
            let style = match (is_chosen, line.starts_with("> ")) {
                (true, _) => Style::new().add_modifier(Modifier::REVERSED),
                (false, true) => paint::strong(look),
                (false, false) => Style::new(),
            };
            for row in fitted(&clean(line), width) {
                if self.drawn.len() == height {
                    return;
                }
                let y = area.y + self.drawn.len() as u16;
                buffer.set_stringn(area.x, y, row, width, style);
                self.drawn.push(idx);
            }
        }
    }
}

/// A line in rows of a width. A cause that is too long begins with its place and ends with an
/// ellipsis; anything else is wrapped.
fn fitted(line: &str, width: usize) -> Vec<String> {
    let length = line.chars().count();
    if length <= width || width == 0 {
        return vec![line.to_owned()];
    }
    if let Some(cause) = place_first(line) {
        return vec![shortened(&cause, width)];
    }
    let characters: Vec<char> = line.chars().collect();
    characters.chunks(width).map(|row| row.iter().collect()).collect()
}

/// A text that fits a width, with an ellipsis for what is left out.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    kept + "…"
}

/// A cause with its place before its value: `main.asm:24 $a0 = 6: move $a0, $v0`.
fn place_first(line: &str) -> Option<String> {
    let (value, behind) = line.split_once(" since ")?;
    let (_, behind) = behind.split_once(": ")?;
    let (place, text) = behind.split_once("  ")?;
    let indent = value.len() - value.trim_start().len();
    // The number in hex is the first thing that can be left out.
    let value = value.trim_start().split(" (0x").next()?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(format!("{}{place} {value}: {text}", " ".repeat(indent)))
}

/// The step that a line of an answer refers to, if it refers to one: when a call is about to be
/// made, or an instruction about to write what is there since then.
fn step_in(line: &str) -> Option<u64> {
    // The value is there since the step after its write; one before that the instruction is about
    // to write it.
    let (behind, before) = match line.split_once("since ") {
        Some((_, behind)) => (behind, 1),
        None => (line.split_once("called at ")?.1, 0),
    };
    // Counts have commas between thousands.
    let number = behind.split(|c: char| !c.is_ascii_digit() && c != ',').next()?;
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok().map(|count: u64| count.saturating_sub(before))
}

/// The steps of the run that somebody has visited.
#[derive(Debug)]
pub(super) struct VisitHistory {
    places: Vec<u64>,
    at: usize,
}

/// The most places that are remembered.
const PLACES_MAX: usize = 1000;

impl VisitHistory {
    pub(super) fn new(count: u64) -> VisitHistory {
        VisitHistory { places: vec![count], at: 0 }
    }

    /// Somebody has gone to a step. After a mere step it takes the place of the one before.
    pub(super) fn arrive(&mut self, count: u64, is_step: bool) {
        // The first place is never replaced by a step: one wants to come back to the start.
        if let Some(place) = self.places.get_mut(self.at)
            && (is_step && self.at > 0 || *place == count)
        {
            *place = count;
            return;
        }
        // Going somewhere new forgets the places ahead, as a browser does.
        self.places.truncate(self.at + 1);
        self.places.push(count);
        if self.places.len() > PLACES_MAX {
            self.places.remove(0);
        }
        self.at = self.places.len() - 1;
    }

    /// The place before or after this one, which is then the one at hand.
    pub(super) fn go(&mut self, by: isize) -> Option<u64> {
        let at = self.at.checked_add_signed(by)?;
        let place = self.places.get(at).copied()?;
        self.at = at;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_found_in_answers() {
        let cases = [
            ("$a0 = 6 (0x6) since 1,234,567: main.asm:17  move $a0, $v0", Some(1_234_566)),
            ("#1 fact(3, 0, 0, 0) called at 77, main.asm:4", Some(77)),
            ("1: break 0x00400014 <loop+16>, main.asm:8", None),
            ("since ever", None),
            ("since 99999999999999999999999:", None),
        ];
        for (line, expected) in cases {
            assert_eq!(step_in(line), expected, "{line}");
        }
    }

    #[test]
    fn a_cause_that_is_too_long_begins_with_its_place() {
        let line = "  $v0 = 6 (0x6) since 79: main.asm:40  mul   $v0, $v0, $a0";
        assert_eq!(fitted(line, 80), [line]);
        assert_eq!(fitted(line, 40), ["  main.asm:40 $v0 = 6: mul $v0, $v0, $a0"]);
        assert_eq!(fitted(line, 30), ["  main.asm:40 $v0 = 6: mul $v…"]);
        assert_eq!(fitted("abcdefg", 3), ["abc", "def", "g"]);
        assert_eq!(fitted("abc", 0), ["abc"]);
    }

    #[test]
    fn every_line_of_a_report_leads_to_its_cause() {
        let mut list = ListPane::default();
        let report = ["error: bad", "the cause is there since 27: a.asm:17  jal f"];
        list.append("> continue".to_owned(), &report.map(str::to_owned));
        assert_eq!(list.step(), Some(26));
        list.append("> print 1".to_owned(), &["1".to_owned()]);
        assert_eq!(list.step(), None);
    }

    #[test]
    fn one_goes_back_to_where_one_was() {
        let mut visited = VisitHistory::new(0);
        for (count, is_step) in
            [(1, true), (5000, false), (5001, true), (5002, true), (9000, false)]
        {
            visited.arrive(count, is_step);
        }
        assert_eq!(visited.go(-1), Some(5002));
        assert_eq!(visited.go(-1), Some(1));
        assert_eq!(visited.go(-1), Some(0));
        assert_eq!(visited.go(-1), None);
        assert_eq!(visited.go(2), Some(5002));
        visited.arrive(5002, false);
        visited.arrive(7000, false);
        assert_eq!(visited.go(1), None);
        assert_eq!(visited.go(-1), Some(5002));
    }

    #[test]
    fn a_list_forgets_its_oldest_lines() {
        let mut list = ListPane::default();
        let many: Vec<String> = (0..LINES_MAX).map(|idx| idx.to_string()).collect();
        list.append("> x".to_owned(), &many);
        list.append("> why".to_owned(), &["because".to_owned(), "of it".to_owned()]);
        assert_eq!(list.lines.len(), LINES_MAX);
        assert_eq!(list.lines[list.chosen], "because");
        list.move_by(isize::MAX);
        assert_eq!(list.lines[list.chosen], "of it");
    }
}
