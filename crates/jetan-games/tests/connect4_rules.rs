//! The games of both courses, key by key, and the computer opponents.

use jetan_games::{
    connect4::{
        Column, ConnectFourSolver, OpponentLevel, Player, Position,
        connect_four::{self, ConnectFourGame as ConnectFour},
        four_in_a_row::{
            FirstMover, FourRowEnding, FourRowEvent, FourRowGame as FourInARow, FourRowQuestion,
            FourRowSettings, KeyViolation, PlayerSeat, PlayerToken,
        },
        notation::parse,
        reference,
    },
    rng::Rng,
    search::SearchBudget,
};

/// Presses the keys and returns what the last of them led to.
fn press(game: &mut FourInARow, keys: &str) -> Vec<FourRowEvent> {
    keys.bytes().map(|key| game.press(key)).last().unwrap_or_default()
}

/// A game with default settings after these keys; `n` after a move passes the turn.
fn after(keys: &str) -> FourInARow {
    let mut game = FourInARow::new(FourRowSettings::default());
    press(&mut game, keys);
    game
}

#[test]
fn tokens_are_asked_for_until_the_key_is_one_or_two() {
    let mut game = FourInARow::new(FourRowSettings::default());
    for key in "30xO\n".bytes() {
        assert_eq!(game.press(key), [FourRowEvent::TokenRefused]);
        assert_eq!(game.question(), Some(FourRowQuestion::Token));
    }
    let events = game.press(b'2');
    assert_eq!(
        events,
        [FourRowEvent::TokensChosen(PlayerToken::X), FourRowEvent::ColumnAsked(PlayerSeat::One)]
    );
    assert_eq!(
        (game.token(PlayerSeat::One), game.token(PlayerSeat::Two)),
        (PlayerToken::X, PlayerToken::O)
    );
    assert_eq!(after("1").token(PlayerSeat::One), PlayerToken::O);
}

#[test]
fn a_move_is_placed_shown_and_may_be_taken_back() {
    let mut game = after("1");
    let cell = 35 + 3;
    let seat = PlayerSeat::One;
    let expected = [
        FourRowEvent::Placed { seat, cell },
        FourRowEvent::GridShown,
        FourRowEvent::UndoAsked(seat),
    ];
    assert_eq!(game.press(b'4'), expected);
    assert_eq!(game.grid()[cell], b'O');
    let expected = [
        FourRowEvent::TakenBack { seat, cell },
        FourRowEvent::GridShown,
        FourRowEvent::ColumnAsked(seat),
    ];
    assert_eq!(game.press(b'y'), expected);
    assert_eq!(game.grid(), [b'*'; 42]);
    assert_eq!((game.undos_left(PlayerSeat::One), game.undos_left(PlayerSeat::Two)), (2, 3));
}

#[test]
fn any_key_but_y_passes_the_turn() {
    for key in "nNx1 \n".bytes() {
        let mut game = after("14");
        assert_eq!(game.press(key), [FourRowEvent::ColumnAsked(PlayerSeat::Two)]);
        assert_eq!(game.undos_left(PlayerSeat::One), 3);
    }
}

#[test]
fn without_undos_left_the_turn_passes_at_once() {
    let mut game = after("1");
    press(&mut game, "4y4Y4y");
    assert_eq!(game.undos_left(PlayerSeat::One), 0);
    let events = game.press(b'4');
    assert_eq!(events.last(), Some(&FourRowEvent::ColumnAsked(PlayerSeat::Two)));
    assert_eq!(game.press(b'4').last(), Some(&FourRowEvent::UndoAsked(PlayerSeat::Two)));
}

#[test]
fn violations_cost_trials_and_then_the_game() {
    let seat = PlayerSeat::One;
    for (trials, lost_with) in [(3, 4), (2, 3), (0, 1)] {
        let mut game = FourInARow::new(FourRowSettings { trials, ..FourRowSettings::default() });
        game.press(b'1');
        for left in (0..trials).rev() {
            let violation = KeyViolation::NotAColumn;
            let violated = FourRowEvent::Violated { seat, violation, trials_left: left };
            assert_eq!(game.press(b'8'), [violated, FourRowEvent::ColumnAsked(seat)]);
        }
        assert_eq!(game.trials_left(seat), 0, "{lost_with}");
        assert_eq!(game.press(b'0'), [FourRowEvent::Ended(FourRowEnding::LostByViolations(seat))]);
        assert_eq!(game.ending(), Some(FourRowEnding::LostByViolations(seat)));
        assert_eq!(game.question(), None);
        assert!(game.press(b'1').is_empty());
    }
}

#[test]
fn a_full_column_is_a_violation_of_the_mover_alone() {
    let mut game = after("11n1n1n1n1n1n");
    assert_eq!(game.position().height(Column::ALL[0]), 6);
    let seat = PlayerSeat::One;
    let violated =
        FourRowEvent::Violated { seat, violation: KeyViolation::ColumnFull, trials_left: 2 };
    assert_eq!(game.press(b'1'), [violated, FourRowEvent::ColumnAsked(seat)]);
    assert_eq!((game.trials_left(PlayerSeat::One), game.trials_left(PlayerSeat::Two)), (2, 3));
    assert_eq!(game.press(b'2').len(), 3, "the same player moves after a violation");
}

#[test]
fn four_in_line_win_without_a_question() {
    let mut game = after("21n2n1n2n1n2n");
    let events = game.press(b'1');
    assert_eq!(events.last(), Some(&FourRowEvent::Ended(FourRowEnding::Won(PlayerSeat::One))));
    assert_eq!(events.len(), 3);
    assert_eq!(&game.grid()[14..15], b"X");
}

#[test]
fn a_full_board_is_a_tie() {
    let order = "121212212121343434434343565656656565777777";
    assert!(parse(order).unwrap().is_drawn());
    let mut game = after("1");
    let mut last = Vec::new();
    for key in order.bytes() {
        last = game.press(key);
        if game.question().is_some_and(|question| matches!(question, FourRowQuestion::Undo(_))) {
            game.press(b'n');
        }
    }
    assert_eq!(last.last(), Some(&FourRowEvent::Ended(FourRowEnding::Tie)));
    assert_eq!(game.ending(), Some(FourRowEnding::Tie));
}

#[test]
fn the_starter_is_a_setting() {
    let first_asked = |first| {
        let mut game = FourInARow::new(FourRowSettings { first, ..FourRowSettings::default() });
        game.press(b'1');
        game.question()
    };
    assert_eq!(first_asked(FirstMover::Two), Some(FourRowQuestion::Column(PlayerSeat::Two)));
    let drawn: Vec<_> = (0..64).map(|seed| first_asked(FirstMover::Random(seed))).collect();
    let of_one =
        drawn.iter().filter(|asked| **asked == Some(FourRowQuestion::Column(PlayerSeat::One)));
    assert!((16..48).contains(&of_one.count()));
    let mut game =
        FourInARow::new(FourRowSettings { first: FirstMover::Two, ..FourRowSettings::default() });
    press(&mut game, "24");
    assert_eq!(game.grid()[38], b'O', "player 1 chose X, so player 2 has O");
}

#[test]
fn random_keys_never_break_a_rule_of_the_reference() {
    let mut rng = Rng::new(3);
    for _ in 0..500 {
        let mut game =
            FourInARow::new(FourRowSettings { trials: 20, ..FourRowSettings::default() });
        let mut grid = reference::four_in_a_row::TokenGrid::default();
        while game.question().is_some() {
            let key = b"0123456789ynyY"[rng.below(14) as usize];
            for event in game.press(key) {
                match event {
                    FourRowEvent::Placed { seat, .. } => {
                        grid.player_go(key, game.token(seat).byte()).unwrap();
                    }
                    FourRowEvent::TakenBack { cell, .. } => grid.player_undo(cell),
                    FourRowEvent::Ended(FourRowEnding::Won(seat)) => {
                        assert!(grid.check_win_player(game.token(seat).byte()));
                    }
                    FourRowEvent::Ended(FourRowEnding::Tie) => assert!(grid.check_tie()),
                    _ => {}
                }
            }
            assert_eq!(grid.cells, game.grid());
        }
    }
}

#[test]
fn connect_four_asks_again_at_no_cost() {
    let mut game = ConnectFour::default();
    for answer in [0, 3, -1, i32::MAX, i32::MIN] {
        assert_eq!(game.answer(answer), connect_four::ConnectFourEvent::AskedAgain);
    }
    assert_eq!(game.answer(2), connect_four::ConnectFourEvent::FirstPlayerChosen(2));
    for answer in [7, -1, i32::MIN] {
        assert_eq!(game.answer(answer), connect_four::ConnectFourEvent::AskedAgain);
        assert_eq!(game.question(), Some(connect_four::ConnectFourQuestion::Column { player: 2 }));
    }
    for _ in 0..6 {
        assert!(matches!(game.answer(0), connect_four::ConnectFourEvent::Placed { .. }));
    }
    assert_eq!(game.answer(0), connect_four::ConnectFourEvent::AskedAgain);
    assert_eq!(game.piece_count(), 6);
}

#[test]
fn connect_four_state_is_the_references_after_every_piece() {
    let mut rng = Rng::new(9);
    for round in 0..1_000 {
        let first = 1 + (round % 2) as u8;
        let mut game = ConnectFour::default();
        game.answer(i32::from(first));
        let mut state = reference::connect_four::CourseVariables::new(first);
        while game.question().is_some() {
            let column = rng.below(8);
            let was_placed =
                game.answer(column as i32) != connect_four::ConnectFourEvent::AskedAgain;
            assert_eq!(state.round(column as usize), was_placed);
            assert_eq!(u8::from(game.end_game()), state.end_game);
            assert_eq!(game.current_player(), state.current_player);
            assert_eq!(game.winner(), state.winner);
            assert_eq!(game.piece_position(), state.piece_position.0);
            assert_eq!(game.column_height(), state.column_height);
            assert_eq!(game.piece_count(), state.piece_count);
        }
        assert_eq!(game.answer(3), connect_four::ConnectFourEvent::AlreadyOver);
        assert!(!state.round(3));
    }
}

#[test]
fn connect_four_can_take_back_even_the_last_piece() {
    let mut game = ConnectFour::default();
    game.answer(1);
    for column in [0, 1, 0, 1, 0, 1, 0] {
        game.answer(column);
    }
    assert_eq!(game.winner(), 1);
    assert!(game.undo());
    assert_eq!((game.winner(), game.current_player()), (0, 1));
    assert_eq!((0..10).filter(|_| game.undo()).count(), 6);
}

/// Plays two levels against each other; returns the winner.
fn duel(
    first: OpponentLevel,
    second: OpponentLevel,
    seed: u64,
    solver: &mut ConnectFourSolver,
) -> Option<Player> {
    let mut rng = Rng::new(seed);
    // Not the empty board: without a large book its score takes too long for a test.
    let mut position = parse("4444442352").expect("these moves can be played");
    while !position.is_over() {
        let level = if position.mover() == Player::First { first } else { second };
        let mut budget = SearchBudget::unlimited();
        let choice = level.choose(&position, solver, &mut rng, &mut budget).expect("it goes on");
        assert!(choice.is_complete);
        position = position.play(choice.column).expect("a legal move");
    }
    position.winner()
}

/// 1 for a win, 0 for a draw, -1 for a loss.
fn points(winner: Option<Player>, own: Player) -> i32 {
    winner.map_or(0, |winner| if winner == own { 1 } else { -1 })
}

#[test]
fn stronger_levels_beat_weaker_ones() {
    let mut solver = ConnectFourSolver::default();
    for pair in OpponentLevel::ALL.windows(2) {
        let [weak, strong] = *pair else { unreachable!("windows of two") };
        let points: i32 = (0..20)
            .map(|seed| {
                let first = duel(strong, weak, seed, &mut solver);
                let second = duel(weak, strong, seed, &mut solver);
                points(first, Player::First) + points(second, Player::Second)
            })
            .sum();
        assert!(points > 0, "{} against {}: {points}", strong.name(), weak.name());
    }
}

#[test]
fn a_seed_gives_the_same_moves() {
    let position = parse("44444432655233").unwrap();
    for level in OpponentLevel::ALL {
        let choose = |seed| {
            let mut solver = ConnectFourSolver::default();
            level.choose(
                &position,
                &mut solver,
                &mut Rng::new(seed),
                &mut SearchBudget::unlimited(),
            )
        };
        assert_eq!(choose(4), choose(4));
        assert_eq!(OpponentLevel::from_name(level.name()), Some(level));
    }
    assert_eq!(OpponentLevel::from_name("grandmaster"), None);
}

#[test]
fn levels_answer_with_a_legal_move_however_small_the_budget() {
    let mut rng = Rng::new(31);
    for level in OpponentLevel::ALL {
        for nodes in [0, 1, 10, 100] {
            let mut solver = ConnectFourSolver::default();
            let mut budget = SearchBudget::nodes(nodes);
            let position = Position::default();
            let choice = level.choose(&position, &mut solver, &mut rng, &mut budget).unwrap();
            assert!(position.can_play(choice.column));
        }
    }
    let won = parse("1212121").unwrap();
    let mut solver = ConnectFourSolver::default();
    assert_eq!(
        OpponentLevel::Hard.choose(&won, &mut solver, &mut rng, &mut SearchBudget::unlimited()),
        None
    );
}

#[test]
fn easy_takes_a_win_and_stops_one_except_when_it_blunders() {
    let mut solver = ConnectFourSolver::default();
    let wins = parse("121212").unwrap();
    let must_block = parse("12121").unwrap();
    for (level, least) in
        [(OpponentLevel::Easy, 70), (OpponentLevel::Medium, 85), (OpponentLevel::Hard, 100)]
    {
        for position in [&wins, &must_block] {
            let mut rng = Rng::new(8);
            let good = (0..100).filter(|_| {
                let mut budget = SearchBudget::unlimited();
                let choice = level.choose(position, &mut solver, &mut rng, &mut budget).unwrap();
                choice.column == Column::ALL[0]
            });
            assert!(good.count() >= least, "{}", level.name());
        }
    }
}
