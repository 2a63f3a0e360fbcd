//! Putting a game on the table: new, saved, from a record or from a position.

use jetan_games::GameTitle;
use jetan_games::connect4::{Column, notation};
use jetan_games::twenty48::PackedBoard;
use jetan_play::games::GameInPlay;
use jetan_play::options::OptionTopic;
use jetan_play::record::PlayRecord;
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_play::stones::{ConnectFourPlay, ExpectedInput, FourInARow, StoneGame};
use jetan_wire::{
    FailureCode, GameEntry, GameList, GameName, GameOption, GameReplay, GameScore, GameSetting,
    GameSettings, Nothing, OpenGame, OptionValue, SavedGame,
};

use super::GameSession;
use super::state::settings_wire;
use super::table::GameTable;
use super::versus::VersusRun;
use crate::jobs::AnswerOrWork;
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Characters of a position.
const POSITION_BYTES_MAX: usize = 64 << 10;

/// The games there are to play.
pub(crate) fn games(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<GameList> {
    let GameSession { keeping, .. } = &mut context.bench.games;
    // Read again for every list: a game may have been saved by `jetan play` in a terminal
    // meanwhile.
    let troubles = keeping.look(context.carrier.shelf());
    let entry = |name: GameTitle| {
        let scores = keeping.scores().entries().iter().filter(|entry| entry.game == name);
        let scores = scores.map(|entry| GameScore {
            class: entry.best.class.clone(),
            shown: entry.best.shown.clone(),
            seed: entry.seed.to_string(),
        });
        let replays = context.carrier.shelf().replays(name).into_iter();
        let replays = replays.map(|(replay, record)| GameReplay {
            replay,
            words: words(&record),
            moves: record.moves.len(),
            progress: GameInPlay::resume(&record)
                .map_or_else(|_| String::new(), |game| game.play().progress()),
        });
        let saved = keeping.saved(name).map(|saved| SavedGame {
            progress: words(saved),
            settings: settings_wire(name, &saved.settings),
        });
        GameEntry {
            game: wire_name(name),
            title: name.title().to_owned(),
            rules: rules(name).to_owned(),
            options: OptionTopic::all_of(name).into_iter().map(option).collect(),
            saved,
            scores: scores.collect(),
            replays: replays.collect(),
        }
    };
    Ok(GameList { games: GameTitle::ALL.into_iter().map(entry).collect(), troubles })
}

/// A game's name on the wire.
fn wire_name(name: GameTitle) -> GameName {
    match name {
        GameTitle::Tetrisito => GameName::Tetrisito,
        GameTitle::FourInARow => GameName::FourInARow,
        GameTitle::Sudoku => GameName::Sudoku,
        GameTitle::Twenty48 => GameName::Twenty48,
        GameTitle::ConnectFour => GameName::ConnectFour,
    }
}

/// The progress of a recorded game, or its result.
fn words(record: &PlayRecord) -> String {
    match GameInPlay::resume(record) {
        Ok(game) => game.play().outcome().map_or_else(|| game.play().progress(), |end| end.words),
        // A record of a later version stays in the list, so that nobody thinks it was deleted.
        Err(_) => "it cannot be read".to_owned(),
    }
}

fn option(topic: OptionTopic) -> GameOption {
    let values = topic.values();
    let default = values.first().map(|(value, _)| value.clone()).unwrap_or_default();
    let values = values.into_iter().map(|(value, title)| OptionValue { value, title }).collect();
    let (name, title) = (topic.key().to_owned(), topic.name().to_owned());
    GameOption { name, title, values, default }
}

/// The rules in a sentence.
fn rules(name: GameTitle) -> &'static str {
    match name {
        GameTitle::Tetrisito => {
            "Drop some or all of the pieces, never turned, until the field is the goal."
        }
        GameTitle::FourInARow => {
            "Four tokens in line win; a key that does not name a free column costs one of your \
             trials, and a move can be taken back three times."
        }
        GameTitle::Sudoku => "Fill the grid so that every row, column and box has each digit once.",
        GameTitle::Twenty48 => {
            "Slide the tiles; equal ones that meet become one, until the target is there."
        }
        GameTitle::ConnectFour => "Drop discs in turn; four in line win.",
    }
}

/// Puts a game on the table.
pub(crate) fn game(context: &mut RequestContext<'_>, asked: OpenGame) -> RequestAnswer {
    let ways = [asked.resume, asked.record.is_some(), asked.position.is_some()];
    if ways.into_iter().filter(|is_taken| *is_taken).count() > 1 {
        // Refused and not ranked: a client that sends two has a mistake that silence would hide.
        return Err(RequestError::new(
            FailureCode::BadRequest,
            "one of `resume`, `record` and `position`",
        ));
    }
    if let Some(text) = &asked.record {
        let record = super::read_record(text)?;
        let game = resume(&record)?;
        return context.open_game(game, None);
    }
    let name = asked.game.as_deref().and_then(GameTitle::from_typed);
    let name =
        name.ok_or_else(|| RequestError::new(FailureCode::BadRequest, "there is no such game"))?;
    if asked.resume {
        // Another process may have played it meanwhile.
        context.bench.games.keeping.look(context.carrier.shelf());
        let saved = context.bench.games.keeping.saved(name).cloned();
        let record =
            saved.ok_or_else(|| RequestError::new(FailureCode::NoGame, "no such game is saved"))?;
        let game = resume(&record)?;
        return context.open_game(game, None);
    }
    let settings = context.settings(name, asked.settings)?;
    let game = match &asked.position {
        None => start(name, settings)?,
        Some(position) => from_position(name, settings, position)?,
    };
    context.open_game(game, None)
}

/// Puts a game on the table and a program beside it.
pub(crate) fn versus(
    context: &mut RequestContext<'_>,
    asked: jetan_wire::Versus,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    let name = GameTitle::from_typed(&asked.game);
    let name =
        name.ok_or_else(|| RequestError::new(FailureCode::BadRequest, "there is no such game"))?;
    let settings = context.settings(name, asked.settings)?;
    if asked.position.is_some() && !matches!(name, GameTitle::Sudoku | GameTitle::Tetrisito) {
        let why = "beside a program only Sudoku and Tetrisito begin with a position";
        return Err(RequestError::new(FailureCode::BadRequest, why));
    }
    let given = (asked.roots, asked.position);
    VersusRun::begin(context, name, settings, given, asked.options)
}

impl RequestContext<'_> {
    pub(super) fn open_game(
        &mut self,
        game: GameInPlay,
        versus: Option<VersusRun>,
    ) -> RequestAnswer {
        self.put_away();
        let now_ms = self.carrier.now_ms();
        let keeping = &mut self.bench.games.keeping;
        keeping.look(self.carrier.shelf());
        keeping.begin(game.play());
        let mut table = GameTable::new(game, now_ms);
        table.versus = versus;
        self.bench.games.table = Some(table);
        self.settle()
    }

    /// Settings as they were sent; what was not said has its default, and chance its own seed.
    fn settings(
        &mut self,
        name: GameTitle,
        sent: GameSettings,
    ) -> Result<PlaySettings, RequestError> {
        let bad = |field: &str| {
            let shown: String = field.chars().take(40).collect();
            RequestError::new(
                FailureCode::BadRequest,
                format!("`{shown}` cannot be agreed on like this"),
            )
        };
        // Short enough to be typed after `--seed`.
        let drawn = self.carrier.seed().unsigned_abs() % 1_000_000_000;
        let mut settings = PlaySettings { seed: drawn, ..PlaySettings::default() };
        for (field, value) in sent.0 {
            let word = match value {
                GameSetting::Text(word) => word,
                GameSetting::Number(number) => number.to_string(),
            };
            if field == "seed" {
                settings.seed = word.parse().map_err(|_| bad(&field))?;
                continue;
            }
            let topic = OptionTopic::all_of(name).into_iter().find(|topic| topic.key() == field);
            let is_agreed = topic.is_some_and(|topic| topic.set(&mut settings, &word));
            if !is_agreed {
                return Err(bad(&field));
            }
        }
        Ok(settings)
    }
}

pub(super) fn start(name: GameTitle, settings: PlaySettings) -> Result<GameInPlay, RequestError> {
    GameInPlay::start(name, settings)
        .map_err(|bad| RequestError::new(FailureCode::BadGame, bad.to_string()))
}

/// The game of a record.
pub(super) fn resume(record: &PlayRecord) -> Result<GameInPlay, RequestError> {
    resume_at(record, record.moves.len())
}

/// The same, after so many moves.
pub(super) fn resume_at(record: &PlayRecord, moves: usize) -> Result<GameInPlay, RequestError> {
    GameInPlay::resume_at(record, moves)
        .map_err(|bad| RequestError::new(FailureCode::BadGame, bad.to_string()))
}

/// A game that begins in a position, in the notation that `jetan solve` reads.
pub(super) fn from_position(
    name: GameTitle,
    mut settings: PlaySettings,
    position: &str,
) -> Result<GameInPlay, RequestError> {
    if position.len() > POSITION_BYTES_MAX {
        return Err(RequestError::new(FailureCode::TooLarge, "a position can have 64 KiB"));
    }
    let bad = |why: String| RequestError::new(FailureCode::BadGame, why);
    match name {
        GameTitle::Tetrisito | GameTitle::Sudoku => {
            settings.puzzle = Some(position.to_owned());
            start(name, settings)
        }
        GameTitle::Twenty48 => {
            let board: PackedBoard = position.parse().map_err(|error| bad(format!("{error}")))?;
            settings.puzzle = Some(board.to_string());
            start(name, settings)
        }
        GameTitle::ConnectFour | GameTitle::FourInARow => {
            let position = position.trim();
            // Parsed for its errors only. The columns are played one by one below, so that the game
            // has them as moves.
            notation::parse(position).map_err(|error| bad(error.to_string()))?;
            let digits = position.bytes().filter(u8::is_ascii_digit);
            let columns: Vec<Column> =
                digits.filter_map(|digit| Column::from_number(usize::from(digit - b'0'))).collect();
            // Without this the game would begin by asking who goes first, and the first digit would
            // be the answer.
            settings.first = settings.first.or(Some(StartingPlayer::One));
            let mut game = start(name, settings)?;
            put_stones(&mut game, &columns);
            Ok(game)
        }
    }
}

/// Plays columns that are known to be possible; nothing is taken back on the way.
fn put_stones(game: &mut GameInPlay, columns: &[Column]) {
    match game {
        GameInPlay::ConnectFour(game) => {
            for column in columns {
                game.answer(ConnectFourPlay::digit(*column) - b'0');
            }
        }
        GameInPlay::FourInARow(game) => {
            game.take_key(b'1');
            for column in columns {
                game.take_key(FourInARow::digit(*column));
                // After each stone these rules ask whether to take it back, which has to be
                // answered before the next.
                if game.asked() == ExpectedInput::Undo {
                    game.take_key(jetan_play::stones::four_in_a_row::NO);
                }
            }
        }
        GameInPlay::Tetrisito(_) | GameInPlay::Sudoku(_) | GameInPlay::Twenty48(_) => {}
    }
}
