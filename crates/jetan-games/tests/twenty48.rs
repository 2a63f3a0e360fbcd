//! 2048 against recorded moves and probabilities, the plain rules, and its own symmetries.
//!
//! With `JETAN_LONG=1` more games are played, and with a deeper search.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::collections::BTreeSet;

use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;
use jetan_games::twenty48::exact::{self, ExactSolver};
use jetan_games::twenty48::{
    BoardSide, ExpectimaxPlayer, PackedBoard, SearchEffort, SlideDirection, SlideGame,
    SlideSettings, SlideStatus, SpawnRule, TargetError, reference,
};

fn recorded(name: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/twenty48/");
    let text =
        std::fs::read_to_string(format!("{folder}{name}")).expect("the recorded cases are there");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn is_long() -> bool {
    std::env::var("JETAN_LONG").is_ok_and(|value| value == "1")
}

fn board(text: &str) -> PackedBoard {
    text.parse().expect("the test wrote a board")
}

/// A player that always looks so many moves ahead.
fn searcher(depth: u32) -> ExpectimaxPlayer {
    ExpectimaxPlayer::new(SearchEffort { depth_max: depth, nodes: u64::MAX })
}

/// A board of any tiles, with enough equal neighbours to be interesting.
fn random_board(side: BoardSide, rng: &mut Rng) -> PackedBoard {
    let kinds = 2 + rng.below(14);
    let tile = |rng: &mut Rng| match rng.below(kinds) {
        0 => "0".to_owned(),
        exponent => (1 << exponent).to_string(),
    };
    let tiles: Vec<String> = (0..side.cells()).map(|_| tile(rng)).collect();
    PackedBoard::parse(&tiles.join(" "), side).expect("every number is a tile")
}

#[test]
fn recorded_rows_slide_as_recorded() {
    let lines = recorded("moves.txt");
    let rows: Vec<_> = lines.iter().filter(|line| line.starts_with("row")).collect();
    assert_eq!(rows.len(), 625);
    for line in rows {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["row", row, "->", left, left_score, "|", right, right_score] = words[..] else {
            panic!("{line}")
        };
        let whole = |row: &str| board(&format!("{row} 0 0 0 0 0 0 0 0 0 0 0 0"));
        assert_eq!(whole(row).slide(SlideDirection::Left), whole(left), "{line}");
        assert_eq!(whole(row).slide(SlideDirection::Right), whole(right), "{line}");
        assert_eq!(whole(row).score(SlideDirection::Left).to_string(), left_score, "{line}");
        assert_eq!(whole(row).score(SlideDirection::Right).to_string(), right_score, "{line}");
    }
}

#[test]
fn recorded_boards_move_as_recorded() {
    let lines = recorded("moves.txt");
    let boards: Vec<_> = lines.iter().filter(|line| line.starts_with("board")).collect();
    assert_eq!(boards.len(), 400);
    for line in boards {
        let words: Vec<&str> = line.split_whitespace().collect();
        let before = board(words[1]);
        for part in words[2..18].chunks(4) {
            let direction = part[0].chars().next().and_then(SlideDirection::from_letter).unwrap();
            assert_eq!(before.slide(direction), board(part[1]), "{line}");
            let is_legal = before.legal_moves().any(|legal| legal == direction);
            assert_eq!(u32::from(is_legal).to_string(), part[3], "{line}");
            assert_eq!(before.score(direction).to_string(), part[2], "{line}");
        }
        assert_eq!(words[18..], ["over", if before.is_lost() { "1" } else { "0" }], "{line}");
    }
}

#[test]
fn every_line_slides_as_in_the_plain_rules() {
    // A line of four is the first row of a board; the plain rules know no largest tile, so two
    // of them side by side are left to the tests of the tables.
    for code in 0..1u32 << 16 {
        let exponents = [0, 4, 8, 12].map(|shift| code >> shift & 15);
        let mut cells = exponents.map(|exponent| if exponent == 0 { 0 } else { 1 << exponent });
        let standing: Vec<u32> = exponents.into_iter().filter(|&tile| tile != 0).collect();
        if standing.windows(2).any(|pair| pair == [15, 15]) {
            continue;
        }
        let text = cells.map(|tile| tile.to_string()).join(" ");
        let before = board(&format!("{text} 0 0 0 0 0 0 0 0 0 0 0 0"));
        let [a, b, c, d] = &mut cells;
        reference::slide([a, b, c, d]);
        let slid: Vec<u32> = before.slide(SlideDirection::Right).tiles().take(4).collect();
        assert_eq!(slid, cells, "{text}");
        let mirrored = before.mirrored().slide(SlideDirection::Left).mirrored();
        assert_eq!(mirrored, before.slide(SlideDirection::Right), "{text}");
    }
}

#[test]
fn whole_games_agree_with_the_plain_rules() {
    let mut rng = Rng::new(2048);
    for seed in 0..200 {
        let mut game = SlideGame::new(
            SlideSettings::new(BoardSide::Four, 256, SpawnRule::COURSE).unwrap(),
            seed,
        );
        let mut map = reference::new_map(256);
        while game.status() == SlideStatus::Playing {
            map.puzzle_map = std::array::from_fn(|cell| game.board().tile(cell / 4, cell % 4));
            assert!(!reference::check_win(&map) && !reference::check_lose(&map));
            let key = ['a', 'd', 'w', 's'][rng.below(4) as usize];
            let direction = match key {
                'a' => SlideDirection::Left,
                'd' => SlideDirection::Right,
                'w' => SlideDirection::Up,
                _ => SlideDirection::Down,
            };
            let slid: Vec<u32> = game.board().slide(direction).tiles().collect();
            reference::process_slide_operation(&mut map, key);
            assert_eq!(slid, map.puzzle_map);
            assert_eq!(game.slide(direction), reference::check_map_changed(&map));
        }
        map.puzzle_map = std::array::from_fn(|cell| game.board().tile(cell / 4, cell % 4));
        reference::update_game_score(&mut map);
        assert_eq!(game.course_score(), map.game_score);
        assert_eq!(game.status() == SlideStatus::Won, reference::check_win(&map));
        assert_eq!(game.status() == SlideStatus::Lost, reference::check_lose(&map));
    }
}

#[test]
fn the_plain_program_plays_to_its_end() {
    let mut rng = Rng::new(1);
    let mut map = reference::new_map(64);
    map.puzzle_map = [9; 16];
    reference::clear_map(&mut map);
    assert_eq!(map.puzzle_map, [0; 16]);
    reference::generate_a_random_tile(&mut map, &mut rng);
    reference::generate_a_random_tile(&mut map, &mut rng);
    assert_eq!(map.puzzle_map.iter().filter(|&&tile| tile == 2 || tile == 4).count(), 2);
    while !reference::check_win(&map) && !reference::check_lose(&map) {
        reference::process_slide_operation(&mut map, ['w', 'a', 's', 'd'][rng.below(4) as usize]);
        if reference::check_map_changed(&map) {
            reference::generate_a_random_tile(&mut map, &mut rng);
        }
    }
    let full = map.clone();
    reference::process_slide_operation(&mut map, 'x');
    assert_eq!(map.puzzle_map, full.puzzle_map);
}

/// The tiles of a small board after a slide by the plain rules: a line of two or three cells is
/// one of four whose first cells are always empty.
fn slide_plainly(tiles: &[u32], side: usize, direction: SlideDirection) -> Vec<u32> {
    let mut slid = tiles.to_vec();
    for line in 0..side {
        let cell = |place: usize| match direction {
            SlideDirection::Right => line * side + place,
            SlideDirection::Left => line * side + side - 1 - place,
            SlideDirection::Down => place * side + line,
            SlideDirection::Up => (side - 1 - place) * side + line,
        };
        let mut four = [0; 4];
        for place in 0..side {
            four[4 - side + place] = slid[cell(place)];
        }
        let [a, b, c, d] = &mut four;
        reference::slide([a, b, c, d]);
        for place in 0..side {
            slid[cell(place)] = four[4 - side + place];
        }
    }
    slid
}

/// How many different boards there are after the start and after each of some moves, counted with
/// the plain rules on plain lists.
fn count_plainly(side: usize, moves: usize) -> Vec<usize> {
    let spawn = |tiles: &Vec<u32>| -> Vec<Vec<u32>> {
        let empty = (0..tiles.len()).filter(|&cell| tiles[cell] == 0);
        let with = |cell: usize, tile| {
            let mut tiles = tiles.clone();
            tiles[cell] = tile;
            tiles
        };
        empty.flat_map(|cell| [with(cell, 2), with(cell, 4)]).collect()
    };
    let mut boards = BTreeSet::from([vec![0; side * side]]);
    boards = boards.iter().flat_map(spawn).collect();
    boards = boards.iter().flat_map(spawn).collect();
    let mut counts = vec![boards.len()];
    for _ in 0..moves {
        let slides = |tiles: &Vec<u32>| {
            let all = SlideDirection::ALL.map(|direction| slide_plainly(tiles, side, direction));
            all.into_iter().filter(|slid| slid != tiles).collect::<Vec<_>>()
        };
        let slid: BTreeSet<_> = boards.iter().flat_map(slides).collect();
        boards = slid.iter().flat_map(spawn).collect();
        counts.push(boards.len());
    }
    counts
}

/// The same count with boards of 64 bits.
fn count_boards(side: BoardSide, moves: usize) -> Vec<usize> {
    let spawn = |board: &PackedBoard| board.spawns().flat_map(|(two, four)| [two, four]).collect();
    let mut boards = BTreeSet::from([PackedBoard::empty(side)]);
    boards = boards.iter().flat_map(|board| -> Vec<PackedBoard> { spawn(board) }).collect();
    boards = boards.iter().flat_map(|board| -> Vec<PackedBoard> { spawn(board) }).collect();
    let mut counts = vec![boards.len()];
    for _ in 0..moves {
        let slides = |board: &PackedBoard| {
            let board = *board;
            board.legal_moves().map(move |direction| board.slide(direction))
        };
        let slid: BTreeSet<PackedBoard> = boards.iter().flat_map(slides).collect();
        boards = slid.iter().flat_map(|board| -> Vec<PackedBoard> { spawn(board) }).collect();
        counts.push(boards.len());
    }
    counts
}

#[test]
fn reachable_boards_are_as_many_as_by_the_plain_rules() {
    for (side, moves) in [(BoardSide::Two, 30), (BoardSide::Three, 4), (BoardSide::Four, 2)] {
        assert_eq!(count_boards(side, moves), count_plainly(side as usize, moves), "{side:?}");
    }
    assert_eq!(count_boards(BoardSide::Three, 4), [144, 776, 2382, 6094, 14692]);
    assert_eq!(count_boards(BoardSide::Four, 2), [480, 3142, 12648]);
}

#[test]
fn recorded_probabilities_are_exact() {
    for line in recorded("exact.txt") {
        let words: Vec<&str> = line.split_whitespace().collect();
        let side = BoardSide::new(words[0].parse().unwrap()).unwrap();
        let target: u32 = words[1].parse().unwrap();
        let spawn = if words[2] == "0.5" { SpawnRule::COURSE } else { SpawnRule::ORIGINAL };
        let exact =
            exact::probability(side, target, spawn, &mut SearchBudget::unlimited()).unwrap();
        let recorded: f64 = words[3].parse().unwrap();
        assert!((exact.probability - recorded).abs() < 1e-9, "{line}: {exact:?}");
    }
}

#[test]
fn an_exact_answer_that_costs_too_much_is_not_given() {
    let mut budget = SearchBudget::nodes(100);
    assert_eq!(exact::probability(BoardSide::Four, 2048, SpawnRule::COURSE, &mut budget), None);
    assert!(budget.is_spent());
    assert_eq!(
        exact::probability(BoardSide::Two, 64, SpawnRule::COURSE, &mut SearchBudget::nodes(0)),
        None
    );
    // A board without an end in sight must end neither the stack nor the memory.
    let endless = &mut SearchBudget::nodes(300_000);
    assert_eq!(exact::probability(BoardSide::Four, 32_768, SpawnRule::COURSE, endless), None);
    let certain =
        exact::probability(BoardSide::Two, 4, SpawnRule::ORIGINAL, &mut SearchBudget::unlimited());
    assert!(certain.unwrap().probability > 0.99);
    let never =
        exact::probability(BoardSide::Two, 64, SpawnRule::COURSE, &mut SearchBudget::unlimited());
    assert_eq!(never.unwrap().probability.to_bits(), 0.0f64.to_bits());
}

#[test]
fn exact_values_of_moves_follow_the_board_when_it_is_turned() {
    let mut rng = Rng::new(5);
    let mut solver = ExactSolver::new(32, SpawnRule::COURSE);
    let budget = &mut SearchBudget::unlimited();
    for _ in 0..200 {
        let board = random_board(BoardSide::Two, &mut rng);
        let moves = solver.moves(board, budget).unwrap();
        let best = moves.first().map_or(0.0, |&(_, value)| value);
        if board.max_tile() < 32 {
            assert_eq!(solver.position(board, budget).unwrap().to_bits(), best.to_bits());
        }
        for (direction, value) in moves {
            let turned = solver.moves(board.transposed().mirrored(), budget).unwrap();
            let turned_direction = direction.transposed().mirrored();
            let other = turned.iter().find(|(direction, _)| *direction == turned_direction);
            assert!((other.unwrap().1 - value).abs() < 1e-12, "{board:?}");
        }
    }
}

#[test]
fn sliding_a_turned_board_turns_the_slide() {
    let mut rng = Rng::new(11);
    for round in 0..3000 {
        let board = random_board(BoardSide::ALL[round % 3], &mut rng);
        assert_eq!(board.transposed().transposed(), board);
        assert_eq!(board.mirrored().mirrored(), board);
        assert_eq!(board.transposed().canonical(), board.canonical());
        assert_eq!(board.mirrored().canonical(), board.canonical());
        for direction in SlideDirection::ALL {
            let slid = board.slide(direction);
            assert_eq!(board.transposed().slide(direction.transposed()), slid.transposed());
            assert_eq!(board.mirrored().slide(direction.mirrored()), slid.mirrored());
            assert_eq!(board.mirrored().score(direction.mirrored()), board.score(direction));
            let (before, after): (u32, u32) = (board.tiles().sum(), slid.tiles().sum());
            assert_eq!(before, after, "{board:?} {direction:?}");
        }
    }
}

#[test]
fn the_search_thinks_the_same_of_a_turned_board() {
    let mut rng = Rng::new(17);
    let mut player = searcher(3);
    for round in 0..60 {
        let board = random_board(BoardSide::ALL[round % 3], &mut rng);
        let mut value = |board: PackedBoard| {
            let choice = player.best(&board, &SpawnRule::COURSE, &mut SearchBudget::unlimited());
            choice.map_or(0.0, |choice| choice.value)
        };
        let expected = value(board);
        for turned in [board.transposed(), board.mirrored(), board.transposed().mirrored()] {
            let tolerance = expected.abs() * 1e-4;
            assert!((value(turned) - expected).abs() <= tolerance, "{board:?} {expected}");
        }
    }
}

#[test]
fn any_budget_gives_a_legal_move_unless_there_is_none() {
    let mut rng = Rng::new(23);
    let mut player = ExpectimaxPlayer::default();
    for round in 0..300 {
        let board = random_board(BoardSide::ALL[round % 3], &mut rng);
        let nodes = [0, 1, 50, 2_000][round % 4];
        let choice = player.best(&board, &SpawnRule::ORIGINAL, &mut SearchBudget::nodes(nodes));
        let legal: Vec<SlideDirection> = board.legal_moves().collect();
        assert_eq!(choice.is_none(), legal.is_empty(), "{board:?}");
        assert!(choice.is_none_or(|choice| legal.contains(&choice.direction)), "{board:?}");
        assert!(nodes > 0 || choice.is_none_or(|choice| choice.depth == 1), "{board:?}");
    }
}

#[test]
fn a_search_does_not_depend_on_earlier_ones() {
    let mut rng = Rng::new(29);
    let mut player = searcher(4);
    for _ in 0..20 {
        let board = random_board(BoardSide::Four, &mut rng);
        let spawn = SpawnRule::COURSE;
        let used = player.best(&board, &spawn, &mut SearchBudget::nodes(20_000));
        let fresh = searcher(4).best(&board, &spawn, &mut SearchBudget::nodes(20_000));
        assert_eq!(used, fresh, "{board:?}");
    }
}

/// The signature of the search: a change of this number is a change of what is searched.
#[test]
fn the_search_looks_at_a_known_number_of_positions() {
    let mut player = searcher(4);
    for text in [
        "2 0 0 0 0 0 0 0 0 0 0 4 0 0 0 0",
        "1024 512 256 128 8 16 32 64 4 2 4 0 0 0 2 0",
        "2 4 8 16 16 8 4 2 2 4 8 16 16 8 4 2",
        "512 256 4 2 64 64 8 0 2 4 2 0 0 0 0 0",
    ] {
        player.best(&board(text), &SpawnRule::COURSE, &mut SearchBudget::unlimited());
    }
    assert_eq!(player.nodes(), 69_668);
}

/// Plays games to their end and returns the largest tile of each.
fn play(seeds: std::ops::Range<u64>, depth: u32) -> Vec<u32> {
    let mut player = searcher(depth);
    let play_one = |seed| {
        let mut game = SlideGame::new(SlideSettings::default(), seed);
        while let SlideStatus::Playing = game.status() {
            let budget = &mut SearchBudget::unlimited();
            let choice = player
                .best(&game.board(), &SpawnRule::COURSE, budget)
                .expect("a game in play has a move");
            assert!(game.slide(choice.direction));
        }
        game.course_score()
    };
    seeds.map(play_one).collect()
}

#[test]
fn games_played_by_the_search_reach_their_target() {
    let tiles = play(0..50, 2);
    assert!(tiles.iter().all(|&tile| tile >= 512), "{tiles:?}");
    assert!(tiles.iter().filter(|&&tile| tile == 2048).count() >= 47, "{tiles:?}");
    if is_long() {
        let tiles = play(1000..1100, 3);
        assert!(tiles.iter().filter(|&&tile| tile == 2048).count() >= 98, "{tiles:?}");
    }
}

#[test]
fn a_game_without_a_target_comes_to_8192() {
    let settings = SlideSettings::new(BoardSide::Four, 32_768, SpawnRule::ORIGINAL).unwrap();
    let mut player = ExpectimaxPlayer::new(SearchEffort::QUICK);
    let tiles: Vec<u32> = (0..10)
        .map(|seed| {
            let mut game = SlideGame::new(settings, seed);
            while let Some(choice) =
                player.best(&game.board(), &SpawnRule::ORIGINAL, &mut SearchBudget::unlimited())
            {
                game.slide(choice.direction);
            }
            game.course_score()
        })
        .collect();
    assert!(tiles.iter().filter(|&&tile| tile >= 8192).count() >= 7, "{tiles:?}");
}

#[test]
fn boards_that_no_game_comes_to_have_a_legal_move_or_none() {
    let player = &mut searcher(3);
    let mut check = |text: &str, legal: &str| {
        let choice = player.best(&board(text), &SpawnRule::COURSE, &mut SearchBudget::unlimited());
        let letter = choice.map_or('-', |choice| choice.direction.letter());
        assert!(legal.contains(letter), "{text}: {letter}");
    };
    check(&"32768 ".repeat(16), "-");
    check(&"16384 ".repeat(16), "LRUD");
    check("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "-");
    check("32768 32768 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "RD");
    // Seen as smaller tiles they could merge, and cannot.
    check("32768 32768 32768 32768 2 4 2 4 4 2 4 2 2 4 2 4", "-");
    check("32768 32768 32768 32768 2 4 2 4 4 2 4 2 2 4 2 0", "RD");
    check("32768 16384 8192 4096 256 512 1024 2048 128 64 32 16 2 4 8 8", "LR");
}

#[test]
fn a_seed_gives_the_same_game_in_every_version() {
    let game = SlideGame::new(SlideSettings::default(), 1);
    assert_eq!(game.board().to_string(), "0 2 0 0 0 0 0 0 0 0 0 0 2 0 0 0");
    assert_eq!(game, SlideGame::new(SlideSettings::default(), 1));
    assert_eq!(play(0..3, 2), play(0..3, 2));
}

#[test]
fn a_new_game_has_two_tiles_and_a_useless_slide_adds_none() {
    for (seed, side) in (0..300).zip(BoardSide::ALL.into_iter().cycle()) {
        let mut game =
            SlideGame::new(SlideSettings::new(side, 64, SpawnRule::COURSE).unwrap(), seed);
        assert_eq!(game.board().empty_count() as usize, side.cells() - 2);
        let before = game.clone();
        for direction in SlideDirection::ALL {
            let is_legal = before.board().legal_moves().any(|legal| legal == direction);
            game = before.clone();
            assert_eq!(game.slide(direction), is_legal);
            assert_eq!(game == before, !is_legal);
            assert_eq!(game.moves(), u32::from(is_legal));
        }
    }
}

#[test]
fn a_won_game_waits_until_the_player_goes_on() {
    // Any number is a target: 50 is reached by the first tile of 64.
    let settings = SlideSettings::new(BoardSide::Four, 50, SpawnRule::COURSE).unwrap();
    let mut game = SlideGame::new(settings, 4);
    let mut player = searcher(2);
    let mut step = |game: &mut SlideGame| {
        let board = game.board();
        let choice =
            player.best(&board, &SpawnRule::COURSE, &mut SearchBudget::unlimited()).unwrap();
        game.slide(choice.direction)
    };
    game.play_on();
    assert_eq!(game.status(), SlideStatus::Playing);
    while game.status() == SlideStatus::Playing {
        assert!(game.course_score() < 50);
        step(&mut game);
    }
    assert_eq!((game.status(), game.course_score()), (SlideStatus::Won, 64));
    let won = game.clone();
    assert!(!step(&mut game));
    assert_eq!(game, won);
    game.play_on();
    assert_eq!(game.board().empty_count(), won.board().empty_count() - 1);
    while game.status() == SlideStatus::Playing && game.course_score() < 256 {
        step(&mut game);
    }
    assert_eq!(game.status(), SlideStatus::Playing);
    assert!(game.original_score() > won.original_score());
}

#[test]
fn a_target_out_of_reach_is_refused() {
    for target in [0, 7, 32_769] {
        assert_eq!(
            SlideSettings::new(BoardSide::Four, target, SpawnRule::COURSE),
            Err(TargetError(target))
        );
    }
    assert_eq!(TargetError(5).to_string(), "5 is not a target: choose a number from 8 to 32768");
    assert_eq!(SpawnRule::with_percent_of_fours(101), None);
    assert_eq!(SpawnRule::with_percent_of_fours(50), Some(SpawnRule::COURSE));
    assert_eq!((BoardSide::new(1), BoardSide::new(5)), (None, None));
}

#[test]
fn new_tiles_are_fours_as_often_as_the_rule_says() {
    for (spawn, expected) in [(SpawnRule::COURSE, 5_000), (SpawnRule::ORIGINAL, 1_000)] {
        let mut rng = Rng::new(3);
        let mut fours = 0;
        let mut cells = [0u32; 16];
        for _ in 0..10_000 {
            let mut board = PackedBoard::empty(BoardSide::Four);
            board.add_random_tile(spawn, &mut rng);
            fours += i32::from(board.max_tile() == 4);
            cells[board.tiles().position(|tile| tile != 0).unwrap()] += 1;
        }
        assert!((fours - expected).abs() < 150, "{fours}");
        assert!(cells.iter().all(|count| (500..750).contains(count)), "{cells:?}");
    }
    let mut full = board(&"2 ".repeat(16));
    full.add_random_tile(SpawnRule::COURSE, &mut Rng::new(0));
    assert_eq!(full, board(&"2 ".repeat(16)));
}
