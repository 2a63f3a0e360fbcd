//! The state functions, called by themselves with the state in memory prepared.

use std::collections::BTreeMap;

use jetan_games::connect4::connect_four::ConnectFourGame;
use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_isa::Reg;
use jetan_machine::Machine;

use super::super::dialogue::DialogueSettings;
use super::super::lines::FourLine;
use super::words;
use crate::adapter::Adapter;
use crate::check::procedure;
use crate::companion::CellAddresses;
use crate::picture::CasePicture;
use crate::runner::{CallResult, ProcedureCall, ProgramRunner};
use crate::verdict::{CaseFailure, FailureKind, NO_PROCEDURE, Verdict, mishap};

/// Instruction limit of a state function; `initialize` may paint a large display.
const PROCEDURE_INSTRUCTIONS_MAX: u64 = 50_000_000;

/// A state function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateProcedure {
    /// `initialize`.
    Initialize,
    /// `place_piece_into_column(column, player)`.
    Place,
    /// `update_game_state(column)`.
    Update,
    /// `change_to_next_player_turn`.
    Change,
}

impl StateProcedure {
    /// All of them.
    pub(super) const ALL: [StateProcedure; 4] = [
        StateProcedure::Initialize,
        StateProcedure::Place,
        StateProcedure::Update,
        StateProcedure::Change,
    ];

    /// The document's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            StateProcedure::Initialize => "initialize",
            StateProcedure::Place => "place_piece_into_column",
            StateProcedure::Update => "update_game_state",
            StateProcedure::Change => "change_to_next_player_turn",
        }
    }
}

/// The addresses of the program's state, and the names of its functions.
pub(super) struct StateAddresses {
    end_game: u32,
    current_player: u32,
    winner: u32,
    piece_position: u32,
    column_height: u32,
    piece_count: u32,
    layout: PieceOrder,
    procedures: [Option<String>; 4],
    /// The machine at the program's own first call of each, by address: what `initialize` and the
    /// callers have set up, which is not part of the document's state.
    first_calls: BTreeMap<u32, Machine>,
}

/// The state in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StateValues {
    end_game: u8,
    current_player: u8,
    winner: u8,
    pieces: Vec<u8>,
    heights: Vec<u8>,
    count: u32,
}

impl StateValues {
    fn of(game: &ConnectFourGame) -> StateValues {
        StateValues {
            end_game: u8::from(game.end_game()),
            current_player: game.current_player(),
            winner: game.winner(),
            pieces: game.piece_position().to_vec(),
            heights: game.column_height().to_vec(),
            count: game.piece_count(),
        }
    }
}

/// The address of a label of the document.
pub(super) fn address(
    adapter: &Adapter,
    runner: &ProgramRunner<'_>,
    name: &str,
) -> Result<u32, String> {
    let label = adapter.labels.get(name).map_or(name, String::as_str);
    runner.subject.symbol(label).ok_or_else(|| format!("there is no label `{label}`"))
}

/// The order of the pieces in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PieceOrder {
    /// Row by row from the bottom, as the document has it.
    #[default]
    Rows,
    /// Column by column, as its declaration `[COLUMN_NUM][ROW_NUM]` can be read too.
    Columns,
}

impl PieceOrder {
    /// The offset of a piece.
    fn place(self, column: usize, row: usize) -> usize {
        match self {
            PieceOrder::Rows => COLUMNS * row + column,
            PieceOrder::Columns => ROWS * column + row,
        }
    }

    /// Pieces in the order of this layout, from those of the document's or the other way round.
    fn arranged(self, pieces: &[u8], is_back: bool) -> Vec<u8> {
        let mut arranged = vec![0; pieces.len()];
        for (idx, piece) in pieces.iter().enumerate() {
            let here = self.place(idx % COLUMNS, idx / COLUMNS);
            if is_back {
                arranged[idx] = pieces[here];
            } else {
                arranged[here] = *piece;
            }
        }
        arranged
    }
}

/// The pieces at an address, row by row from the top.
pub(super) fn cells(piece_position: u32, layout: PieceOrder) -> CellAddresses {
    let rows = (0..ROWS).rev();
    let all = rows.flat_map(|row| (0..COLUMNS).map(move |column| layout.place(column, row)));
    let addresses = all.map(|place| piece_position.wrapping_add(place as u32));
    CellAddresses::bytes(addresses.collect(), Vec::new())
}

impl StateAddresses {
    /// Finds the labels of the document, in a machine that has played this game: they must hold
    /// what the document says, or the program keeps its state in another way.
    pub(super) fn find(
        adapter: &Adapter,
        runner: &ProgramRunner<'_>,
        machine: &Machine,
        game: &ConnectFourGame,
    ) -> Result<StateAddresses, String> {
        let address = |name: &str| address(adapter, runner, name);
        let mut state = StateAddresses {
            layout: PieceOrder::Rows,
            end_game: address("end_game")?,
            current_player: address("current_player")?,
            winner: address("winner")?,
            piece_position: address("piece_position")?,
            column_height: address("column_height")?,
            piece_count: address("piece_count")?,
            procedures: StateProcedure::ALL
                .map(|wanted| procedure(runner.subject, adapter, wanted.name())),
            first_calls: BTreeMap::new(),
        };
        let expected = StateValues::of(game);
        // The document's order first: an empty board is the same in both.
        for layout in [PieceOrder::Rows, PieceOrder::Columns] {
            state.layout = layout;
            let held = state.read(machine);
            // Pieces and heights only: they decide the order in memory, and the rest is what the
            // cases are about.
            if held.pieces == expected.pieces && held.heights == expected.heights {
                return Ok(state);
            }
        }
        Err("the state is not in memory as the document says".to_owned())
    }

    /// The order of the pieces.
    pub(super) fn layout(&self) -> PieceOrder {
        self.layout
    }

    /// Remembers what the functions are first called with in a game.
    pub(super) async fn watch(
        &mut self,
        runner: &mut ProgramRunner<'_>,
        dialogue: &DialogueSettings,
        game: &[String],
    ) {
        let names = self.procedures.iter().flatten();
        let addresses: Vec<u32> = names.filter_map(|name| runner.subject.symbol(name)).collect();
        self.first_calls = dialogue.first_calls(runner, game, &addresses).await;
    }

    /// `end_game` and `winner`.
    pub(super) fn end(&self, machine: &Machine) -> (u8, u8) {
        (machine.memory.peek(self.end_game), machine.memory.peek(self.winner))
    }

    fn read(&self, machine: &Machine) -> StateValues {
        let bytes = |address: u32, count: u32| -> Vec<u8> {
            // The label may be anywhere; a board at the end of the address space must not panic.
            (0..count).map(|offset| machine.memory.peek(address.wrapping_add(offset))).collect()
        };
        let held = bytes(self.piece_position, (COLUMNS * ROWS) as u32);
        StateValues {
            end_game: machine.memory.peek(self.end_game),
            current_player: machine.memory.peek(self.current_player),
            winner: machine.memory.peek(self.winner),
            pieces: self.layout.arranged(&held, true),
            heights: bytes(self.column_height, COLUMNS as u32),
            count: machine.memory.peek_word(self.piece_count),
        }
    }

    fn memory(&self, values: &StateValues) -> Vec<(u32, Vec<u8>)> {
        vec![
            (self.end_game, vec![values.end_game]),
            (self.current_player, vec![values.current_player]),
            (self.winner, vec![values.winner]),
            (self.piece_position, self.layout.arranged(&values.pieces, false)),
            (self.column_height, values.heights.clone()),
            (self.piece_count, values.count.to_le_bytes().to_vec()),
        ]
    }

    /// Calls a function after some moves and compares.
    pub(super) async fn judge(
        &self,
        runner: &mut ProgramRunner<'_>,
        wanted: StateProcedure,
        first: u8,
        columns: &[u8],
    ) -> Verdict {
        let at = StateProcedure::ALL.iter().position(|other| *other == wanted).unwrap_or_default();
        let Some(name) = &self.procedures[at] else {
            return Verdict::Skipped(NO_PROCEDURE.to_owned());
        };
        let (before, arguments) = prepare(wanted, first, columns);
        let call = ProcedureCall {
            procedure: name.clone(),
            arguments,
            memory: self.memory(&before),
            // The program may keep something in `$s0` to `$s7` between calls, which its own first
            // call shows.
            keeps_saved: true,
            ..ProcedureCall::default()
        };
        let address = runner.subject.symbol(name);
        let machine = address.and_then(|address| self.first_calls.get(&address)).cloned();
        // A program that never calls the procedure is called from its start.
        let machine = machine.unwrap_or_else(|| runner.machine());
        let limits = runner.limits;
        runner.limits.instructions = limits.instructions.min(PROCEDURE_INSTRUCTIONS_MAX);
        let called = runner.call_on(machine, &call).await;
        runner.limits = limits;
        let Some(called) = called else {
            return Verdict::Skipped(NO_PROCEDURE.to_owned());
        };
        // Before the state is compared: a procedure that crashed has no result.
        if let Some(failure) = call_failure(&called, runner, name) {
            return failure.into();
        }
        let after = self.read(&called.run.machine);
        let instructions = called.run.instructions;
        match compare(wanted, &before, &after, first, columns) {
            None => Verdict::passed(instructions),
            Some((summary, expected, actual)) => {
                let summary = format!("`{name}` is wrong: {summary}");
                CaseFailure::new(FailureKind::Wrong, summary, instructions)
                    .comparing(expected, actual)
                    .into()
            }
        }
    }
}

/// The state before a call, and its arguments.
fn prepare(wanted: StateProcedure, first: u8, columns: &[u8]) -> (StateValues, Vec<u32>) {
    let column = columns.last().copied().unwrap_or_default();
    let earlier = &columns[..columns.len().saturating_sub(1)];
    match wanted {
        StateProcedure::Initialize => {
            let mut values = StateValues::of(&played(first, columns));
            // Set, so that a procedure that forgets to clear it is seen.
            values.end_game = 1;
            (values, Vec::new())
        }
        StateProcedure::Place => {
            let game = played(first, earlier);
            let player = game.current_player();
            (StateValues::of(&game), vec![u32::from(column), u32::from(player)])
        }
        StateProcedure::Update => {
            // The piece is placed and counted, and whoever placed it still has the turn.
            let mover = played(first, earlier).current_player();
            let mut values = StateValues::of(&played(first, columns));
            (values.current_player, values.end_game, values.winner) = (mover, 0, 0);
            (values, vec![u32::from(column)])
        }
        StateProcedure::Change => (StateValues::of(&played(first, columns)), Vec::new()),
    }
}

/// The game after some columns.
pub(super) fn played(first: u8, columns: &[u8]) -> ConnectFourGame {
    let mut game = ConnectFourGame::default();
    game.answer(i32::from(first));
    for column in columns {
        game.answer(i32::from(*column));
    }
    game
}

/// An error, a hang, or registers and stack not as they were.
fn call_failure(
    called: &CallResult,
    runner: &ProgramRunner<'_>,
    name: &str,
) -> Option<CaseFailure> {
    let instructions = called.run.instructions;
    if let Some(failure) = mishap(&called.run, runner.subject) {
        let summary = format!("`{name}`: {}", failure.summary);
        return Some(CaseFailure { summary, ..failure });
    }
    if !called.has_returned {
        let summary = format!("`{name}` does not return to its caller");
        return Some(CaseFailure::new(FailureKind::Ending, summary, instructions));
    }
    // The first is enough: one missing restore often breaks several registers.
    let broken = called.broken.first()?;
    let register = broken.reg;
    let summary = format!("`{name}` does not leave `{register}` as it was");
    let failure = CaseFailure::new(FailureKind::Convention, summary, instructions).comparing(
        format!("{register} is {:#010x}", broken.before),
        format!("{register} is {:#010x}", broken.after),
    );
    let advice = if register == Reg::SP {
        "what is taken from the stack at the beginning has to be given back before `jr $ra`"
            .to_owned()
    } else {
        format!("save {register} on the stack and restore it before `jr $ra`")
    };
    Some(failure.advising(advice))
}

/// The difference after a call: a sentence, the expected state, and the actual one.
type StateDifference = (String, CasePicture, CasePicture);

fn compare(
    wanted: StateProcedure,
    before: &StateValues,
    after: &StateValues,
    first: u8,
    columns: &[u8],
) -> Option<StateDifference> {
    let board = |values: &StateValues| CasePicture::from(words::board(&values.pieces));
    let expected = match wanted {
        StateProcedure::Initialize => StateValues::of(&ConnectFourGame::default()),
        StateProcedure::Place => StateValues::of(&played(first, columns)),
        StateProcedure::Update | StateProcedure::Change => before.clone(),
    };
    // The board before the counters: a wrong board is the cause of wrong heights, not the other way
    // round.
    if after.pieces != expected.pieces {
        let summary = "`piece_position` is not what it should be".to_owned();
        return Some((summary, board(&expected), board(after)));
    }
    if after.heights != expected.heights {
        let show = |values: &StateValues| format!("column_height: {:?}", values.heights);
        let summary = "`column_height` is not what it should be".to_owned();
        return Some((summary, show(&expected).into(), show(after).into()));
    }
    let value = |name: &str, expected: u32, actual: u32| {
        let summary = format!("`{name}` should be {expected}, but is {actual}");
        (summary, format!("{name}: {expected}").into(), format!("{name}: {actual}").into())
    };
    match wanted {
        StateProcedure::Initialize if after.count != 0 => {
            Some(value("piece_count", 0, after.count))
        }
        StateProcedure::Initialize if after.end_game != 0 => {
            Some(value("end_game", 0, u32::from(after.end_game)))
        }
        StateProcedure::Update => compare_end(after, &played(first, columns)),
        StateProcedure::Change if after.current_player != 3 - before.current_player => {
            let expected = u32::from(3 - before.current_player);
            Some(value("current_player", expected, u32::from(after.current_player)))
        }
        _ => None,
    }
}

fn compare_end(after: &StateValues, game: &ConnectFourGame) -> Option<StateDifference> {
    let show = |end_game: u8, winner: u8| {
        let state = format!("\n\nend_game: {end_game}\nwinner: {winner}");
        CasePicture::from(words::board(&after.pieces)).with_words(state)
    };
    let is_right = (after.end_game != 0) == game.end_game()
        // `winner` has no meaning while the game goes on, and programs leave anything there.
        && (!game.end_game() || after.winner == game.winner());
    if is_right {
        return None;
    }
    let lines = FourLine::made_in(&game.position());
    let fact = match (game.end_game(), lines.first()) {
        (true, Some(line)) => {
            format!("player {} has four in line, {}", game.winner(), words::line(line))
        }
        (true, None) => "the board is full and nobody has four in line".to_owned(),
        (false, _) => "nobody has four in line, and the board is not full".to_owned(),
    };
    let expected = show(u8::from(game.end_game()), game.winner());
    let summary = match (game.end_game(), after.end_game != 0) {
        (true, false) => format!("{fact}, but `end_game` stays 0"),
        (false, true) => format!("{fact}, but `end_game` becomes {}", after.end_game),
        _ => format!("{fact}, but `winner` is {}", after.winner),
    };
    Some((summary, expected, show(after.end_game, after.winner)))
}
