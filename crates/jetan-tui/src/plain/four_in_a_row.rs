//! Four in a Row, in the words of `programs/four-in-a-row`.

use std::io;

use jetan_games::connect4::four_in_a_row::{
    FirstMover, FourRowEnding as End, FourRowEvent, FourRowGame, FourRowQuestion,
    FourRowSettings as Rules, PlayerSeat, UNDOS_MAX,
};
use jetan_games::connect4::position::COLUMNS;

use super::PlainEnding;
use super::console::PlainConsole;
use super::opponent::Opponent;
use jetan_play::settings::{PlaySettings, StartingPlayer};

/// Plays a game.
pub(super) fn play(
    settings: &PlaySettings,
    console: &mut PlainConsole<'_>,
) -> io::Result<PlainEnding> {
    let first = match settings.first.unwrap_or_default() {
        StartingPlayer::One => FirstMover::One,
        StartingPlayer::Two => FirstMover::Two,
        StartingPlayer::Random => FirstMover::Random(settings.seed),
    };
    let rules = Rules { trials: settings.trials, first };
    let mut game = FourRowGame::new(rules);
    let mut opponent = Opponent::new(settings);
    console.print(&welcome(rules.trials))?;
    while let Some(question) = game.question() {
        console.print(&asked(&game, question))?;
        let answer = opponent.as_mut().and_then(|opponent| answer(opponent, &game, question));
        let key = match answer {
            Some(key) => {
                // A key that is typed is echoed; this one is shown in its place.
                console.print(&char::from(key).to_string())?;
                Some(key)
            }
            // To the program, the end of input reads as 0.
            None => console.key()?.filter(|&key| key != 0),
        };
        console.print("\n")?;
        let Some(key) = key else {
            console.print("The input has ended: no winner.\n")?;
            return Ok(PlainEnding::EndOfInput);
        };
        for event in game.press(key) {
            console.print(&event_text(&game, event))?;
        }
    }
    Ok(PlainEnding::Finished)
}

/// The key that the computer presses, if the question is for it.
fn answer(opponent: &mut Opponent, game: &FourRowGame, question: FourRowQuestion) -> Option<u8> {
    match question {
        FourRowQuestion::Column(PlayerSeat::Two) => {
            let column = opponent.choose(game.position());
            Some(b'0' + column.number() as u8)
        }
        FourRowQuestion::Undo(PlayerSeat::Two) => Some(b'n'),
        FourRowQuestion::Token
        | FourRowQuestion::Column(PlayerSeat::One)
        | FourRowQuestion::Undo(PlayerSeat::One) => None,
    }
}

fn welcome(trials: u8) -> String {
    let plural = if trials == 1 { "" } else { "s" };
    format!(
        "Four in a Row\n\n\
         Drop your tokens into the columns 1 to 7. Four of them in a row, across, down or\n\
         diagonally, win. A full grid without four in a row is a tie.\n\
         Each player has {trials} trial{plural}: a key that is no column, or a full column, \
         costs one,\n\
         and with none left it loses the game.\n\
         Each player can take back {UNDOS_MAX} moves, each one right after it was made.\n\n"
    )
}

fn asked(game: &FourRowGame, question: FourRowQuestion) -> String {
    match question {
        FourRowQuestion::Token => "Player 1, choose your token: 1 for O, 2 for X: ".to_owned(),
        FourRowQuestion::Column(seat) => {
            format!("{}, choose a column from 1 to 7: ", player(game, seat))
        }
        FourRowQuestion::Undo(seat) => {
            format!("{}, take the move back (y/n)? ", player(game, seat))
        }
    }
}

fn event_text(game: &FourRowGame, event: FourRowEvent) -> String {
    match event {
        FourRowEvent::TokenRefused => "Please press 1 or 2.\n".to_owned(),
        FourRowEvent::TokensChosen(_) | FourRowEvent::GridShown => grid(game),
        FourRowEvent::Violated { trials_left, .. } => {
            format!("There is no free slot. Trials left: {trials_left}\n")
        }
        FourRowEvent::Ended(End::Won(seat)) => format!("{} wins.\n", player(game, seat)),
        FourRowEvent::Ended(End::LostByViolations(seat)) => {
            format!("{} has no trials left and loses.\n", player(game, seat))
        }
        FourRowEvent::Ended(End::Tie) => "It is a tie: no slot is free.\n".to_owned(),
        // The grid and the next question tell these.
        FourRowEvent::ColumnAsked(_)
        | FourRowEvent::UndoAsked(_)
        | FourRowEvent::Placed { .. }
        | FourRowEvent::TakenBack { .. } => String::new(),
    }
}

fn player(game: &FourRowGame, seat: PlayerSeat) -> String {
    format!("Player {} ({})", seat.number(), char::from(game.token(seat).byte()))
}

fn grid(game: &FourRowGame) -> String {
    let [one, two] = [PlayerSeat::One, PlayerSeat::Two].map(|seat| game.undos_left(seat));
    let mut text = format!("\nUndos left: player 1 has {one}, player 2 has {two}\n");
    for row in game.grid().chunks(COLUMNS) {
        let cells: Vec<String> = row.iter().map(|&cell| char::from(cell).to_string()).collect();
        text += &cells.join(" ");
        text.push('\n');
    }
    text + "1 2 3 4 5 6 7\n\n"
}
