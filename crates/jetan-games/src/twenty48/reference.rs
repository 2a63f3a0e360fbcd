//! The rules once more, shaped like the course's program: a map of sixteen words, row by row, and
//! one procedure for each task.
//!
//! It is slow and plain on purpose: readable beside the document, and the second opinion of the
//! tests on the boards of 64 bits.

use crate::rng::Rng;

/// The variables in the data segment of the course's program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseMap {
    /// The tiles row by row, 0 for an empty cell.
    pub puzzle_map: [u32; 16],
    /// The tiles before the last slide.
    pub puzzle_map_prev: [u32; 16],
    /// The player wins with a tile of at least this number.
    pub target: u32,
    /// The largest tile.
    pub game_score: u32,
}

/// A map without tiles.
pub fn new_map(target: u32) -> CourseMap {
    CourseMap { puzzle_map: [0; 16], puzzle_map_prev: [0; 16], target, game_score: 0 }
}

/// Takes every tile off the map.
pub fn clear_map(map: &mut CourseMap) {
    for cell in 0..16 {
        map.puzzle_map[cell] = 0;
    }
}

/// Puts a 2 or a 4, equally likely, into a random empty cell; a full map stays as it is.
pub fn generate_a_random_tile(map: &mut CourseMap, rng: &mut Rng) {
    let mut zero_indices = Vec::new();
    for cell in 0..16 {
        if map.puzzle_map[cell] == 0 {
            zero_indices.push(cell);
        }
    }
    if zero_indices.is_empty() {
        return;
    }
    let chosen = rng.below(zero_indices.len() as u32) as usize;
    map.puzzle_map[zero_indices[chosen]] = if rng.below(2) == 0 { 2 } else { 4 };
}

/// Slides four cells, whose addresses the course passes in `$a0` to `$a3`, towards the last.
///
/// Equal tiles that meet merge once, the pair nearest the last cell first.
pub fn slide(mut cells: [&mut u32; 4]) {
    push(&mut cells);
    for place in [3, 2, 1] {
        // Two empty cells are equal as well; adding them changes nothing.
        if *cells[place] == *cells[place - 1] {
            *cells[place] = cells[place].wrapping_add(*cells[place - 1]);
            *cells[place - 1] = 0;
        }
    }
    push(&mut cells);
}

/// Slides the whole map by a key: `w` up, `s` down, `a` left, `d` right; others do nothing.
pub fn process_slide_operation(map: &mut CourseMap, key: char) {
    map.puzzle_map_prev = map.puzzle_map;
    for line in 0..4 {
        let row = [4 * line, 4 * line + 1, 4 * line + 2, 4 * line + 3];
        let column = [line, line + 4, line + 8, line + 12];
        let cells = match key {
            'd' => row,
            'a' => [row[3], row[2], row[1], row[0]],
            's' => column,
            'w' => [column[3], column[2], column[1], column[0]],
            _ => return,
        };
        // The cells of a line are all different, so their addresses can be taken together.
        if let Ok(addresses) = map.puzzle_map.get_disjoint_mut(cells) {
            slide(addresses);
        }
    }
}

/// The course's score becomes the largest tile.
pub fn update_game_score(map: &mut CourseMap) {
    map.game_score = 0;
    for cell in 0..16 {
        if map.puzzle_map[cell] > map.game_score {
            map.game_score = map.puzzle_map[cell];
        }
    }
}

/// True if a tile has reached the target.
pub fn check_win(map: &CourseMap) -> bool {
    for cell in 0..16 {
        if map.puzzle_map[cell] >= map.target {
            return true;
        }
    }
    false
}

/// True if the last slide moved or merged a tile.
pub fn check_map_changed(map: &CourseMap) -> bool {
    for cell in 0..16 {
        if map.puzzle_map[cell] != map.puzzle_map_prev[cell] {
            return true;
        }
    }
    false
}

/// True if the map is full and no two neighbours are equal.
pub fn check_lose(map: &CourseMap) -> bool {
    for row in 0..4 {
        for column in 0..4 {
            let tile = map.puzzle_map[4 * row + column];
            if tile == 0 {
                return false;
            }
            if column < 3 && tile == map.puzzle_map[4 * row + column + 1] {
                return false;
            }
            if row < 3 && tile == map.puzzle_map[4 * (row + 1) + column] {
                return false;
            }
        }
    }
    true
}

/// Moves the tiles of four cells to the end, keeping their order.
fn push(cells: &mut [&mut u32; 4]) {
    let mut end = 4;
    for place in [3, 2, 1, 0] {
        let tile = *cells[place];
        if tile != 0 {
            end -= 1;
            *cells[place] = 0;
            *cells[end] = tile;
        }
    }
}
