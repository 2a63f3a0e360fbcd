//! The keys of Sudoku. In 16×16 grids the letters a to g are digits, so some commands have
//! another key there.

use jetan_games::sudoku::GridSize;

use crate::game::{Key, KeyRow};
use jetan_play::sudoku::value_of;

/// The command that a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SudokuCommand {
    /// Moves the cursor by so many rows and columns.
    Move(isize, isize),
    /// Writes a digit, or a note.
    Digit(u8),
    Clear,
    Pencil,
    Fill,
    Hint,
    Check,
    Undo,
    Redo,
    Solve,
    Close,
}

/// The command of a key in a grid of this size.
pub(super) fn command(size: GridSize, key: Key) -> Option<SudokuCommand> {
    Some(match key {
        Key::Up => SudokuCommand::Move(-1, 0),
        Key::Down => SudokuCommand::Move(1, 0),
        Key::Left => SudokuCommand::Move(0, -1),
        Key::Right => SudokuCommand::Move(0, 1),
        Key::Tab => SudokuCommand::Pencil,
        Key::Backspace => SudokuCommand::Clear,
        Key::Esc => SudokuCommand::Close,
        Key::Char(sign) => return letter(size, sign),
        _ => return None,
    })
}

fn letter(size: GridSize, sign: char) -> Option<SudokuCommand> {
    // Capitals stay free for commands: C and F check and fill where c and f are digits.
    if !sign.is_ascii_uppercase()
        && let Some(value) = value_of(sign, size)
    {
        return Some(SudokuCommand::Digit(value));
    }
    Some(match sign {
        // Half of w, a, s, d would only confuse.
        'w' | 's' if size == GridSize::Sixteen => return None,
        'k' | 'w' => SudokuCommand::Move(-1, 0),
        'j' | 's' => SudokuCommand::Move(1, 0),
        'h' | 'a' => SudokuCommand::Move(0, -1),
        'l' | 'd' => SudokuCommand::Move(0, 1),
        '0' | 'x' | '.' => SudokuCommand::Clear,
        'm' => SudokuCommand::Pencil,
        'f' | 'F' => SudokuCommand::Fill,
        'i' => SudokuCommand::Hint,
        'c' | 'C' => SudokuCommand::Check,
        'u' => SudokuCommand::Undo,
        'r' => SudokuCommand::Redo,
        'v' => SudokuCommand::Solve,
        _ => return None,
    })
}

/// The table of a size.
pub(super) fn rows(size: GridSize) -> &'static [KeyRow] {
    match size {
        GridSize::Four => &FOUR,
        GridSize::Nine => &NINE,
        GridSize::Sixteen => &SIXTEEN,
    }
}

/// The most useful keys in a grid of a size.
pub(super) fn short(size: GridSize) -> &'static [(&'static str, &'static str)] {
    match size {
        GridSize::Four => &SHORT_FOUR,
        GridSize::Nine => &SHORT_NINE,
        GridSize::Sixteen => &SHORT_SIXTEEN,
    }
}

type FooterKeys = [(&'static str, &'static str); 5];

const SHORT_NINE: FooterKeys =
    [("1-9", "write"), ("m", "notes"), ("i", "hint"), ("c", "check"), ("u", "take back")];
const SHORT_FOUR: FooterKeys =
    [("1-4", "write"), SHORT_NINE[1], SHORT_NINE[2], SHORT_NINE[3], SHORT_NINE[4]];
const SHORT_SIXTEEN: FooterKeys =
    [("1-9 a-g", "write"), SHORT_NINE[1], SHORT_NINE[2], ("C", "check"), SHORT_NINE[4]];

const fn row(shown: &'static str, keys: &'static [Key], action: &'static str) -> KeyRow {
    KeyRow { shown, keys, action }
}

use Key::{Backspace, Char, Down, Esc, Left, Right, Tab, Up};

const UP: KeyRow = row("Up w k", &[Up, Char('w'), Char('k')], "one cell up");
const DOWN: KeyRow = row("Down s j", &[Down, Char('s'), Char('j')], "one cell down");
const LEFT: KeyRow = row("Left a h", &[Left, Char('a'), Char('h')], "one cell left");
const RIGHT: KeyRow = row("Right d l", &[Right, Char('d'), Char('l')], "one cell right");
const CLEAR: KeyRow =
    row("0 . x Backspace", &[Char('0'), Char('.'), Char('x'), Backspace], "empty the cell");
const PENCIL: KeyRow = row("m Tab", &[Char('m'), Tab], "notes or digits");
const FILL: KeyRow = row("f F", &[Char('f'), Char('F')], "note all possible digits");
const HINT: KeyRow = row("i", &[Char('i')], "hint; again: why; again: do it");
const CHECK: KeyRow = row("c C", &[Char('c'), Char('C')], "check");
const UNDO: KeyRow = row("u", &[Char('u')], "take back");
const REDO: KeyRow = row("r", &[Char('r')], "redo");
const SOLVE: KeyRow = row("v", &[Char('v')], "solve it (press twice)");
const CLOSE: KeyRow = row("Esc", &[Esc], "put hint and marks away");

static FOUR: [KeyRow; 14] = [
    row("1-4", &[Char('1'), Char('2'), Char('3'), Char('4')], "write"),
    PENCIL,
    HINT,
    CHECK,
    UNDO,
    REDO,
    CLEAR,
    FILL,
    UP,
    DOWN,
    LEFT,
    RIGHT,
    SOLVE,
    CLOSE,
];

static NINE: [KeyRow; 14] = [
    row(
        "1-9",
        &[
            Char('1'),
            Char('2'),
            Char('3'),
            Char('4'),
            Char('5'),
            Char('6'),
            Char('7'),
            Char('8'),
            Char('9'),
        ],
        "write",
    ),
    PENCIL,
    HINT,
    CHECK,
    UNDO,
    REDO,
    CLEAR,
    FILL,
    UP,
    DOWN,
    LEFT,
    RIGHT,
    SOLVE,
    CLOSE,
];

static SIXTEEN: [KeyRow; 14] = [
    row(
        "1-9 a-g",
        &[
            Char('1'),
            Char('2'),
            Char('3'),
            Char('4'),
            Char('5'),
            Char('6'),
            Char('7'),
            Char('8'),
            Char('9'),
            Char('a'),
            Char('b'),
            Char('c'),
            Char('d'),
            Char('e'),
            Char('f'),
            Char('g'),
        ],
        "write 1 to 16",
    ),
    PENCIL,
    HINT,
    row("C", &[Char('C')], "check"),
    UNDO,
    REDO,
    CLEAR,
    row("F", &[Char('F')], "note all possible digits"),
    row("Up k", &[Up, Char('k')], "one cell up"),
    row("Down j", &[Down, Char('j')], "one cell down"),
    row("Left h", &[Left, Char('h')], "one cell left"),
    row("Right l", &[Right, Char('l')], "one cell right"),
    SOLVE,
    CLOSE,
];
