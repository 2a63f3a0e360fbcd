//! Reading the answer, and saying why it is right or wrong.

use jetan_games::tetrisito::{DropOrder, DropRules, FrozenField, PieceMask, PieceRule, PlanDrop};

use super::case::{PuzzleCase, board, cell, cells, fall, last_offset};
use super::shapes;
use crate::adapter::{Adapter, AnswerLocation};
use crate::picture::BoardPicture;

/// The program's answer; none if it says neither.
pub(super) fn read(adapter: &Adapter, output: &[u8]) -> Option<bool> {
    let text = adapter.read(output);
    let or_usual = |words: &[String], usual: &str| {
        if words.is_empty() { vec![usual.to_owned()] } else { words.to_vec() }
    };
    let yes = or_usual(&adapter.output.yes, "YES");
    let no = or_usual(&adapter.output.no, "NO");
    if adapter.output.answer == AnswerLocation::Exact {
        let is_one = |words: &[String]| words.iter().any(|word| word.trim() == text.trim());
        // An adapter may name a word on both sides; then it answers nothing.
        return (is_one(&yes) != is_one(&no)).then(|| is_one(&yes));
    }
    let text = text.to_lowercase();
    let last = |words: &[String]| words.iter().filter_map(|word| last_end(&text, word)).max();
    match (last(&yes), last(&no)) {
        (None, None) => None,
        // The one that ends last; of two that end together the longer one: `no` ends in `si no`.
        // `Option` orders none below any, so one word alone decides.
        (yes, no) => Some(yes > no),
    }
}

/// The answer of a program that did not end by itself: only if it is said once and last, because
/// other words may be lines of a search that never came to its end.
pub(super) fn read_final(adapter: &Adapter, output: &[u8]) -> Option<bool> {
    let said = read(adapter, output)?;
    let text = adapter.read(output).to_lowercase();
    let words = [(&adapter.output.yes, "yes"), (&adapter.output.no, "no")];
    let ends = words.into_iter().flat_map(|(words, usual)| match words.as_slice() {
        [] => vec![ends_of(&text, usual)],
        words => words.iter().map(|word| ends_of(&text, word)).collect(),
    });
    let mut ends: Vec<usize> = ends.flatten().collect();
    ends.sort_unstable();
    ends.dedup();
    let [end] = ends[..] else { return None };
    // A full stop or a bracket may follow, another word may not.
    (!text[end..].chars().any(char::is_alphanumeric)).then_some(said)
}

/// Whether a program says both, of which the last counts.
pub(super) fn says_both(adapter: &Adapter, output: &[u8]) -> bool {
    let text = adapter.read(output).to_lowercase();
    let has = |words: &[String], usual: &str| {
        let is_there = |word: &str| last_end(&text, word).is_some();
        if words.is_empty() { is_there(usual) } else { words.iter().any(|word| is_there(word)) }
    };
    has(&adapter.output.yes, "yes") && has(&adapter.output.no, "no")
}

/// The last occurrence of a word, as its end and its length; in any case, not inside another word.
fn last_end(text: &str, word: &str) -> Option<(usize, usize)> {
    ends_of(text, word).last().map(|end| (*end, word.trim().to_lowercase().len()))
}

/// The ends of all occurrences of a word.
fn ends_of(text: &str, word: &str) -> Vec<usize> {
    let word = word.trim().to_lowercase();
    if word.is_empty() {
        return Vec::new();
    }
    let is_whole = |&(at, _): &(usize, &str)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        // Letters only: a digit or a bracket next to the word does not make it another.
        !before.into_iter().chain(after).any(char::is_alphabetic)
    };
    let found = text.match_indices(word.as_str()).filter(is_whole);
    found.map(|(at, _)| at + word.len()).collect()
}

/// A plan in words: `dropping piece 2 at offset 0, then piece 1 at offset 3`.
pub(super) fn plan_in_words(plan: &[PlanDrop]) -> String {
    let step = |drop: &PlanDrop| format!("piece {} at offset {}", drop.piece + 1, drop.offset);
    format!("dropping {}", plan.iter().map(step).collect::<Vec<_>>().join(", then "))
}

/// The fields of a plan side by side.
pub(super) fn plan_in_pictures(
    case: &PuzzleCase,
    rules: DropRules,
    plan: &[PlanDrop],
) -> Vec<BoardPicture> {
    let fields = case.fields(rules, plan);
    let title = |step: usize| match step.checked_sub(1) {
        None => "start".to_owned(),
        Some(drop) => format!("piece {}", plan[drop].piece + 1),
    };
    let titled = |(step, &field): (usize, &FrozenField)| board(field).titled(title(step));
    fields.iter().enumerate().map(titled).collect()
}

/// Why the goal cannot be reached.
pub(super) fn reason(case: &PuzzleCase, rules: DropRules) -> String {
    let (start, goal) = (case.start.count(), case.goal.count());
    let brought = 4 * case.pieces.len() as u32;
    if goal > start + brought {
        return format!(
            "the goal has {goal} cells, more than the {start} of the start and the {brought} of \
             the pieces together"
        );
    }
    if !rules.clears_lines {
        let lost = cells(case.start).find(|&(row, column)| !has(case.goal, row, column));
        if let Some((row, column)) = lost {
            return format!(
                "the start has a cell in row {}, column {} that the goal has not, and cells never \
                 vanish",
                row + 1,
                column + 1
            );
        }
        // Does not underflow: every cell of the start is in the goal here.
        if (goal - start) % 4 != 0 {
            return format!(
                "the goal has {} more than the start, and every piece brings four cells",
                counted(goal - start)
            );
        }
    }
    if rules.clears_lines && has_full_row(case.goal) {
        return "the goal has a full row, and full rows vanish".to_owned();
    }
    // After the counts, because it tries every drop.
    if let Some((piece, offset)) = sticking_out(case, rules) {
        return format!(
            "piece {} at offset {offset} would stay partly in the hidden rows, which makes the \
             drop impossible, and nothing else makes the goal",
            piece + 1
        );
    }
    if rules.usage == PieceRule::All {
        return "no offsets of all the pieces make the goal".to_owned();
    }
    match (case.pieces.len(), rules.order) {
        (0, _) => "there is no piece to drop".to_owned(),
        (1, _) => "no offset of the piece makes the goal".to_owned(),
        (_, DropOrder::Any) => "no order and no offsets of the pieces make the goal".to_owned(),
        (_, DropOrder::Given) => {
            "no offsets of the pieces in the order given make the goal".to_owned()
        }
    }
}

/// The first thing to look at in a wrongly answered case. The case could have had fewer pieces
/// down to `pieces_min`, so those beyond matter.
pub(super) fn advice(
    case: &PuzzleCase,
    rules: DropRules,
    plan: Option<&[PlanDrop]>,
    pieces_min: usize,
) -> Option<String> {
    if !case.ends_in_newline {
        return Some(
            "the last line has no newline, as in many files of the course: does the program read \
             the last row all the same?"
                .to_owned(),
        );
    }
    let found = match plan {
        Some(plan) => advice_for_yes(case, rules, plan, pieces_min),
        None => advice_for_no(case, rules),
    };
    found.or_else(|| {
        let blank = case.pieces.iter().position(|&piece| shapes::blank_columns(piece) > 0)?;
        Some(format!(
            "piece {} has blank columns on the left of its box: they count, so at offset 0 its \
             first cell is not in the first column of the field",
            blank + 1
        ))
    })
}

fn advice_for_yes(
    case: &PuzzleCase,
    rules: DropRules,
    plan: &[PlanDrop],
    pieces_min: usize,
) -> Option<String> {
    if plan.is_empty() {
        return Some("compare before the first drop: nothing has to be dropped".to_owned());
    }
    let brought = case.start.count() + 4 * plan.len() as u32;
    if brought > case.goal.count() {
        return Some(
            "after a piece has frozen, all full rows vanish together, and the rows above move \
             down as they are"
                .to_owned(),
        );
    }
    let has_surplus = case.pieces.len() > plan.len().max(pieces_min);
    if has_surplus && rules.usage == PieceRule::Some {
        return Some(
            "any of the pieces may be left out: each is dropped at most once, the first too"
                .to_owned(),
        );
    }
    if has_surplus && rules.usage == PieceRule::Prefix {
        return Some(
            "the pieces after those may be left over: compare with the goal after every drop"
                .to_owned(),
        );
    }
    let is_in_order = plan.windows(2).all(|pair| pair[0].piece < pair[1].piece);
    if !is_in_order {
        return Some(
            "the pieces may be dropped in any order, not only in the one given".to_owned(),
        );
    }
    let at_border = plan.iter().find(|drop| {
        let piece = case.pieces[drop.piece];
        drop.offset == last_offset(piece)
    });
    if let Some(drop) = at_border {
        let column = case.pieces[drop.piece].last_column();
        return Some(format!(
            "the last offset of a piece is 5 - x, where x is the column of its rightmost cell in \
             the box: here 5 - {column} = {}",
            drop.offset
        ));
    }
    None
}

fn advice_for_no(case: &PuzzleCase, rules: DropRules) -> Option<String> {
    if sticking_out(case, rules).is_some() {
        return Some(
            "after a drop, look at the four hidden rows: if the piece has a cell there, the drop \
             is impossible and the grid stays as it was"
                .to_owned(),
        );
    }
    let some = DropRules { usage: PieceRule::Some, ..rules };
    if rules.usage != PieceRule::Some && case.plan(some).is_some() {
        let help = match rules.usage {
            PieceRule::Prefix => "no piece may be skipped: they fall from the first one on",
            _ => "all pieces have to be dropped, also when the goal is reached before",
        };
        return Some(help.to_owned());
    }
    if rules.order == DropOrder::Given {
        let any = DropRules { order: DropOrder::Any, ..rules };
        if case.plan(any).is_some() {
            return Some("the pieces have to fall in the order given".to_owned());
        }
    }
    let twice: Vec<_> = case.pieces.iter().chain(&case.pieces).copied().collect();
    let twice = PuzzleCase { pieces: twice, ..case.clone() };
    // The search grows steeply with the pieces, and this only looks for a hint.
    if case.pieces.len() <= 6 && twice.plan(rules).is_some() {
        return Some("a piece can be dropped only once: mark it as chosen".to_owned());
    }
    None
}

/// A piece and an offset at which it would make the goal if its hidden cells did not matter.
fn sticking_out(case: &PuzzleCase, rules: DropRules) -> Option<(usize, u32)> {
    for (index, &piece) in case.pieces.iter().enumerate() {
        for offset in 0..=last_offset(piece) {
            // `None` is a drop that the rules forbid; only such a one can stick out.
            if fall(case.start, piece, offset, rules).is_none()
                && visible_part(case, piece, offset) == case.goal.as_bits()
            {
                return Some((index, offset));
            }
        }
    }
    None
}

/// The start with what is visible of a piece that comes to rest partly in the hidden rows.
fn visible_part(case: &PuzzleCase, piece: PieceMask, offset: u32) -> u64 {
    let parts: Vec<(i64, u32)> = (0..4)
        .flat_map(|row| (0..4).map(move |column| (row, column)))
        .filter(|&(row, column)| piece.row(row) >> column & 1 == 1)
        .map(|(row, column)| (i64::from(row) - 4, column + offset))
        .collect();
    let is_free =
        |row: i64, column: u32| row < 0 || row < 6 && !has(case.start, row as u32, column);
    let mut fallen = 0;
    while parts.iter().all(|&(row, column)| is_free(row + fallen + 1, column)) {
        fallen += 1;
    }
    let visible = parts.iter().filter(|(row, _)| row + fallen >= 0);
    visible.fold(case.start.as_bits(), |bits, &(row, column)| {
        bits | cell((row + fallen) as u32, column)
    })
}

fn has_full_row(field: FrozenField) -> bool {
    (0..6).any(|row| (0..6).all(|column| has(field, row, column)))
}

fn has(field: FrozenField, row: u32, column: u32) -> bool {
    field.as_bits() & cell(row, column) != 0
}

fn counted(cells: u32) -> String {
    if cells == 1 { "one cell".to_owned() } else { format!("{cells} cells") }
}

#[cfg(test)]
mod tests {
    use jetan_games::rng::Rng;

    use super::*;

    #[test]
    fn the_last_whole_word_is_the_answer() {
        let cases: [(&str, Option<bool>); 12] = [
            ("YES", Some(true)),
            ("NO", Some(false)),
            ("no\n", Some(false)),
            ("Can it be done? (yes/no) -> Yes!", Some(true)),
            ("NO\nNO\nYES\n", Some(true)),
            ("YESNO", None),
            ("YES NO", Some(false)),
            ("NOTHING", None),
            ("yesterday", None),
            ("", None),
            ("YES1", Some(true)),
            ("número: 3\nNO", Some(false)),
        ];
        for (output, answer) in cases {
            assert_eq!(read(&Adapter::default(), output.as_bytes()), answer, "{output}");
        }
    }

    #[test]
    fn an_answer_with_both_words_is_noticed() {
        let says_both = |output: &[u8]| says_both(&Adapter::default(), output);
        assert!(says_both(b"Yes, with no rotation"));
        assert!(!says_both(b"Yes, without rotation"));
        assert!(!says_both(b"now: NO"));
    }

    #[test]
    fn words_of_an_adapter_replace_the_usual_ones() {
        let adapter = "[output]\nyes = ['SI']\nno = ['NO', 'SI NO']\nskip = ['SI/NO:']";
        let adapter = Adapter::parse(adapter).unwrap();
        for (output, answer) in [
            ("SI/NO: si", Some(true)),
            ("SI/NO:", None),
            ("si no", Some(false)),
            ("yes", None),
            ("no si", Some(true)),
        ] {
            assert_eq!(read(&adapter, output.as_bytes()), answer, "{output}");
        }
        let exact = Adapter::parse("[output]\nanswer = 'exact'").unwrap();
        assert_eq!(read(&exact, b" YES\n"), Some(true));
        assert_eq!(read(&exact, b"answer: YES"), None);
    }

    #[test]
    fn no_output_makes_the_reader_panic() {
        let mut rng = Rng::new(1);
        let pieces = ["yes", "NO", "\u{130}", "é", "ß", " ", "\n", "no", "Y"];
        for _ in 0..2000 {
            let mut output: Vec<u8> = Vec::new();
            for _ in 0..rng.below(12) {
                if rng.below(2) == 0 {
                    output.push(rng.below(256) as u8);
                } else {
                    output.extend(pieces[rng.below(9) as usize].bytes());
                }
            }
            read(&Adapter::default(), &output);
        }
    }
}
