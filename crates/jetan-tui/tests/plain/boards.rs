//! The boards that 2048 prints, looked at with the course's own rules.

use jetan_games::GameTitle;
use jetan_games::rng::Rng;
use jetan_games::twenty48::SpawnRule;
use jetan_games::twenty48::reference::{self, CourseMap};
use jetan_play::settings::PlaySettings;
use jetan_tui::plain::{PlainEnding, SCREEN};

use crate::{Played, games};

#[test]
fn every_board_follows_from_the_one_before() {
    let mut endings = [0; 3];
    for seed in 0..games(40) {
        let mut rng = Rng::new(seed);
        let length = [100, 3000][rng.below(2) as usize];
        let keys: Vec<u8> = (0..length).map(|_| b"wsadwasdx\n"[rng.below(10) as usize]).collect();
        let target = [16, 64, 2048][rng.below(3) as usize];
        let settings = PlaySettings { seed, target: Some(target), ..PlaySettings::default() };
        let game = Played::new(GameTitle::Twenty48, &settings, &keys);
        endings[replay(&game, &keys, target)] += 1;
    }
    assert!(endings.iter().all(|&count| count > 0), "{endings:?}");
}

#[test]
fn fours_appear_as_often_as_agreed() {
    for (percent, tile) in [(0, "2"), (100, "4")] {
        let spawn = SpawnRule::with_percent_of_fours(percent).expect("it is at most a hundred");
        let settings = PlaySettings { spawn, target: Some(64), ..PlaySettings::default() };
        let game = Played::new(GameTitle::Twenty48, &settings, b"");
        let tiles: Vec<&str> =
            game.output.lines().skip(1).flat_map(str::split_whitespace).collect();
        assert_eq!(tiles.iter().filter(|&&found| found == tile).count(), 2, "{}", game.output);
    }
}

/// Plays the keys by the course's rules, with the new tiles as they are printed: 0 for a game that
/// is won, 1 for one that is lost, 2 for one that goes on.
fn replay(game: &Played, keys: &[u8], target: u32) -> usize {
    let mut lines = game.output.lines();
    let mut map = reference::new_map(target);
    let (mut score, mut sum) = (0, 0);
    map.puzzle_map = board(&mut lines, target, None);
    reference::update_game_score(&mut map);
    for &key in keys.iter().filter(|key| b"wsad".contains(key)) {
        reference::process_slide_operation(&mut map, char::from(key));
        reference::update_game_score(&mut map);
        sum += merged(&map);
        score = map.game_score;
        if !reference::check_win(&map) && !reference::check_map_changed(&map) {
            continue;
        }
        assert_eq!(board(&mut lines, target, Some((score, sum))), map.puzzle_map);
        if reference::check_win(&map) {
            assert_eq!(lines.collect::<Vec<_>>(), ["| You have won!"]);
            assert_eq!(game.ending, Ok(PlainEnding::Finished));
            return 0;
        }
        let next = board(&mut lines, target, Some((score, sum)));
        let new: Vec<(u32, u32)> = std::iter::zip(map.puzzle_map, next)
            .filter(|(before, after)| before != after)
            .collect();
        assert!(matches!(new[..], [(0, 2 | 4)]), "{new:?}");
        map.puzzle_map = next;
        if reference::check_lose(&map) {
            assert_eq!(lines.collect::<Vec<_>>(), ["| You have lost!"]);
            assert_eq!(game.ending, Ok(PlainEnding::Finished));
            return 1;
        }
    }
    assert_eq!((lines.next(), game.ending), (None, Ok(PlainEnding::EndOfInput)), "score {score}");
    2
}

/// The sum of the tiles that the last slide made. Building a tile 2^n out of 2s makes n - 1 times
/// its number in all, so a slide has made what the map has gained.
fn merged(map: &CourseMap) -> u64 {
    let worth = |tiles: &[u32; 16]| -> u64 {
        let tile = |&tile: &u32| u64::from(tile) * u64::from(tile.max(2).ilog2() - 1);
        tiles.iter().map(tile).sum()
    };
    worth(&map.puzzle_map) - worth(&map.puzzle_map_prev)
}

/// Takes the next board; the line above it says what is known.
fn board<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
    target: u32,
    known: Option<(u32, u64)>,
) -> [u32; 16] {
    let mut line = || {
        let line = lines.next().expect("a board is there").strip_prefix(SCREEN);
        line.expect("a board is part of the screen")
    };
    let heading = line();
    if let Some((score, sum)) = known {
        assert_eq!(heading, format!("Score {score}, target {target}, sum of merges {sum}"));
    }
    let rows: Vec<&str> = (0..4).map(|_| line()).collect();
    assert!(rows.iter().all(|row| row.len() == 23), "{rows:?}");
    let tiles = rows.iter().flat_map(|row| row.split_whitespace());
    let tiles: Vec<u32> = tiles.map(|tile| tile.parse().unwrap_or(0)).collect();
    tiles.try_into().expect("a board has 16 cells")
}
