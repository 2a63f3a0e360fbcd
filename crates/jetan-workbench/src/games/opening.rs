//! Putting a game on the table: new, saved, from a record or from a position.

use jetan_games::Name;
use jetan_games::connect4::{Column, notation};
use jetan_games::twenty48::Board;
use jetan_play::games::Game;
use jetan_play::options::Topic;
use jetan_play::record::Record;
use jetan_play::settings::{First, Settings};
use jetan_play::stones::{Asked, ConnectFour, FourInARow, Stones};
use jetan_wire::{
    Code, GameEntry, GameList, GameName, GameOption, GameReplay, GameScore, GameSetting,
    GameSettings, Nothing, OpenGame, OptionValue, SavedGame,
};

use super::Games;
use super::state::settings_wire;
use super::table::Table;
use super::versus::Versus;
use crate::jobs::Later;
use crate::message::{Answer, Refusal};
use crate::workbench::Desk;

/// Characters of a position.
const POSITION_MAX: usize = 64 << 10;

/// The games there are to play.
pub(crate) fn games(desk: &mut Desk<'_>, _: Nothing) -> Answer<GameList> {
    let Games { keeping, .. } = &mut desk.bench.games;
    let troubles = keeping.look(desk.carrier.shelf());
    let entry = |name: Name| {
        let scores = keeping.scores().entries().iter().filter(|entry| entry.game == name);
        let scores = scores.map(|entry| GameScore {
            class: entry.best.class.clone(),
            shown: entry.best.shown.clone(),
            seed: entry.seed.to_string(),
        });
        let replays = desk.carrier.shelf().replays(name).into_iter();
        let replays = replays.map(|(replay, record)| GameReplay {
            replay,
            words: words(&record),
            moves: record.moves.len(),
            progress: Game::resume(&record)
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
            options: Topic::all_of(name).into_iter().map(option).collect(),
            saved,
            scores: scores.collect(),
            replays: replays.collect(),
        }
    };
    Ok(GameList { games: Name::ALL.into_iter().map(entry).collect(), troubles })
}

/// A game's name on the wire.
fn wire_name(name: Name) -> GameName {
    match name {
        Name::Tetrisito => GameName::Tetrisito,
        Name::FourInARow => GameName::FourInARow,
        Name::Sudoku => GameName::Sudoku,
        Name::Twenty48 => GameName::Twenty48,
        Name::ConnectFour => GameName::ConnectFour,
    }
}

/// The progress of a recorded game, or its result.
fn words(record: &Record) -> String {
    match Game::resume(record) {
        Ok(game) => game.play().outcome().map_or_else(|| game.play().progress(), |end| end.words),
        Err(_) => "it cannot be read".to_owned(),
    }
}

fn option(topic: Topic) -> GameOption {
    let values = topic.values();
    let default = values.first().map(|(value, _)| value.clone()).unwrap_or_default();
    let values = values.into_iter().map(|(value, title)| OptionValue { value, title }).collect();
    let (name, title) = (topic.key().to_owned(), topic.name().to_owned());
    GameOption { name, title, values, default }
}

/// The rules in a sentence.
fn rules(name: Name) -> &'static str {
    match name {
        Name::Tetrisito => {
            "Drop some or all of the pieces, never turned, until the field is the goal."
        }
        Name::FourInARow => {
            "Four tokens in line win; a key that does not name a free column costs one of your \
             trials, and a move can be taken back three times."
        }
        Name::Sudoku => "Fill the grid so that every row, column and box has each digit once.",
        Name::Twenty48 => {
            "Slide the tiles; equal ones that meet become one, until the target is there."
        }
        Name::ConnectFour => "Drop discs in turn; four in line win.",
    }
}

/// Puts a game on the table.
pub(crate) fn game(desk: &mut Desk<'_>, asked: OpenGame) -> Answer {
    let ways = [asked.resume, asked.record.is_some(), asked.position.is_some()];
    if ways.into_iter().filter(|is_taken| *is_taken).count() > 1 {
        return Err(Refusal::new(Code::BadRequest, "one of `resume`, `record` and `position`"));
    }
    if let Some(text) = &asked.record {
        let record = super::read_record(text)?;
        let game = resume(&record)?;
        return desk.open_game(game, None);
    }
    let name = asked.game.as_deref().and_then(Name::from_typed);
    let name = name.ok_or_else(|| Refusal::new(Code::BadRequest, "there is no such game"))?;
    if asked.resume {
        // Another process may have played it meanwhile.
        desk.bench.games.keeping.look(desk.carrier.shelf());
        let saved = desk.bench.games.keeping.saved(name).cloned();
        let record = saved.ok_or_else(|| Refusal::new(Code::NoGame, "no such game is saved"))?;
        let game = resume(&record)?;
        return desk.open_game(game, None);
    }
    let settings = desk.settings(name, asked.settings)?;
    let game = match &asked.position {
        None => start(name, settings)?,
        Some(position) => from_position(name, settings, position)?,
    };
    desk.open_game(game, None)
}

/// Puts a game on the table and a program beside it.
pub(crate) fn versus(desk: &mut Desk<'_>, asked: jetan_wire::Versus) -> Answer<Later<Nothing>> {
    let name = Name::from_typed(&asked.game);
    let name = name.ok_or_else(|| Refusal::new(Code::BadRequest, "there is no such game"))?;
    let settings = desk.settings(name, asked.settings)?;
    if asked.position.is_some() && !matches!(name, Name::Sudoku | Name::Tetrisito) {
        let why = "beside a program only Sudoku and Tetrisito begin with a position";
        return Err(Refusal::new(Code::BadRequest, why));
    }
    let given = (asked.roots, asked.position);
    Versus::begin(desk, name, settings, given, asked.options)
}

impl Desk<'_> {
    pub(super) fn open_game(&mut self, game: Game, versus: Option<Versus>) -> Answer {
        self.put_away();
        let now_ms = self.carrier.now_ms();
        let keeping = &mut self.bench.games.keeping;
        keeping.look(self.carrier.shelf());
        keeping.begin(game.play());
        let mut table = Table::new(game, now_ms);
        table.versus = versus;
        self.bench.games.table = Some(table);
        self.settle()
    }

    /// Settings as they were sent; what was not said has its default, and chance its own seed.
    fn settings(&mut self, name: Name, sent: GameSettings) -> Result<Settings, Refusal> {
        let bad = |field: &str| {
            let shown: String = field.chars().take(40).collect();
            Refusal::new(Code::BadRequest, format!("`{shown}` cannot be agreed on like this"))
        };
        // Short enough to be typed after `--seed`.
        let drawn = self.carrier.seed().unsigned_abs() % 1_000_000_000;
        let mut settings = Settings { seed: drawn, ..Settings::default() };
        for (field, value) in sent.0 {
            let word = match value {
                GameSetting::Text(word) => word,
                GameSetting::Number(number) => number.to_string(),
            };
            if field == "seed" {
                settings.seed = word.parse().map_err(|_| bad(&field))?;
                continue;
            }
            let topic = Topic::all_of(name).into_iter().find(|topic| topic.key() == field);
            let is_agreed = topic.is_some_and(|topic| topic.agree(&mut settings, &word));
            if !is_agreed {
                return Err(bad(&field));
            }
        }
        Ok(settings)
    }
}

pub(super) fn start(name: Name, settings: Settings) -> Result<Game, Refusal> {
    Game::start(name, settings).map_err(|bad| Refusal::new(Code::BadGame, bad.to_string()))
}

/// The game of a record.
pub(super) fn resume(record: &Record) -> Result<Game, Refusal> {
    resume_at(record, record.moves.len())
}

/// The same, after so many moves.
pub(super) fn resume_at(record: &Record, moves: usize) -> Result<Game, Refusal> {
    Game::resume_at(record, moves).map_err(|bad| Refusal::new(Code::BadGame, bad.to_string()))
}

/// A game that begins in a position, in the notation that `jetan solve` reads.
pub(super) fn from_position(
    name: Name,
    mut settings: Settings,
    position: &str,
) -> Result<Game, Refusal> {
    if position.len() > POSITION_MAX {
        return Err(Refusal::new(Code::TooLarge, "a position can have 64 KiB"));
    }
    let bad = |why: String| Refusal::new(Code::BadGame, why);
    match name {
        Name::Tetrisito | Name::Sudoku => {
            settings.puzzle = Some(position.to_owned());
            start(name, settings)
        }
        Name::Twenty48 => {
            let board: Board = position.parse().map_err(|error| bad(format!("{error}")))?;
            settings.puzzle = Some(board.to_string());
            start(name, settings)
        }
        Name::ConnectFour | Name::FourInARow => {
            let position = position.trim();
            notation::parse(position).map_err(|error| bad(error.to_string()))?;
            let digits = position.bytes().filter(u8::is_ascii_digit);
            let columns: Vec<Column> =
                digits.filter_map(|digit| Column::from_number(usize::from(digit - b'0'))).collect();
            settings.first = settings.first.or(Some(First::One));
            let mut game = start(name, settings)?;
            put_stones(&mut game, &columns);
            Ok(game)
        }
    }
}

/// Plays columns that are known to be possible; nothing is taken back on the way.
fn put_stones(game: &mut Game, columns: &[Column]) {
    match game {
        Game::ConnectFour(game) => {
            for column in columns {
                game.answer(ConnectFour::digit(*column) - b'0');
            }
        }
        Game::FourInARow(game) => {
            game.take_key(b'1');
            for column in columns {
                game.take_key(FourInARow::digit(*column));
                if game.asked() == Asked::Undo {
                    game.take_key(jetan_play::stones::four_in_a_row::NO);
                }
            }
        }
        Game::Tetrisito(_) | Game::Sudoku(_) | Game::Twenty48(_) => {}
    }
}
