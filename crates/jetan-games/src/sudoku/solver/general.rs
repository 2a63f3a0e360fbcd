//! The search for every size: candidates per cell, singles as propagation, and a guess in the
//! cell or at the digit with the fewest possibilities.

use super::super::grid::GridSize;
use crate::search::SearchBudget;

/// Counts solutions up to the limit and keeps the first one found.
pub(super) fn search(
    size: GridSize,
    cells: &[u8],
    limit: u64,
    budget: &mut SearchBudget<'_>,
) -> (u64, Vec<u8>) {
    let units = UnitTables::new(size);
    let mut search = GeneralSearch { units, size, limit, budget, found: 0, solution: Vec::new() };
    let mut state = CandidateState::new(size);
    let is_placed = (0..cells.len())
        .filter(|&cell| cells[cell] != 0)
        .all(|cell| state.assign(&search.units, cell, 1 << (cells[cell] - 1)));
    if is_placed && limit > 0 {
        search.descend(state);
    }
    (search.found, search.solution)
}

const CELLS_MAX: usize = 256;

/// The cells of every row, column and box of one size, and the peers of every cell.
struct UnitTables {
    side: usize,
    cells: Vec<Vec<u16>>,
    peers: Vec<Vec<u16>>,
}

/// The candidates of every cell, one bit per digit, and which cells have had theirs announced to
/// their peers.
#[derive(Clone)]
struct CandidateState {
    candidates: [u16; CELLS_MAX],
    is_placed: [bool; CELLS_MAX],
    open: usize,
}

struct GeneralSearch<'s, 'b> {
    units: UnitTables,
    size: GridSize,
    limit: u64,
    budget: &'s mut SearchBudget<'b>,
    found: u64,
    solution: Vec<u8>,
}

impl GeneralSearch<'_, '_> {
    /// Visits the solutions of a state; false once the whole search is over.
    fn descend(&mut self, mut state: CandidateState) -> bool {
        if !self.budget.spend() {
            return false;
        }
        if !state.find_hidden_singles(&self.units) {
            return true;
        }
        if state.open == 0 {
            if self.found == 0 {
                self.solution = state.digits(self.size);
            }
            self.found += 1;
            return self.found < self.limit;
        }
        // `all` ends with the first false, and with it the whole search at its limit.
        state.options(&self.units).into_iter().all(|(cell, digit)| {
            let mut child = state.clone();
            !child.assign(&self.units, cell, digit) || self.descend(child)
        })
    }
}

impl CandidateState {
    fn new(size: GridSize) -> Self {
        let all = ((1u32 << size.side()) - 1) as u16;
        let open = size.cells();
        Self { candidates: [all; CELLS_MAX], is_placed: [false; CELLS_MAX], open }
    }

    fn digits(&self, size: GridSize) -> Vec<u8> {
        let masks = &self.candidates[..size.cells()];
        masks.iter().map(|mask| mask.trailing_zeros() as u8 + 1).collect()
    }

    /// Places a digit and every cell that follows from it alone; false on a contradiction.
    fn assign(&mut self, units: &UnitTables, cell: usize, digit: u16) -> bool {
        if self.candidates[cell] & digit == 0 {
            return false;
        }
        self.candidates[cell] = digit;
        // An array suffices: each cell is queued once, when its digit becomes certain.
        let mut queue = [0u16; CELLS_MAX];
        let mut queued = 0;
        if !self.is_placed[cell] {
            self.is_placed[cell] = true;
            queue[0] = cell as u16;
            queued = 1;
        }
        let mut done = 0;
        while done < queued {
            let from = usize::from(queue[done]);
            done += 1;
            self.open -= 1;
            let digit = self.candidates[from];
            for &peer in &units.peers[from] {
                let peer = usize::from(peer);
                let before = self.candidates[peer];
                let after = before & !digit;
                if after == 0 {
                    return false;
                }
                self.candidates[peer] = after;
                if after.is_power_of_two() && !self.is_placed[peer] {
                    self.is_placed[peer] = true;
                    queue[queued] = peer as u16;
                    queued += 1;
                }
            }
        }
        true
    }

    /// Places digits that have one place left in a unit until there are none; false when a digit
    /// has no place.
    fn find_hidden_singles(&mut self, units: &UnitTables) -> bool {
        let all = ((1u32 << units.side) - 1) as u16;
        loop {
            let open_before = self.open;
            for unit in &units.cells {
                let (mut once, mut twice) = (0, 0);
                for &cell in unit {
                    let mask = self.candidates[usize::from(cell)];
                    twice |= once & mask;
                    once |= mask;
                }
                if once != all {
                    return false;
                }
                if !self.place_hidden(units, unit, once & !twice) {
                    return false;
                }
            }
            if self.open == open_before {
                return true;
            }
        }
    }

    /// Places those digits that have a single place in the unit; false on a contradiction.
    fn place_hidden(&mut self, units: &UnitTables, unit: &[u16], single: u16) -> bool {
        unit.iter().map(|&cell| usize::from(cell)).all(|cell| {
            let digit = self.candidates[cell] & single;
            digit == 0
                || self.is_placed[cell]
                || (digit.is_power_of_two() && self.assign(units, cell, digit))
        })
    }

    /// The next guess: a cell with its few candidates, or a digit with its few cells in a unit.
    fn options(&self, units: &UnitTables) -> Vec<(usize, u16)> {
        let cells = units.peers.len();
        let fewest = (0..cells)
            .filter(|&cell| !self.is_placed[cell])
            .min_by_key(|&cell| self.candidates[cell].count_ones())
            .expect("an open cell was counted");
        let mut options: Vec<_> =
            bits(self.candidates[fewest]).map(|digit| (fewest, digit)).collect();
        for unit in &units.cells {
            // No guess has fewer than two options, so nothing better can follow.
            if options.len() <= 2 {
                break;
            }
            for digit in (0..units.side).map(|shift| 1u16 << shift) {
                let places = || {
                    let cells = unit.iter().map(|&cell| usize::from(cell));
                    cells.filter(|&cell| self.candidates[cell] & digit != 0)
                };
                let number = places().count();
                // A digit with a single place is placed already.
                if number > 1 && number < options.len() {
                    options = places().map(|cell| (cell, digit)).collect();
                }
            }
        }
        options
    }
}

impl UnitTables {
    fn new(size: GridSize) -> Self {
        let side = size.side();
        let mut cells = vec![Vec::with_capacity(side); 3 * side];
        let units_of =
            |cell: usize| [cell / side, side + cell % side, 2 * side + size.box_of(cell)];
        for cell in 0..size.cells() {
            for unit in units_of(cell) {
                cells[unit].push(cell as u16);
            }
        }
        let peers = (0..size.cells())
            .map(|cell| {
                let mut peers: Vec<u16> =
                    units_of(cell).into_iter().flat_map(|unit| cells[unit].clone()).collect();
                peers.sort_unstable();
                peers.dedup();
                peers.retain(|&peer| usize::from(peer) != cell);
                peers
            })
            .collect();
        Self { side, cells, peers }
    }
}

/// The single bits of a mask, lowest first.
fn bits(mut mask: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
