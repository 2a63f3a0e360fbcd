//! Random presses: nothing panics, and the record of what happened gives the same picture.

use std::time::Duration;

use jetan_games::connect4::OpponentLevel;
use jetan_games::rng::Rng;
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_tui::game::{GameScreen, Key, PlayerInput};
use jetan_tui::look::TerminalLook;
use ratatui::layout::Rect;

use super::story::{MONO, Story, check_sizes};

/// Columns most, and everything that has a meaning somewhere or nowhere.
const KEYS: &str = "0112233445566778901234567adhlsjwk icuxyYnnZ?qé";
const OTHERS: [Key; 9] = [
    Key::Up,
    Key::Down,
    Key::Left,
    Key::Right,
    Key::Enter,
    Key::Tab,
    Key::BackTab,
    Key::Backspace,
    Key::Esc,
];

/// Plays random games, and replays each of them from its record.
pub(crate) fn run<G: GameScreen>(new: fn(PlaySettings) -> G) {
    let games = if std::env::var_os("JETAN_LONG").is_some() { 2000 } else { 40 };
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let settings = random_settings(&mut rng, seed);
        let mut story = Story { game: new(settings.clone()) };
        for _ in 0..120 {
            press_something(&mut story.game, &mut rng);
        }
        check(&mut story, Story { game: new(settings) });
    }
}

fn random_settings(rng: &mut Rng, seed: u64) -> PlaySettings {
    let first =
        [None, Some(StartingPlayer::One), Some(StartingPlayer::Two), Some(StartingPlayer::Random)];
    let level = [None, None, Some(OpponentLevel::Beginner), Some(OpponentLevel::Easy)];
    PlaySettings {
        seed,
        first: first[rng.below(4) as usize],
        level: level[rng.below(4) as usize],
        undo: rng.below(2) == 0,
        trials: rng.below(12) as u8,
        ..PlaySettings::default()
    }
}

fn press_something(game: &mut impl GameScreen, rng: &mut Rng) {
    match rng.below(12) {
        0 => {
            game.press(PlayerInput::Key(OTHERS[rng.below(9) as usize]));
        }
        1 => {
            let area = Rect::new(0, 0, rng.below(120) as u16, rng.below(40) as u16);
            let (x, y) = (rng.below(130) as u16, rng.below(44) as u16);
            game.press(PlayerInput::Click { x, y, area });
        }
        2 => game.tick(Duration::from_millis(u64::from(rng.below(600)))),
        3 => {
            // Whoever thinks may be told to stop soon, and is asked again.
            let mut patience = rng.below(50);
            if let Some(work) = game.take_question() {
                game.receive(work.answer(&mut || {
                    patience = patience.saturating_sub(1);
                    patience == 0
                }));
            }
        }
        _ => {
            let keys: Vec<char> = KEYS.chars().collect();
            let key = keys[rng.below(keys.len() as u32) as usize];
            game.press(PlayerInput::Key(Key::Char(key)));
        }
    }
}

/// What is not part of the record, the cursor and the analysis, is made the same in both games; a
/// question whether to take a move back is answered by that in both.
fn check<G: GameScreen>(story: &mut Story<G>, mut fresh: Story<G>) {
    for recorded in story.game.moves().to_vec() {
        fresh.game.apply(&recorded).expect("it was recorded");
    }
    for story in [&mut *story, &mut fresh] {
        story.rest();
        for _ in 0..7 {
            story.game.press(PlayerInput::Key(Key::Left));
        }
    }
    if story.text((200, 58), TerminalLook::BARE).contains("Columns") {
        story.game.press(PlayerInput::Key(Key::Char('c')));
    }
    let settings = story.game.settings().clone();
    for look in [TerminalLook::FULL, MONO, TerminalLook::BARE] {
        // A hint that was given stays until the next move, and is not part of the record either.
        let without_hint =
            |story: &Story<G>| story.text((80, 22), look).replace(['▸', '◂', '>', '<'], " ");
        assert_eq!(without_hint(story), without_hint(&fresh), "{settings:?}");
    }
    assert_eq!(story.game.outcome(), fresh.game.outcome());
    assert_eq!(story.game.moves(), fresh.game.moves());
    if settings.seed.is_multiple_of(20) {
        check_sizes(&story.game);
    }
}
