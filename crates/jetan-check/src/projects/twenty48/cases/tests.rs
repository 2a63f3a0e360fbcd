//! Tests of the cases' coverage, and that smaller ones come to an end.

use std::collections::BTreeSet;

use jetan_games::twenty48::reference;

use super::*;
use crate::projects::twenty48::case::smaller;
use crate::projects::twenty48::map::{is_lost, is_won};

fn many(total: usize) -> Vec<Twenty48Case> {
    let one = |index| generate(&mut Rng::new(index as u64), CaseSize { index, total });
    (0..total).map(one).collect()
}

#[test]
fn fixed_cases_have_names_of_their_own_and_go_task_by_task() {
    let cases = fixed();
    let names: BTreeSet<&str> = cases.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), cases.len());
    assert!(cases.is_sorted_by_key(|(_, case)| case.part()));
    assert_eq!(cases.iter().map(|(_, case)| case.part()).collect::<BTreeSet<_>>().len(), 6);
}

#[test]
fn generated_cases_reach_every_part_and_one_in_eleven_is_a_game() {
    let mut counts = [0; 6];
    for case in many(2200) {
        counts[case.part()] += 1;
    }
    assert_eq!(counts[5], 200);
    assert!(counts.iter().all(|&count| count >= 100), "{counts:?}");
    // Few cases are spread too.
    assert_eq!(many(11).iter().map(Twenty48Case::part).collect::<BTreeSet<_>>().len(), 6);
}

#[test]
fn slides_take_all_rows_of_small_tiles_in_all_directions() {
    let (mut rows, mut lines) = (BTreeSet::new(), BTreeSet::new());
    for case in many(40_000) {
        if let Twenty48Case::Slide { map, line, .. } = case {
            rows.insert(line.cells().map(|cell| map[cell]));
            lines.insert((line.key, line.index));
        }
    }
    let tiles = [0, 2, 4, 8, 16];
    let wanted = (0..625).map(|row| [row / 125, row / 25, row / 5, row].map(|at| tiles[at % 5]));
    let missed: Vec<[u32; 4]> = wanted.filter(|row| !rows.contains(row)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert_eq!(lines.len(), 16);
}

#[test]
fn both_answers_are_right_often_enough() {
    let (mut wins, mut losses) = ([0; 2], [0; 2]);
    for case in many(2200) {
        match case {
            Twenty48Case::Win { map, target } => wins[usize::from(is_won(&map, target))] += 1,
            Twenty48Case::Lose { map } => losses[usize::from(is_lost(&map))] += 1,
            _ => {}
        }
    }
    for counts in [wins, losses] {
        assert!(counts.iter().all(|&count| 4 * count > counts[0] + counts[1]), "{counts:?}");
    }
}

#[test]
fn going_on_with_smaller_cases_ends() {
    for case in many(110).into_iter().chain(fixed().into_iter().map(|(_, case)| case)) {
        // The first is the greatest step, the last the least.
        for pick in [0, 1, 2] {
            let (mut at, mut steps) = (case.clone(), 0);
            loop {
                let next = smaller(&at);
                let Some(found) = next.get((next.len().saturating_sub(1)) * pick / 2) else {
                    break;
                };
                assert_ne!(*found, at);
                assert_eq!(found.part(), at.part());
                at = found.clone();
                steps += 1;
                assert!(steps < 5000, "{case:?}");
            }
        }
    }
}

#[test]
fn sizes_at_their_ends_make_cases_too() {
    for index in 0..11 {
        for total in [0, 1, 11, 1_000_000] {
            let size = CaseSize { index, total };
            assert!(!generate(&mut Rng::new(3), size).picture().is_empty());
        }
    }
}

/// The end of a game if its random numbers are ours: won, lost, or not at all.
fn play(game: &PinnedGame) -> usize {
    let mut rng = Rng::new(game.seed.unsigned_abs());
    let mut map = reference::new_map(game.target);
    reference::generate_a_random_tile(&mut map, &mut rng);
    reference::generate_a_random_tile(&mut map, &mut rng);
    for &key in &game.keys {
        reference::process_slide_operation(&mut map, char::from(key));
        if reference::check_win(&map) {
            return 0;
        }
        if reference::check_map_changed(&map) {
            reference::generate_a_random_tile(&mut map, &mut rng);
        }
        if reference::check_lose(&map) {
            return 1;
        }
    }
    2
}

#[test]
fn games_are_won_and_lost_and_broken_off() {
    let mut counts = [0; 3];
    let mut lengths = BTreeSet::new();
    for case in many(2200) {
        if let Twenty48Case::Game(game) = case {
            counts[play(&game)] += 1;
            lengths.insert(game.keys.len());
        }
    }
    assert!(counts.iter().all(|&count| count >= 20), "{counts:?}");
    assert_eq!((lengths.first(), lengths.last()), (Some(&1), Some(&484)));
}
