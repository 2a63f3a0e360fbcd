//! Whatever bytes come in, there is an answer.

use jetan_games::connect4::{Column, OpponentLevel, Position};
use jetan_play::thought::{GameQuestion, GameThought};
use jetan_thinker::{answer, provide};

#[test]
fn a_question_is_answered_and_its_steps_are_counted() {
    let level = OpponentLevel::Perfect;
    let question = GameQuestion::Reply { position: Position::default(), level, seed: 1 };
    let thought = GameThought::from_bytes(&answer(&question.to_bytes(), || ()));
    assert!(matches!(thought, Some(GameThought::Column(column)) if column == Column::ALL[3]));
}

#[test]
fn any_bytes_have_an_answer() {
    let stopped = GameThought::Stopped.to_bytes();
    for bytes in [&[][..], &[99, 1, 2], &[255; 9]] {
        assert_eq!(answer(bytes, || ()), stopped, "{bytes:?}");
    }
}

#[test]
fn what_is_no_network_is_refused() {
    assert!(!provide(b"not a network"));
    assert!(!provide(&[]));
}
