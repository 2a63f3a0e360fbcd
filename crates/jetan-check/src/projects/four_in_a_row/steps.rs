//! Keys as steps of a game, which can be left out one by one: that is how a failing game becomes a
//! short one.

use jetan_games::connect4::Column;
use jetan_games::connect4::four_in_a_row::{FourRowEvent, FourRowGame, FourRowQuestion};
use jetan_games::connect4::position::{COLUMNS, Player};

use super::super::lines::FourLine;
use super::FourInARowChecker;

/// A step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameStep {
    /// A key for the token, which may be refused.
    Token(u8),
    /// A key that is not a possible move.
    Wrong(u8),
    /// A move, and whether it is taken back.
    Move {
        /// The key of the column.
        key: u8,
        /// The answer when taking back is offered.
        answer: u8,
        /// Whether the answer means yes and was asked for.
        is_undone: bool,
    },
}

impl GameStep {
    /// The key that it begins with.
    pub(super) fn key(self) -> u8 {
        match self {
            GameStep::Token(key) | GameStep::Wrong(key) | GameStep::Move { key, .. } => key,
        }
    }

    /// The keys to press, depending on what is asked.
    pub(super) fn keys(self, game: &FourRowGame) -> Vec<u8> {
        let mut keys = vec![self.key()];
        if let GameStep::Move { key, answer, .. } = self {
            let mut after = game.clone();
            // Pressed on a copy: whether the offer comes depends on the undos that are left.
            after.press(key);
            if matches!(after.question(), Some(FourRowQuestion::Undo(_))) {
                keys.push(answer);
            }
        }
        keys
    }

    fn is_move(self) -> bool {
        matches!(self, GameStep::Move { is_undone: false, .. })
    }
}

impl FourInARowChecker {
    /// The steps of some keys.
    pub(super) fn steps(&self, keys: &[u8]) -> Vec<GameStep> {
        let mut game = self.game(self.starters[0], &[]);
        let mut steps = Vec::new();
        let mut keys = keys.iter().copied();
        while let Some(key) = keys.next() {
            let question = game.question();
            let events = game.press(key);
            let step = match question {
                Some(FourRowQuestion::Token) => GameStep::Token(key),
                _ if !matches!(events.first(), Some(FourRowEvent::Placed { .. })) => {
                    GameStep::Wrong(key)
                }
                _ if !matches!(game.question(), Some(FourRowQuestion::Undo(_))) => {
                    GameStep::Move { key, answer: b'n', is_undone: false }
                }
                _ => {
                    let answer = keys.next();
                    game.press(answer.unwrap_or(b'n'));
                    let is_undone = matches!(answer, Some(b'y' | b'Y'));
                    GameStep::Move { key, answer: answer.unwrap_or(b'n'), is_undone }
                }
            };
            steps.push(step);
        }
        steps
    }

    /// The keys of some steps; none if a step is not possible any more. What would come after the
    /// end of the game is left out.
    pub(super) fn keys_of(&self, steps: &[GameStep]) -> Option<Vec<u8>> {
        let mut game = self.game(self.starters[0], &[]);
        let mut keys = Vec::new();
        for step in steps {
            match game.question() {
                None => break,
                // Without a token the rest has no meaning.
                Some(FourRowQuestion::Token) if !matches!(step, GameStep::Token(_)) => return None,
                Some(_) => {}
            }
            for key in step.keys(&game) {
                let events = game.press(key);
                let is_wrong = matches!(
                    events.first(),
                    Some(FourRowEvent::Violated { .. } | FourRowEvent::Ended(_))
                );
                // A step that changes its meaning, such as a column that is full now, would be
                // another game.
                if is_wrong != matches!(step, GameStep::Wrong(_)) {
                    return None;
                }
                keys.push(key);
            }
        }
        Some(keys)
    }

    /// Smaller games: a short one that makes the same line, beginnings, steps left out, simpler
    /// keys.
    pub(super) fn smaller_keys(&self, keys: &[u8]) -> Vec<Vec<u8>> {
        let steps = self.steps(keys);
        let mut games = Vec::new();
        games.extend(self.short_games(keys));
        games.extend(beginnings(keys.len()).map(|length| keys[..length].to_vec()));
        let shorter = without_some(&steps).into_iter().chain(simpler(&steps));
        let is_open = |keys: &[u8]| {
            matches!(self.game(self.starters[0], keys).question(), Some(FourRowQuestion::Undo(_)))
        };
        let ends_open = is_open(keys);
        games.extend(shorter.filter_map(|steps| self.keys_of(&steps)).map(|mut keys| {
            // Steps answer every question, but the game at hand may end with one.
            if ends_open && keys.split_last().is_some_and(|(_, before)| is_open(before)) {
                keys.pop();
            }
            keys
        }));
        let weight = weight(keys);
        games.retain(|game| self::weight(game) < weight);
        games.dedup();
        games
    }

    /// The shortest games that make a line which this game makes.
    fn short_games(&self, keys: &[u8]) -> Vec<Vec<u8>> {
        let game = self.game(self.starters[0], keys);
        let position = game.position();
        let Some(winner) = position.winner() else { return Vec::new() };
        let lines = FourLine::made_in(position).into_iter();
        let mirrored = |line: FourLine| FourLine {
            cells: std::array::from_fn(|idx| {
                let (column, row) = line.cells[3 - idx];
                (COLUMNS - 1 - column, row)
            }),
        };
        let lines = lines.flat_map(|line| [line, mirrored(line)]);
        let games = lines.flat_map(|line| [Player::First, winner].map(|who| line.short_game(who)));
        games.flatten().filter_map(|columns| self.keys_of_moves(b'1', &columns)).collect()
    }

    /// The keys of a game without violations and without taking back.
    pub(super) fn keys_of_moves(&self, token: u8, columns: &[Column]) -> Option<Vec<u8>> {
        let moves = columns.iter().map(|column| GameStep::Move {
            key: b'1' + column.index() as u8,
            answer: b'n',
            is_undone: false,
        });
        let steps: Vec<GameStep> = std::iter::once(GameStep::Token(token)).chain(moves).collect();
        self.keys_of(&steps)
    }
}

/// The weight of a game: few keys, then plain ones.
fn weight(keys: &[u8]) -> (usize, u64) {
    let plainness = |key: &u8| match key {
        // The plainest answer and the plainest violation weigh nothing, so that others are replaced
        // by them.
        b'n' | b'8' => 0,
        b'0'..=b'9' => u64::from(*key - b'0'),
        b'y' => 10,
        _ => 12,
    };
    (keys.len(), keys.iter().map(plainness).sum())
}

/// Lengths of beginnings, the short ones first, close together near the end.
fn beginnings(length: usize) -> impl Iterator<Item = usize> {
    let cuts = [length / 2, length / 4, length / 8, 4, 3, 2, 1];
    cuts.into_iter().filter(move |cut| (1..length).contains(cut)).map(move |cut| length - cut)
}

/// The steps without some of them: pairs of moves, so that both players keep their turns, and
/// single steps.
fn without_some(steps: &[GameStep]) -> Vec<Vec<GameStep>> {
    let without = |left_out: &[usize]| -> Vec<GameStep> {
        let kept = steps.iter().enumerate().filter(|(idx, _)| !left_out.contains(idx));
        kept.map(|(_, step)| *step).collect()
    };
    let moves: Vec<usize> = (0..steps.len()).filter(|idx| steps[*idx].is_move()).collect();
    // The first step is the token, which every game needs.
    let others = (1..steps.len()).filter(|idx| !steps[*idx].is_move());
    let mut games: Vec<Vec<GameStep>> = Vec::new();
    let extra: Vec<usize> = others.collect();
    if extra.len() > 1 {
        games.push(without(&extra));
    }
    let blocks = [16, 8, 4].into_iter().flat_map(|size| moves.chunks_exact(size));
    games.extend(blocks.map(without));
    games.extend(extra.iter().map(|idx| without(&[*idx])));
    let near = moves.iter().enumerate().flat_map(|(at, first)| {
        // Every second move is one of the other player; four partners keep the number of candidates
        // small.
        let partners = moves[at + 1..].iter().step_by(2).take(4);
        partners.map(|second| [*first, *second])
    });
    games.extend(near.map(|pair| without(&pair)));
    games.extend(moves.iter().map(|idx| without(&[*idx])));
    if !matches!(steps.get(1), None | Some(GameStep::Move { .. } | GameStep::Wrong(_))) {
        games.push(without(&[0]));
    }
    games
}

/// The same steps with simpler keys: mirrored, moved to the left, the first token, plain answers.
fn simpler(steps: &[GameStep]) -> Vec<Vec<GameStep>> {
    let with = |change: &dyn Fn(GameStep) -> GameStep| -> Vec<GameStep> {
        steps.iter().map(|step| change(*step)).collect()
    };
    let on_columns = |change: fn(u8) -> u8| {
        move |step: GameStep| match step {
            GameStep::Move { key, answer, is_undone } => {
                GameStep::Move { key: change(key), answer, is_undone }
            }
            GameStep::Wrong(key @ b'1'..=b'7') => GameStep::Wrong(change(key)),
            other => other,
        }
    };
    let mut games = vec![
        // Columns are 1 to 7 as digits, and 8 minus one of them is its mirror image.
        with(&on_columns(|key| b'8' - (key - b'0'))),
        with(&on_columns(|key| (key - 1).max(b'1'))),
        with(&|step| match step {
            GameStep::Token(b'2') => GameStep::Token(b'1'),
            other => other,
        }),
        with(&|step| match step {
            GameStep::Wrong(_) => GameStep::Wrong(b'8'),
            other => other,
        }),
    ];
    for (idx, step) in steps.iter().enumerate() {
        let plain = match *step {
            GameStep::Token(b'1' | b'2') => continue,
            GameStep::Token(_) => GameStep::Token(b'3'),
            GameStep::Wrong(_) => GameStep::Wrong(b'8'),
            GameStep::Move { key, answer: b'Y', is_undone: true } => {
                GameStep::Move { key, answer: b'y', is_undone: true }
            }
            // Answering no instead would add a move.
            GameStep::Move { is_undone: true, .. } => continue,
            GameStep::Move { key, .. } => GameStep::Move { key, answer: b'n', is_undone: false },
        };
        if plain != *step {
            let mut game = steps.to_vec();
            game[idx] = plain;
            games.push(game);
        }
    }
    games
}
