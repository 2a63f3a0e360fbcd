//! The fixed cases of the course, and generated cases.

use jetan_games::rng::Rng;

use super::case::{PinnedGame, Twenty48Case, checkered_map, pair_map, unequal_map};
use super::map::{SLIDES, TileLine, TileMap, empty_cells};
use crate::project::CaseSize;

#[cfg(test)]
mod tests;

/// The course's cases, task by task.
pub(super) fn fixed() -> Vec<(&'static str, Twenty48Case)> {
    let mut cases = Vec::new();
    cases.extend(clears());
    cases.extend(tiles());
    cases.extend(slides());
    cases.extend(wins());
    cases.extend(loses());
    cases.extend(games());
    cases
}

/// The tiles 2, 4, 8, … with one in each of the first cells.
fn some_tiles() -> TileMap {
    std::array::from_fn(|cell| if cell < 6 { 2 << cell } else { 0 })
}

fn with(mut map: TileMap, cell: usize, tile: u32) -> TileMap {
    map[cell] = tile;
    map
}

fn clears() -> [(&'static str, Twenty48Case); 5] {
    [
        ("clear one tile", Twenty48Case::Clear { map: with([0; 16], 5, 2) }),
        ("clear the first cell", Twenty48Case::Clear { map: with([0; 16], 0, 4) }),
        ("clear the last cell", Twenty48Case::Clear { map: with([0; 16], 15, 8) }),
        ("clear a full map", Twenty48Case::Clear { map: unequal_map() }),
        ("clear an empty map", Twenty48Case::Clear { map: [0; 16] }),
    ]
}

fn tiles() -> [(&'static str, Twenty48Case); 7] {
    let full = unequal_map();
    let corners = [0, 3, 12, 15].into_iter().fold(full, |map, cell| with(map, cell, 0));
    [
        ("a tile on the empty map", Twenty48Case::Tile { map: [0; 16], seed: 1 }),
        ("a tile among others", Twenty48Case::Tile { map: some_tiles(), seed: 2 }),
        ("only the first cell is empty", Twenty48Case::Tile { map: with(full, 0, 0), seed: 3 }),
        ("only the last cell is empty", Twenty48Case::Tile { map: with(full, 15, 0), seed: 4 }),
        ("2 and 4 in the one empty cell", Twenty48Case::Tiles { map: with(full, 6, 0), seed: 6 }),
        ("four empty corners", Twenty48Case::Tiles { map: corners, seed: 7 }),
        ("every cell of the empty map", Twenty48Case::Tiles { map: [0; 16], seed: 8 }),
    ]
}

fn slides() -> Vec<(&'static str, Twenty48Case)> {
    let rows = [
        ("slide 2 0 4 0", [2, 0, 4, 0]),
        ("slide 0 2 2 4", [0, 2, 2, 4]),
        ("slide 0 2 2 2", [0, 2, 2, 2]),
        ("slide 2 2 2 2", [2, 2, 2, 2]),
        ("slide nothing", [0, 0, 0, 0]),
        ("slide one tile to the end", [2, 0, 0, 0]),
        ("slide one tile from the middle", [0, 2, 0, 0]),
        ("slide a tile that is at the end", [0, 0, 0, 2]),
        ("slide two tiles over a gap", [2, 0, 0, 2]),
        ("slide two different tiles over a gap", [4, 0, 0, 2]),
        ("slide four different tiles", [2, 4, 8, 16]),
        ("slide two pairs", [2, 2, 4, 4]),
        ("slide a pair before its double", [2, 2, 4, 0]),
        ("slide a pair behind its double", [0, 4, 2, 2]),
        ("slide a pair at the start", [2, 2, 0, 0]),
        ("slide three equal tiles and another", [4, 2, 2, 2]),
        ("slide equal tiles that do not meet", [2, 4, 2, 4]),
        ("slide large tiles", [1024, 1024, 512, 512]),
    ];
    let put = |tiles: [u32; 4], key, index, rest: u32| {
        let line = TileLine { index, key };
        let mut map = [rest; 16];
        for (cell, tile) in line.cells().into_iter().zip(tiles) {
            map[cell] = tile;
        }
        (map, line)
    };
    let slide = |tiles, key, index, rest, warm_up| {
        let (map, line) = put(tiles, key, index, rest);
        Twenty48Case::Slide { map, line, warm_up }
    };
    let mut cases: Vec<(&'static str, Twenty48Case)> =
        rows.into_iter().map(|(name, tiles)| (name, slide(tiles, b'd', 0, 0, None))).collect();
    cases.extend([
        ("slide in a column", slide([0, 2, 2, 4], b's', 1, 0, None)),
        ("slide upwards", slide([2, 0, 2, 2], b'w', 3, 0, None)),
        ("slide to the left", slide([2, 2, 0, 2], b'a', 2, 0, None)),
        ("slide among other tiles", slide([2, 0, 2, 4], b'd', 1, 8, None)),
        ("slide a column among other tiles", slide([2, 0, 2, 4], b's', 2, 8, None)),
        ("slide twice in a row", slide([0, 0, 0, 2], b'd', 3, 0, Some([2, 2, 4, 8]))),
        ("slide nothing after full cells", slide([0; 4], b'd', 0, 0, Some([2, 4, 8, 16]))),
    ]);
    cases
}

fn wins() -> [(&'static str, Twenty48Case); 12] {
    let win =
        |tile, cell, target| Twenty48Case::Win { map: with(some_tiles(), cell, tile), target };
    [
        ("64 wins 64", Twenty48Case::Win { map: with([0; 16], 0, 64), target: 64 }),
        ("no tile wins nothing", Twenty48Case::Win { map: [0; 16], target: 64 }),
        ("32 is not yet 64", Twenty48Case::Win { map: with([0; 16], 0, 32), target: 64 }),
        ("128 wins 64", Twenty48Case::Win { map: with([0; 16], 9, 128), target: 64 }),
        ("the last cell wins", win(256, 15, 256)),
        ("the target is larger than all tiles", win(256, 15, 512)),
        ("1024 is not yet 2048", win(1024, 7, 2048)),
        ("2048 wins 2048", win(2048, 7, 2048)),
        ("many 32 are not 64", Twenty48Case::Win { map: [32; 16], target: 64 }),
        ("64 is not yet 100", Twenty48Case::Win { map: with([0; 16], 3, 64), target: 100 }),
        ("128 wins 100", Twenty48Case::Win { map: with([0; 16], 12, 128), target: 100 }),
        ("1024 wins 1000", win(1024, 10, 1000)),
    ]
}

fn loses() -> Vec<(&'static str, Twenty48Case)> {
    let lose = |map| Twenty48Case::Lose { map };
    let mut cases = vec![
        ("a full map without equal neighbours", lose(unequal_map())),
        ("an empty map is not lost", lose([0; 16])),
        ("a row ends as the next begins", lose(checkered_map())),
        ("a full map of equal tiles", lose([2; 16])),
        ("the first cell is empty", lose(with(unequal_map(), 0, 0))),
        ("the last cell is empty", lose(with(unequal_map(), 15, 0))),
        ("a cell in the middle is empty", lose(with(unequal_map(), 6, 0))),
        ("only the last cell is full", lose(with([0; 16], 15, 2))),
    ];
    let pairs = [
        ("a pair in row 1, columns 1 and 2", 0, 1),
        ("a pair in row 1, columns 3 and 4", 2, 3),
        ("a pair in row 2, columns 2 and 3", 5, 6),
        ("a pair in row 4, columns 1 and 2", 12, 13),
        ("a pair in row 4, columns 2 and 3", 13, 14),
        ("a pair in row 4, columns 3 and 4", 14, 15),
        ("a pair in column 1, rows 1 and 2", 0, 4),
        ("a pair in column 1, rows 3 and 4", 8, 12),
        ("a pair in column 2, rows 2 and 3", 5, 9),
        ("a pair in column 4, rows 1 and 2", 3, 7),
        ("a pair in column 4, rows 2 and 3", 7, 11),
        ("a pair in column 4, rows 3 and 4", 11, 15),
    ];
    cases.extend(pairs.map(|(name, one, two)| (name, lose(pair_map(one, two)))));
    cases
}

fn games() -> Vec<(&'static str, Twenty48Case)> {
    let game = |target, keys: &[u8], seed| {
        Twenty48Case::Game(PinnedGame { refused: Vec::new(), target, keys: keys.to_vec(), seed })
    };
    let refused = |answers: &[&str], target| {
        let refused = answers.iter().map(|&answer| answer.to_owned()).collect();
        Twenty48Case::Game(PinnedGame { refused, target, keys: Vec::new(), seed: 1 })
    };
    vec![
        ("the first map", game(64, b"", 1)),
        ("the largest target", game(2048, b"", 2)),
        ("right", game(64, b"d", 1)),
        ("left", game(64, b"a", 2)),
        ("down", game(64, b"s", 3)),
        ("up", game(64, b"w", 4)),
        ("other keys do nothing", game(64, b"x d1a ", 5)),
        ("a slide that changes nothing", game(64, b"dddddd", 6)),
        ("up and down", game(64, b"wswswsws", 7)),
        ("into a corner until 64", game(64, &b"dsdsdsda".repeat(30), 8)),
        ("round and round until 64", game(64, &b"dsaw".repeat(40), 1)),
        ("a target that is not a tile", game(100, &b"dsaw".repeat(60), 9)),
        ("round and round until it is lost", game(2048, &b"dsaw".repeat(125), 2)),
        ("a target below 64 is refused", refused(&["63"], 64)),
        ("a target above 2048 is refused", refused(&["2049"], 2048)),
        ("several targets are refused", refused(&["0", "4096", "-64"], 128)),
        ("a word as target is refused", refused(&["many"], 64)),
    ]
}

/// A generated case: one in eleven is a game, the others are calls.
pub(super) fn generate(rng: &mut Rng, size: CaseSize) -> Twenty48Case {
    // By turns, so that every task gets its share of few cases too.
    match size.index % 11 {
        0 | 3 | 5 | 8 => slide(rng, size),
        1 => {
            let map = map(rng, size);
            // No game asks for a tile on a full map.
            let is_full = empty_cells(&map).is_empty();
            Twenty48Case::Tile { map: if is_full { with(map, 0, 0) } else { map }, seed: seed(rng) }
        }
        2 | 7 => Twenty48Case::Lose { map: full_map(rng, size) },
        4 | 9 => win(rng, size),
        6 => match rng.below(3) {
            0 => {
                let map = with(map(rng, size), rng.below(16) as usize, 0);
                Twenty48Case::Tiles { map, seed: seed(rng) }
            }
            _ => Twenty48Case::Clear { map: map(rng, size) },
        },
        _ => Twenty48Case::Game(game(rng, size)),
    }
}

fn seed(rng: &mut Rng) -> i64 {
    i64::from(rng.below(1_000_000))
}

/// One of the tiles 2, 4, …, so many of them.
fn tile(rng: &mut Rng, kinds: usize) -> u32 {
    2 << rng.below(kinds as u32)
}

/// A map with more and larger tiles the larger the case is, but now and then with few or many.
fn map(rng: &mut Rng, size: CaseSize) -> TileMap {
    // Eleven kinds reach 2048, the largest target.
    let kinds = size.between(1, 11);
    let filled = match rng.below(4) {
        0 => rng.below(17),
        1 => 13 + rng.below(4),
        _ => size.between(0, 15) as u32,
    };
    let mut cells: [usize; 16] = std::array::from_fn(|cell| cell);
    rng.shuffle(&mut cells);
    let mut map = [0; 16];
    for &cell in cells.iter().take(filled as usize) {
        map[cell] = tile(rng, kinds);
    }
    map
}

fn slide(rng: &mut Rng, size: CaseSize) -> Twenty48Case {
    let line = TileLine { index: rng.below(4) as usize, key: SLIDES[rng.below(4) as usize] };
    let kinds = match rng.below(3) {
        0 => 4,
        _ => size.between(1, 10),
    };
    let mut tiles = || {
        let gaps = rng.below(4);
        std::array::from_fn(|_| if rng.below(4) < gaps { 0 } else { tile(rng, kinds) })
    };
    let (row, first): ([u32; 4], [u32; 4]) = (tiles(), tiles());
    // Every second slide alone on the map, so that what it does to others is distinguished.
    let mut map = if size.index.is_multiple_of(2) { [0; 16] } else { map(rng, size) };
    for (cell, tile) in line.cells().into_iter().zip(row) {
        map[cell] = tile;
    }
    let warm_up = (rng.below(4) == 0).then_some(first);
    Twenty48Case::Slide { map, line, warm_up }
}

fn win(rng: &mut Rng, size: CaseSize) -> Twenty48Case {
    let power = 64 << rng.below(6);
    let target = match rng.below(3) {
        // Targets from 64 to 2048, not only tiles.
        0 => 64 + rng.below(1985),
        _ => power,
    };
    let mut map = map(rng, size);
    // Tiles near the target decide, and they can be anywhere.
    let near = (target.next_power_of_two() / 2) << rng.below(3);
    let cell = rng.below(16) as usize;
    // No tile but the chosen one may reach the target by accident.
    map = map.map(|tile| tile.min(target.next_power_of_two() / 2));
    if rng.below(4) > 0 {
        map[cell] = near;
    }
    Twenty48Case::Win { map, target }
}

/// A full map without equal neighbours, as it is, with one pair, or with an empty cell.
fn full_map(rng: &mut Rng, size: CaseSize) -> TileMap {
    let kinds = size.between(3, 10);
    let mut map: TileMap = [0; 16];
    for cell in 0..16 {
        // Ends: three kinds of tiles always leave one that differs from both neighbours.
        map[cell] = loop {
            let tile = tile(rng, kinds);
            let is_left = cell % 4 > 0 && map[cell - 1] == tile;
            let is_above = cell >= 4 && map[cell - 4] == tile;
            if !is_left && !is_above {
                break tile;
            }
        };
    }
    let cell = rng.below(16) as usize;
    match rng.below(8) {
        0..3 => {}
        3..6 => {
            let right = cell % 4 < 3 && rng.below(2) == 0;
            let (one, two) = match (right, cell < 12) {
                (true, _) => (cell, cell + 1),
                (false, true) => (cell, cell + 4),
                (false, false) => (cell - 4, cell),
            };
            map[two] = map[one];
        }
        6 => map[cell] = 0,
        _ => {
            for _ in 0..=rng.below(6) {
                map[rng.below(16) as usize] = 0;
            }
        }
    }
    debug_assert!(empty_cells(&map).len() <= 6);
    map
}

fn game(rng: &mut Rng, size: CaseSize) -> PinnedGame {
    // Short games are as telling as long ones, so the length grows slowly at first.
    let length = size.between(1, 22);
    let length = length * length;
    let corner = [&b"ds"[..], b"da", b"aw", b"sa"][rng.below(4) as usize];
    let style = rng.below(3);
    let mut key = |place: usize| match (style, rng.below(12)) {
        // One key in twelve is none of the four that slide.
        (_, 0) => b"x 1q0"[rng.below(5) as usize],
        (0, _) => b"dsaw"[place % 4],
        (1, 1..10) => corner[place % 2],
        _ => SLIDES[rng.below(4) as usize],
    };
    let keys = (0..length).map(&mut key).collect();
    let target = match rng.below(4) {
        0 | 1 => 64,
        2 => 64 << rng.below(6),
        _ => 64 + rng.below(1985),
    };
    let refused = match rng.below(8) {
        0 => vec![rng.below(64).to_string()],
        1 => vec![(2049 + rng.below(5000)).to_string()],
        _ => Vec::new(),
    };
    PinnedGame { refused, target, keys, seed: seed(rng) }
}
