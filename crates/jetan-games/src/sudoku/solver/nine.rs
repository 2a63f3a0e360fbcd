//! The 9×9 search, on all nine boxes at once.
//!
//! Vector `3 * i + j` holds the candidates of the cell in row `i` and column `j` of every box.
//! Rules that compare cells of a box compare vectors, and rules that compare boxes turn them, so
//! a pass over nine vectors applies every rule to the whole grid, with hardly a branch.
//! Everything is `inline(always)`, and closures are avoided, to end up in one function compiled for
//! one instruction set.

use super::lanes::{ALL_DIGITS, BOXES, BoxLanes, CELL_LANES, drop_lowest, empties};
use crate::search::SearchBudget;

/// The candidates of every cell.
#[derive(Clone, Copy)]
pub(super) struct LaneBoard<L> {
    cells: [L; 9],
}

/// Counts solutions up to the limit, and writes the first one found to `solution`.
///
/// The stack is scratch space: it keeps its memory from one search to the next.
#[inline(always)]
pub(super) fn search<L: BoxLanes>(
    stack: &mut Vec<LaneBoard<L>>,
    clues: &[u8; 81],
    limit: u64,
    solution: &mut [u8; 81],
    budget: &mut SearchBudget<'_>,
) -> u64 {
    if stack.is_empty() {
        stack.push(LaneBoard::empty());
    }
    stack[0].fill(clues);
    let mut search = LaneSearch { stack, limit, solution, budget, found: 0, depth: 0 };
    let mut is_root = true;
    // Two loops, because one that can do both is slower at either.
    while let Some(nodes) = search.explore::<false>(is_root, u64::MAX) {
        is_root = false;
        if search.explore::<true>(false, nodes).is_none() {
            break;
        }
    }
    search.found
}

struct LaneSearch<'s, 'b, L> {
    stack: &'s mut Vec<LaneBoard<L>>,
    limit: u64,
    solution: &'s mut [u8; 81],
    budget: &'s mut SearchBudget<'b>,
    found: u64,
    /// The board to look at next; those below wait with the other half of a guess.
    depth: usize,
}

impl<L: BoxLanes> LaneSearch<'_, '_, L> {
    /// Visits boards until the search is over, or until one of the other kind should go on, for
    /// as many nodes as it says.
    ///
    /// Boards that are open are guessed at by cells, with one pass of the rules between guesses,
    /// all others by lines, with all that the rules can say.
    #[inline(always)]
    fn explore<const IS_OPEN: bool>(&mut self, is_root: bool, nodes_max: u64) -> Option<u64> {
        let mut is_root = is_root;
        let mut nodes_left = nodes_max;
        while self.found < self.limit && self.budget.spend() {
            let board = &mut self.stack[self.depth];
            let next = if IS_OPEN {
                if board.apply_once() { board.choose_cell() } else { SearchDecision::Fail }
            } else if board.propagate() {
                if is_root && let Some(nodes) = board.nodes_as_open() {
                    return Some(nodes);
                }
                board.choose_line()
            } else {
                SearchDecision::Fail
            };
            is_root = false;
            if let SearchDecision::Guess(guess) = next {
                self.guess::<IS_OPEN>(guess);
            } else if !self.go_back(matches!(next, SearchDecision::Solved)) {
                return None;
            }
            if IS_OPEN {
                nodes_left -= 1;
                if nodes_left == 0 {
                    return Some(u64::MAX);
                }
            }
        }
        None
    }

    #[inline(always)]
    fn guess<const IS_OPEN: bool>(&mut self, first: BinaryGuess) {
        let mut guess = Some(first);
        while let Some(right) = guess {
            // Boards stay when the search goes back, so memory is allocated once for each depth.
            if self.depth + 1 == self.stack.len() {
                self.stack.push(LaneBoard::empty());
            }
            let (waiting, free) = self.stack.split_at_mut(self.depth + 1);
            waiting[self.depth].split(&right, &mut free[0]);
            self.depth += 1;
            guess = if IS_OPEN { free[0].guess_beside(&right) } else { None };
        }
    }

    /// Leaves a board that is solved or has no solution; false when no other waits.
    #[inline(always)]
    fn go_back(&mut self, is_solved: bool) -> bool {
        if is_solved {
            if self.found == 0 {
                *self.solution = self.stack[self.depth].digits();
            }
            self.found += 1;
        }
        let has_more = self.depth > 0;
        self.depth -= usize::from(has_more);
        has_more
    }
}

/// The next action when the rules have nothing more to say.
enum SearchDecision {
    Guess(BinaryGuess),
    Solved,
    Fail,
}

/// A row, a column or a cell of a box, and a digit that may stand in it or elsewhere in the box.
struct BinaryGuess {
    /// The vectors of these cells, one bit each.
    line: u32,
    lane: usize,
    digit: u16,
    /// The digits that must not be guessed beside this one before the rules are applied.
    taken: u16,
}

impl<L: BoxLanes> LaneBoard<L> {
    fn empty() -> Self {
        Self { cells: [L::splat(0); 9] }
    }

    /// Starts from the clues; a clue that is not a digit leaves its cell without candidates.
    #[inline(always)]
    fn fill(&mut self, clues: &[u8; 81]) {
        self.cells = L::from_clues(clues);
    }

    #[inline(always)]
    fn digits(&self) -> [u8; 81] {
        let mut sets = [[0; 16]; 9];
        for (cell, sets) in self.cells.iter().zip(&mut sets) {
            *sets = cell.to_array();
        }
        let mut digits = [0; 81];
        for (digit, &place) in digits.iter_mut().zip(&CELL_LANES) {
            let set = sets[usize::from(place >> 4)][usize::from(place & 15)];
            // A table, because the loop would be made of vectors, which cannot count zeros.
            *digit = DIGITS[usize::from(set & ALL_DIGITS)];
        }
        digits
    }

    /// Applies the rules until nothing changes; false when the grid has no solution.
    #[inline(always)]
    fn propagate(&mut self) -> bool {
        let mut before = self.sum();
        loop {
            if !self.apply_once() {
                return false;
            }
            let mut after = self.sum();
            if after.equals(before) {
                // Triples cost a fifth of a pass and rarely help: they wait for the others.
                self.lock_triples();
                after = self.sum();
                if after.equals(before) {
                    return true;
                }
            }
            before = after;
        }
    }

    /// Applies all rules but that of triples once; false when the grid has no solution.
    #[inline(always)]
    fn apply_once(&mut self) -> bool {
        self.lock_rows();
        self.lock_columns();
        self.place_singles()
    }

    /// A number per box that shrinks with every candidate removed.
    #[inline(always)]
    fn sum(&self) -> L {
        let [a, b, c, d, e, f, g, h, i] = self.cells;
        let left = a.add(b).add(c.add(d));
        let right = e.add(f).add(g.add(h));
        left.add(right).add(i)
    }

    /// The digits that each row of a box may hold.
    #[inline(always)]
    fn rows(&self) -> [L; 3] {
        let [a, b, c, d, e, f, g, h, i] = self.cells;
        [a.or(b).or(c), d.or(e).or(f), g.or(h).or(i)]
    }

    /// The digits that each column of a box may hold.
    #[inline(always)]
    fn columns(&self) -> [L; 3] {
        let [a, b, c, d, e, f, g, h, i] = self.cells;
        [a.or(d).or(g), b.or(e).or(h), c.or(f).or(i)]
    }

    #[inline(always)]
    fn keep_rows(&mut self, [top, middle, bottom]: [L; 3]) {
        let [a, b, c, d, e, f, g, h, i] = self.cells;
        let (a, b, c) = (a.and(top), b.and(top), c.and(top));
        let (d, e, f) = (d.and(middle), e.and(middle), f.and(middle));
        let (g, h, i) = (g.and(bottom), h.and(bottom), i.and(bottom));
        self.cells = [a, b, c, d, e, f, g, h, i];
    }

    #[inline(always)]
    fn keep_columns(&mut self, [left, middle, right]: [L; 3]) {
        let [a, b, c, d, e, f, g, h, i] = self.cells;
        let (a, d, g) = (a.and(left), d.and(left), g.and(left));
        let (b, e, h) = (b.and(middle), e.and(middle), h.and(middle));
        let (c, f, i) = (c.and(right), f.and(right), i.and(right));
        self.cells = [a, b, c, d, e, f, g, h, i];
    }

    /// A digit stands in three different rows of a band's three boxes.
    #[inline(always)]
    fn lock_rows(&mut self) {
        self.keep_rows(possible(arrangements(self.rows(), L::right, L::left), L::right, L::left));
    }

    /// A digit stands in three different columns of a stack's three boxes.
    #[inline(always)]
    fn lock_columns(&mut self) {
        self.keep_columns(possible(
            arrangements(self.columns(), L::below, L::above),
            L::below,
            L::above,
        ));
    }

    /// Three digits that are all a row or column of a box may hold stand nowhere else in the box.
    #[inline(always)]
    fn lock_triples(&mut self) {
        self.keep_rows(without_triples(self.rows()));
        self.keep_columns(without_triples(self.columns()));
    }

    /// Places a cell's only digit and a digit's only cell in a box; false on a contradiction.
    ///
    /// A digit placed in a box leaves one row and one column there, so the locks take it from
    /// the rest of its row and column.
    #[inline(always)]
    fn place_singles(&mut self) -> bool {
        let mut singles = Self { cells: self.cells };
        for single in &mut singles.cells {
            // A set of one digit is empty without its lowest.
            *single = single.and(single.drop_lowest().empties());
        }
        let solved = singles.any();
        // A sum of different bits is their union; a digit placed twice makes it larger.
        if !singles.sum().equals(solved) {
            return false;
        }
        for (cell, single) in self.cells.iter_mut().zip(&singles.cells) {
            *cell = cell.without(solved).or(*single);
        }
        let (once, twice) = self.once_and_twice();
        if !once.equals(L::splat(ALL_DIGITS)) {
            return false;
        }
        let hidden = once.without(twice);
        // A cell without a digit, or one that is the only place of two.
        let mut wrong = L::splat(0);
        for cell in &mut self.cells {
            let only_here = cell.and(hidden);
            wrong = wrong.or(cell.empties().or(only_here.drop_lowest()));
            *cell = cell.and(hidden.or(only_here.empties()));
        }
        wrong.equals(L::splat(0))
    }

    /// The digits that some cell of the box may hold.
    #[inline(always)]
    fn any(&self) -> L {
        let [top, middle, bottom] = self.rows();
        top.or(middle).or(bottom)
    }

    /// The digits that at least one cell of the box may hold, and at least two.
    #[inline(always)]
    fn once_and_twice(&self) -> (L, L) {
        let [a, b, c, d, e, f, g, h, i] = self.cells;
        let (top, twice_top) = once_and_twice(a, b, c);
        let (middle, twice_middle) = once_and_twice(d, e, f);
        let (bottom, twice_bottom) = once_and_twice(g, h, i);
        let (once, twice) = once_and_twice(top, middle, bottom);
        (once, twice.or(twice_top).or(twice_middle.or(twice_bottom)))
    }

    /// For how many nodes a search that begins here should treat its boards as open.
    #[inline(always)]
    fn nodes_as_open(&self) -> Option<u64> {
        let mut number = 0;
        for cell in &self.cells {
            let [a, b, c] = cell.to_words();
            number += a.count_ones() + b.count_ones() + c.count_ones();
        }
        let mut classes = OPEN_NODES.iter().filter(|(candidates, _)| number > *candidates);
        classes.next().map(|(_, nodes)| *nodes)
    }

    /// The next guess in an open board: in the first band that is not filled, at a cell with two
    /// candidates, or else at the first without a digit.
    ///
    /// What is wrong shows soon when guesses are close to each other, and two solutions are found
    /// in 20 to 50 guesses. Those of [`Self::choose_line`] arrange digits over whole bands before
    /// it shows that they leave a cell without one, and need thousands for some boards.
    #[inline(always)]
    fn choose_cell(&mut self) -> SearchDecision {
        for band in 0..3 {
            let mut first = None;
            for (vector, cell) in self.cells.iter().enumerate() {
                // The fourth lane of a band may hold anything.
                let word = cell.to_words()[band] & BOXES;
                let twice = drop_lowest(word);
                if twice == 0 {
                    continue;
                }
                let pairs = twice & empties(drop_lowest(twice));
                let at = |cells: u64, taken: u16| {
                    let index = cells.trailing_zeros() as usize / 16;
                    let set = (word >> (16 * index)) as u16;
                    let digit = set & set.wrapping_neg();
                    SearchDecision::Guess(BinaryGuess {
                        line: 1 << vector,
                        lane: band * 4 + index,
                        digit,
                        taken: taken | digit,
                    })
                };
                if pairs != 0 {
                    return at(pairs, ALL_DIGITS);
                }
                first = first.or_else(|| Some(at(twice, 0)));
            }
            if let Some(guess) = first {
                return guess;
            }
        }
        // Every cell has one candidate, but the rules were not applied to all of them yet.
        if self.propagate() { SearchDecision::Solved } else { SearchDecision::Fail }
    }

    /// One more guess in the next box of the band, as long as there is much to choose from.
    ///
    /// Boards with few clues are filled with a third fewer passes that way. The digits differ, so
    /// that none of these guesses takes the candidate of another.
    #[inline(always)]
    fn guess_beside(&self, guess: &BinaryGuess) -> Option<BinaryGuess> {
        // The third box is the last of its band.
        if guess.taken == ALL_DIGITS || guess.lane % 4 == 2 {
            return None;
        }
        let lane = guess.lane + 1;
        for (vector, cell) in self.cells.iter().enumerate() {
            let set = cell.to_array()[lane & 15];
            let free = set & !guess.taken;
            if set & (set - 1) != 0 && free != 0 {
                let digit = free & free.wrapping_neg();
                return Some(BinaryGuess {
                    line: 1 << vector,
                    lane,
                    digit,
                    taken: guess.taken | digit,
                });
            }
        }
        None
    }

    /// The next guess: in the band or stack with the fewest arrangements left, at a digit with two
    /// of them.
    ///
    /// Each half of such a guess says something about at least two boxes; the first cell with two
    /// candidates would need half as many guesses again (Dillon's tdoku guesses similarly).
    #[inline(always)]
    fn choose_line(&self) -> SearchDecision {
        let (rows, columns) = (self.rows(), self.columns());
        let (falling, rising) = arrangements(rows, L::right, L::left);
        let across = (falling.to_words(), rising.to_words());
        let (falling, rising) = arrangements(columns, L::below, L::above);
        let down = (falling.transpose().to_words(), rising.transpose().to_words());
        let mut best = None;
        let mut fewest = u32::MAX;
        for (is_down, (falling, rising)) in [(false, across), (true, down)] {
            for band in 0..3 {
                let (falling, rising) = (falling[band], rising[band]);
                let number = falling.count_ones() + rising.count_ones();
                // Nine is one arrangement for each digit.
                if number > 9 && number < fewest {
                    fewest = number;
                    best = Some((is_down, band, falling, rising));
                }
            }
        }
        let Some((is_down, band, falling, rising)) = best else { return SearchDecision::Solved };
        let digit = fewest_ways(falling, rising);
        SearchDecision::Guess(if is_down {
            find_guess(columns, digit, [band, band + 4, band + 8], [0o111, 0o222])
        } else {
            find_guess(rows, digit, [band * 4, band * 4 + 1, band * 4 + 2], [0o007, 0o070])
        })
    }

    /// Writes the board where the guess is right to `right`, and stays the one where it is wrong.
    #[inline(always)]
    fn split(&mut self, guess: &BinaryGuess, right: &mut Self) {
        // The mask shows the compiler that the index is in range.
        let loss = L::from_array(&LANE_MASKS[guess.lane & 15]).and(L::splat(guess.digit));
        let losses = [loss, L::splat(0)];
        for (k, (wrong, right)) in self.cells.iter_mut().zip(&mut right.cells).enumerate() {
            let in_line = (guess.line >> k & 1) as usize;
            *right = wrong.without(losses[in_line]);
            *wrong = wrong.without(losses[1 - in_line]);
        }
    }
}

/// Above how many candidates a board is taken to have several solutions, and for how many nodes.
///
/// Of 2200 known puzzles with 17 clues or of the hardest kind, none has more than 304 candidates
/// when the rules have nothing more to say; random clues leave more until there are about 20 of
/// them. In between, two solutions show within some 16 nodes or hardly ever.
const OPEN_NODES: [(u32, u64); 2] = [(310, u64::MAX), (180, 16)];

/// The lowest digit of every set but the empty one.
const DIGITS: [u8; 512] = {
    let mut digits = [0; 512];
    let mut set = 1;
    while set < 512 {
        digits[set] = set.trailing_zeros() as u8 + 1;
        set += 1;
    }
    digits
};

/// All digits in one lane.
const LANE_MASKS: [[u16; 16]; 16] = {
    let mut masks = [[0; 16]; 16];
    let mut lane = 0;
    while lane < 16 {
        masks[lane][lane] = ALL_DIGITS;
        lane += 1;
    }
    masks
};

/// The first of the boxes where the digit has two lines left, and the first of these lines.
///
/// `first_lines` are the vectors of a box's first and second line.
#[inline(always)]
fn find_guess<L: BoxLanes>(
    lines: [L; 3],
    digit: u16,
    lanes: [usize; 3],
    first_lines: [u32; 2],
) -> BinaryGuess {
    let [first, second, third] = [lines[0].to_array(), lines[1].to_array(), lines[2].to_array()];
    let mut guess = BinaryGuess { line: 0, lane: 0, digit, taken: ALL_DIGITS };
    for lane in lanes {
        let in_line = |line: &[u16; 16]| line[lane & 15] & digit != 0;
        let number = usize::from(in_line(&first)) + usize::from(in_line(&second));
        if number + usize::from(in_line(&third)) > 1 {
            guess.line = first_lines[usize::from(!in_line(&first))];
            guess.lane = lane;
            break;
        }
    }
    guess
}

/// A digit with the fewest arrangements, but at least two.
#[inline(always)]
fn fewest_ways(falling: u64, rising: u64) -> u16 {
    let (mut once, mut twice, mut more) = (0, 0, 0);
    for word in [falling, rising] {
        for set in [word as u16, (word >> 16) as u16, (word >> 32) as u16] {
            more |= twice & set;
            twice |= once & set;
            once |= set;
        }
    }
    let pairs = twice & !more;
    let digits = if pairs != 0 { pairs } else { twice };
    digits & digits.wrapping_neg()
}

/// The ways to arrange each digit in a band, or in a stack.
///
/// `lines` are the digits that each of a box's three rows (or columns) may hold. There are six
/// ways to give three boxes three different rows: three that step down from box to box, here in
/// the three lanes of the first result, and three that step up.
#[inline(always)]
fn arrangements<L: BoxLanes>(
    lines: [L; 3],
    next: impl Fn(L) -> L,
    previous: impl Fn(L) -> L,
) -> (L, L) {
    let [first, second, third] = lines;
    let falling = first.and(next(second).and(previous(third)));
    let rising = first.and(previous(second).and(next(third)));
    (falling, rising)
}

/// The digits that each line of a box holds in some arrangement.
#[inline(always)]
fn possible<L: BoxLanes>(
    (falling, rising): (L, L),
    next: impl Fn(L) -> L,
    previous: impl Fn(L) -> L,
) -> [L; 3] {
    [falling.or(rising), previous(falling).or(next(rising)), next(falling).or(previous(rising))]
}

/// The digits that each line of a box holds when triples of other lines are taken away.
#[inline(always)]
fn without_triples<L: BoxLanes>([first, second, third]: [L; 3]) -> [L; 3] {
    let (a, b, c) = (triple(first), triple(second), triple(third));
    [first.without(b.or(c)), second.without(a.or(c)), third.without(a.or(b))]
}

/// The sets of at most three digits.
#[inline(always)]
fn triple<L: BoxLanes>(line: L) -> L {
    line.and(line.drop_lowest().drop_lowest().drop_lowest().empties())
}

/// The digits in at least one of three sets, and in at least two.
#[inline(always)]
fn once_and_twice<L: BoxLanes>(a: L, b: L, c: L) -> (L, L) {
    let either = a.or(b);
    (either.or(c), a.and(b).or(either.and(c)))
}
