//! Random input for the games: mostly what they wait for, and enough that they refuse.

use jetan_games::connect4::Column;
use jetan_games::connect4::four_in_a_row::{
    FirstMover, FourRowGame, FourRowQuestion, FourRowSettings,
};
use jetan_games::rng::Rng;
use jetan_games::tetrisito::{DropRules, notation, reference};

pub(crate) fn choose<'a, T>(items: &'a [T], rng: &mut Rng) -> &'a T {
    &items[rng.below(items.len() as u32) as usize]
}

/// Lines with ends of one kind, perhaps without the last one, perhaps cut off.
pub(crate) fn joined(lines: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let end = *choose(&["\n", "\n", "\r\n", "\r"], rng);
    let mut input = lines.join(end.as_bytes());
    if rng.below(4) > 0 {
        input.extend_from_slice(end.as_bytes());
    }
    if rng.below(8) == 0 {
        input.truncate(rng.below(input.len() as u32 + 1) as usize);
    }
    input
}

/// Keys that mostly answer what is asked, each on a line, or all on one.
pub(crate) fn four_in_a_row_keys(seed: u64, first: FirstMover) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut game = FourRowGame::new(FourRowSettings { trials: 3, first });
    let wrong_percent = *choose(&[0, 1, 3, 10, 40], &mut rng);
    let columns = 2 + rng.below(6);
    let mut keys = Vec::new();
    while let Some(question) = game.question() {
        let key = match question {
            _ if rng.below(100) < wrong_percent => *choose(b"089axyY \xff*", &mut rng),
            FourRowQuestion::Token => *choose(b"12", &mut rng),
            FourRowQuestion::Column(_) if rng.below(20) == 0 => *choose(b"1234567", &mut rng),
            FourRowQuestion::Column(_) => free_column(&game, columns, &mut rng),
            FourRowQuestion::Undo(_) => *choose(b"nnnnnnnnnnnnyY", &mut rng),
        };
        game.press(key);
        keys.push(vec![key]);
        if rng.below(500) == 0 {
            keys.push(vec![0]);
        }
    }
    if rng.below(8) == 0 { keys.concat() } else { joined(&keys, &mut rng) }
}

/// The key of one of the first columns if it is free and wins nothing, else of any free one.
fn free_column(game: &FourRowGame, columns: u32, rng: &mut Rng) -> u8 {
    let position = game.position();
    let is_tame = |column| position.can_play(column) && !position.is_winning_move(column);
    let all = Column::ALL;
    let mut column = all[rng.below(columns) as usize];
    for _ in 0..20 {
        if is_tame(column) {
            break;
        }
        column = *choose(&all, rng);
    }
    b'0' + column.number() as u8
}

pub(crate) fn connect_four_lines(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let odd: [&[u8]; 16] = [
        b"",
        b" ",
        b"7",
        b"-1",
        b"+1",
        b"3x",
        b"1 2",
        b"06",
        b"one",
        b"\t3",
        b"\0",
        b"3\0",
        b"\xff",
        b" 4                            ",
        b" 4                             ",
        b"  5  ",
    ];
    let odd_percent = *choose(&[0, 5, 30], &mut rng);
    let columns = 1 + rng.below(7);
    let lines = (0..*choose(&[5, 30, 70, 200], &mut rng)).map(|line| {
        if rng.below(100) < odd_percent {
            choose(&odd, &mut rng).to_vec()
        } else if line == 0 {
            choose(&[b"1", b"2"], &mut rng).to_vec()
        } else {
            rng.below(columns).to_string().into_bytes()
        }
    });
    let lines: Vec<Vec<u8>> = lines.collect();
    joined(&lines, &mut rng)
}

pub(crate) fn sudoku_rows(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let odd: [&[u8]; 12] = [
        b"",
        b" ",
        b"-1",
        b"+12",
        b" 0003 ",
        b"11234",
        b"2147483647",
        b"-2147483648",
        b"2147483648",
        b"12a4",
        b"\x011\x1f",
        b"\xff",
    ];
    let odd_percent = *choose(&[0, 2, 10], &mut rng);
    let clue_percent = *choose(&[10, 20, 40], &mut rng);
    let rows = (0..4 + rng.below(2)).map(|_| {
        if rng.below(100) < odd_percent {
            return choose(&odd, &mut rng).to_vec();
        }
        let cells = (0..4).map(|_| match rng.below(100) {
            percent if percent < clue_percent => *choose(b"1234", &mut rng),
            99 => b'5',
            _ => b'0',
        });
        cells.collect()
    });
    let rows: Vec<Vec<u8>> = rows.collect();
    joined(&rows, &mut rng)
}

/// A puzzle whose goal is often made by dropping some of the pieces.
pub(crate) fn tetrisito_puzzle(seed: u64, rules: DropRules, pieces: u32) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut grid = reference::init_arr();
    for row in &mut grid[8..] {
        for cell in row {
            *cell = *choose(&['.', 'X', 'X'], &mut rng);
        }
    }
    let mut rows = shown(&grid);
    let boxes: Vec<Vec<Vec<u8>>> = (0..pieces).map(|_| piece(&mut rng)).collect();
    for piece in &boxes {
        if rng.below(4) > 0 {
            drop(&mut grid, piece, rules, &mut rng);
        }
    }
    if rng.below(3) == 0 {
        *choose_mut(&mut grid[7], &mut rng) = 'X';
    }
    rows.extend(shown(&grid));
    let odd = *choose(&["", "3x", "-1", "7", " 2 "], &mut rng);
    let number = if rng.below(10) == 0 { odd.to_owned() } else { pieces.to_string() };
    // The first version looks at one piece only, which our rules have no word for.
    let number = if pieces == 1 && matches!(odd, "7" | " 2 ") { "1".to_owned() } else { number };
    rows.push(number.into_bytes());
    rows.extend(boxes.concat());
    if rng.below(10) == 0 {
        choose_mut(&mut rows, &mut rng).truncate(3);
    }
    joined(&rows, &mut rng)
}

fn choose_mut<'a, T>(items: &'a mut [T], rng: &mut Rng) -> &'a mut T {
    let count = items.len() as u32;
    &mut items[rng.below(count) as usize]
}

/// The visible rows.
fn shown(grid: &reference::CharGrid) -> Vec<Vec<u8>> {
    let cell = |&cell: &char| if cell == 'X' { b'#' } else { b'.' };
    grid[reference::HIDDEN_ROWS..].iter().map(|row| row.iter().map(cell).collect()).collect()
}

/// The rows of a box with four cells, or rarely with another number.
fn piece(rng: &mut Rng) -> Vec<Vec<u8>> {
    let mut cells = [b'.'; 16];
    let count = if rng.below(10) == 0 { rng.below(7) } else { 4 };
    let mut places: Vec<usize> = (8..16).collect();
    rng.shuffle(&mut places);
    for &place in places.iter().take(count as usize) {
        cells[place] = b'#';
    }
    cells.chunks(4).map(<[u8]>::to_vec).collect()
}

/// Drops a piece of up to four cells somewhere, if that is possible.
fn drop(grid: &mut reference::CharGrid, rows: &[Vec<u8>], rules: DropRules, rng: &mut Rng) {
    let rows: Vec<&str> = rows.iter().map(|row| str::from_utf8(row).expect("ASCII")).collect();
    let Ok(piece) = notation::parse_piece(&rows, 1) else { return };
    let mut pairs = reference::convert_pieces_to_pairs(piece);
    pairs.truncate(4);
    let offsets = reference::COLUMNS - reference::get_max_x_of_piece(&pairs);
    let offset = rng.below(offsets as u32) as usize;
    let (mut dropped, is_possible) = reference::drop_piece_in_grid(grid, &pairs, offset);
    if is_possible {
        if rules.clears_lines {
            reference::clear_lines(&mut dropped);
        }
        *grid = dropped;
    }
}
