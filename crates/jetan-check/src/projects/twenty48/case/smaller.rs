//! Cases that are smaller than a given one: fewer tiles and keys, smaller numbers.
//!
//! Every case has a weight, and only lighter cases are offered, so that going on ends.

use super::{PinnedGame, Twenty48Case};
use crate::projects::twenty48::map::{TileLine, TileMap};
use jetan_order::SharedSort;

/// Games with more keys are also tried as quite other, tiny games.
const KEYS_LONG: usize = 64;
/// Up to so many keys each is left out by itself.
const KEYS_SINGLE: usize = 24;
/// The least tile before a new one comes: that a 2 was replaced by a 2 could not be seen.
const REPLACED_TILE_MIN: u32 = 8;

/// The cases to try instead of one, the lightest first.
pub(in crate::projects::twenty48) fn smaller(case: &Twenty48Case) -> Vec<Twenty48Case> {
    let own = weight(case);
    let mut candidates: Vec<(Vec<u64>, Twenty48Case)> = candidates(case)
        .into_iter()
        .map(|candidate| (weight(&candidate), candidate))
        .filter(|(weight, _)| *weight < own)
        .collect();
    candidates.shared_sort_by(|(one, _), (two, _)| one.cmp(two));
    // Equal cases have equal weights, so sorting has put them side by side.
    candidates.dedup_by(|(_, one), (_, two)| one == two);
    candidates.into_iter().map(|(_, candidate)| candidate).collect()
}

fn candidates(case: &Twenty48Case) -> Vec<Twenty48Case> {
    match case {
        Twenty48Case::Clear { map } => {
            lighter_maps(map, 2).map(|map| Twenty48Case::Clear { map }).collect()
        }
        Twenty48Case::Tile { map, seed } => with_seeds(*seed)
            .map(|seed| Twenty48Case::Tile { map: *map, seed })
            .chain(
                lighter_maps(map, REPLACED_TILE_MIN)
                    .map(|map| Twenty48Case::Tile { map, seed: *seed }),
            )
            .collect(),
        Twenty48Case::Tiles { map, seed } => with_seeds(*seed)
            .map(|seed| Twenty48Case::Tiles { map: *map, seed })
            .chain(
                lighter_maps(map, REPLACED_TILE_MIN)
                    .map(|map| Twenty48Case::Tiles { map, seed: *seed }),
            )
            .collect(),
        Twenty48Case::Slide { map, line, warm_up } => slides(map, *line, *warm_up),
        Twenty48Case::Win { map, target } => wins(map, *target),
        Twenty48Case::Lose { map } => {
            let others = plain_maps().into_iter().chain(lighter_maps(map, 2));
            others.map(|map| Twenty48Case::Lose { map }).collect()
        }
        Twenty48Case::Game(game) => games(game).into_iter().map(Twenty48Case::Game).collect(),
    }
}

/// The weight of a case, the most important part first.
fn weight(case: &Twenty48Case) -> Vec<u64> {
    match case {
        Twenty48Case::Clear { map } | Twenty48Case::Lose { map } => map_weight(map).to_vec(),
        Twenty48Case::Tile { map, seed } | Twenty48Case::Tiles { map, seed } => {
            let mut weight = map_weight(map).to_vec();
            weight.push(seed.unsigned_abs());
            weight
        }
        Twenty48Case::Slide { map, line, warm_up } => {
            // To the right first, because that is the order of the arguments.
            let turn = b"dsaw".iter().position(|&key| key == line.key).unwrap_or(4);
            let first = warm_up.map_or(0, |tiles| 1 + total(&tiles));
            let [count, sum, _] = map_weight(map);
            // Tiles near the end have the shortest way, so that little has to be imagined.
            let ways = line.cells().into_iter().zip([3, 2, 1, 0]);
            let way = ways.filter(|&(cell, _)| map[cell] != 0).map(|(_, way)| way).sum();
            vec![count, first, way, sum, turn as u64, line.index as u64]
        }
        Twenty48Case::Win { map, target } => {
            let [count, sum, places] = map_weight(map);
            vec![count, u64::from(*target), sum, places]
        }
        Twenty48Case::Game(game) => {
            let refused = game.refused.iter().map(|answer| 1 + answer.len() as u64).sum();
            let target = u64::from(game.target);
            vec![game.keys.len() as u64, refused, target, game.seed.unsigned_abs()]
        }
    }
}

/// The number of tiles, their sum, and the sum of their cells' numbers.
fn map_weight(map: &TileMap) -> [u64; 3] {
    let tiles = (0..16).filter(|&cell| map[cell] != 0);
    [tiles.clone().count() as u64, total(map), tiles.map(|cell| cell as u64).sum()]
}

fn total(tiles: &[u32]) -> u64 {
    tiles.iter().map(|&tile| u64::from(tile)).sum()
}

fn with_seeds(seed: i64) -> impl Iterator<Item = i64> {
    (1_i64..4).filter(move |other| other.unsigned_abs() < seed.unsigned_abs())
}

/// Maps with a tile less, or with a smaller one but for a least, or with none or one at all.
fn lighter_maps(map: &TileMap, least: u32) -> impl Iterator<Item = TileMap> {
    // All tiles at once: a map of equal small tiles is tried before single changes.
    let mut maps = vec![[0; 16], map.map(|tile| tile.min(least))];
    for cell in (0..16).filter(|&cell| map[cell] != 0) {
        let mut single = [0; 16];
        single[cell] = map[cell];
        maps.push(single);
        let tiles = [0, 2, 4, 8].into_iter().filter(|&tile| tile == 0 || tile >= least);
        for tile in tiles.filter(|&tile| tile < map[cell]) {
            let mut lighter = *map;
            lighter[cell] = tile;
            maps.push(lighter);
        }
    }
    maps.into_iter()
}

/// Full maps that are easy to read: no equal neighbours, or one pair of them.
fn plain_maps() -> Vec<TileMap> {
    let pairs = (0..16).flat_map(|cell| {
        let right = (cell % 4 < 3).then_some((cell, cell + 1));
        let below = (cell < 12).then_some((cell, cell + 4));
        right.into_iter().chain(below)
    });
    let paired = pairs.map(|(one, two)| pair_map(one, two));
    [checkered_map(), unequal_map()].into_iter().chain(paired).collect()
}

/// A full map without equal neighbours, also from the end of a row to the start of the next.
pub(in crate::projects::twenty48) fn unequal_map() -> TileMap {
    std::array::from_fn(|cell| match (cell / 4 % 2, cell % 2) {
        (0, 0) => 2,
        (0, _) => 4,
        (_, 0) => 8,
        _ => 16,
    })
}

/// A full map without equal neighbours where each row starts with what the row before ends with.
pub(in crate::projects::twenty48) fn checkered_map() -> TileMap {
    std::array::from_fn(|cell| if (cell / 4 + cell % 4) % 2 == 0 { 2 } else { 4 })
}

/// A full map where only two cells are equal neighbours.
pub(in crate::projects::twenty48) fn pair_map(one: usize, two: usize) -> TileMap {
    let mut map = unequal_map();
    map[one] = 32;
    map[two] = 32;
    map
}

fn slides(map: &TileMap, line: TileLine, warm_up: Option<[u32; 4]>) -> Vec<Twenty48Case> {
    let cells = line.cells();
    let tiles = cells.map(|cell| map[cell]);
    let put = |tiles: [u32; 4], line: TileLine| {
        let mut map = [0; 16];
        for (cell, tile) in line.cells().into_iter().zip(tiles) {
            map[cell] = tile;
        }
        Twenty48Case::Slide { map, line, warm_up }
    };
    let mut found = vec![
        put(tiles, TileLine { index: 0, key: b'd' }),
        put(tiles, line),
        put(tiles.map(|tile| if tile > 2 { tile / 2 } else { tile }), line),
        Twenty48Case::Slide { map: *map, line, warm_up: None },
    ];
    found.extend(lighter_maps(map, 2).map(|map| Twenty48Case::Slide { map, line, warm_up }));
    // Equal tiles become smaller together.
    for (old, new) in tiles.into_iter().flat_map(|old| [(old, 2), (old, 4), (old, 8)]) {
        found.push(put(tiles.map(|tile| if tile == old { new } else { tile }), line));
    }
    if let Some(first) = warm_up {
        for place in 0..4 {
            let mut first = first;
            first[place] = if first[place] > 2 { 2 } else { 0 };
            found.push(Twenty48Case::Slide { map: *map, line, warm_up: Some(first) });
        }
    }
    found
}

fn wins(map: &TileMap, target: u32) -> Vec<Twenty48Case> {
    let lighter = lighter_maps(map, 2).map(|map| Twenty48Case::Win { map, target });
    let mut found: Vec<Twenty48Case> = lighter.collect();
    found.push(Twenty48Case::Win { map: *map, target: 64 });
    for cell in [0].into_iter().chain((1..16).filter(|&cell| map[cell] != 0)) {
        for tile in [2, 32, 64, 128, map[cell]] {
            let mut single = [0; 16];
            single[cell] = tile;
            found.extend([64, target].map(|target| Twenty48Case::Win { map: single, target }));
        }
    }
    found
}

fn games(game: &PinnedGame) -> Vec<PinnedGame> {
    let keys = &game.keys;
    let with = |keys: Vec<u8>| PinnedGame { keys, ..game.clone() };
    let mut found = Vec::new();
    for place in 0..game.refused.len() {
        let mut refused = game.refused.clone();
        refused.remove(place);
        found.push(PinnedGame { refused, ..game.clone() });
    }
    found.push(PinnedGame { target: 64, ..game.clone() });
    found.extend(with_seeds(game.seed).map(|seed| PinnedGame { seed, ..game.clone() }));
    // Lengths that double: the first failing one is found in a few tries, however long the game is.
    let lengths = (0..16).map(|bits| (1 << bits) - 1).chain([
        keys.len() / 2,
        keys.len() * 3 / 4,
        keys.len() * 15 / 16,
        keys.len().saturating_sub(1),
    ]);
    found.extend(lengths.filter(|&end| end < keys.len()).map(|end| with(keys[..end].to_vec())));
    // A dozen blocks: leaving out every single key of a long game would take the whole budget.
    let chunk = if keys.len() <= KEYS_SINGLE { 1 } else { keys.len() / 12 };
    for start in (0..keys.len()).step_by(chunk) {
        let end = (start + chunk).min(keys.len());
        found.push(with([&keys[..start], &keys[end..]].concat()));
    }
    if keys.len() > KEYS_LONG {
        found.extend(tiny_games(game));
    }
    found
}

/// Quite other games with one or two keys.
fn tiny_games(game: &PinnedGame) -> impl Iterator<Item = PinnedGame> {
    let scripts = [&b"d"[..], b"s", b"a", b"w", b"dd", b"ss", b"aa", b"ww", b"ds", b"sd"];
    scripts.into_iter().flat_map(move |keys| {
        (1..4).map(move |seed| PinnedGame { keys: keys.to_vec(), seed, ..game.clone() })
    })
}
