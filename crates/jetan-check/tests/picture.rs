//! Pictures of cases as text and as JSON.

use jetan_check::picture::{BoardCell, BoardKind, BoardPicture, CasePicture};

fn board(kind: BoardKind, rows: &[&[BoardCell]]) -> BoardPicture {
    BoardPicture::new(kind, rows.iter().map(|row| row.to_vec()).collect())
}

#[test]
fn every_game_has_its_own_letters() {
    use BoardCell::{Asked, Empty, Filled, Frozen, Letter, Number, Stone};
    let stones: &[&[BoardCell]] = &[&[Empty, Stone(2)], &[Stone(1), Stone(2)]];
    for (board, text) in [
        (board(BoardKind::FourInARow, stones), "* X\nO X\n1 2"),
        (board(BoardKind::ConnectFour, stones), ". 2\n1 2\n0 1"),
        (
            board(BoardKind::Sudoku(1), &[&[Number(1), Empty], &[Asked, Number(2)]]),
            "1 | .\n--+--\n? | 2",
        ),
        (
            board(BoardKind::Twenty48, &[&[Number(16), Empty], &[Number(-1), Letter('-')]]),
            "16  .\n-1  -",
        ),
        (board(BoardKind::Line, &[&[Number(0), Number(16)]]), "0 16"),
        (board(BoardKind::Field, &[&[Empty, Filled, Frozen]]), ".#X"),
    ] {
        assert_eq!(CasePicture::from(board.clone()).to_string(), text);
        assert!(board.differences(&board).is_empty());
    }
}

#[test]
fn boards_stand_side_by_side_below_their_titles() {
    let field = |cells: &[BoardCell]| board(BoardKind::Field, &[cells, cells]);
    let picture = CasePicture::from("a case\n").with_boards(vec![
        field(&[BoardCell::Filled]).titled("start"),
        field(&[BoardCell::Empty; 4]).titled("goal"),
    ]);
    assert_eq!(picture.to_string(), "a case\nstart  goal\n#      ....\n#      ....");
    assert_eq!(picture.boards().count(), 2);
}

#[test]
fn only_boards_of_one_size_are_compared() {
    let line = |cells: &[BoardCell]| board(BoardKind::Line, &[cells]);
    let (one, two) = (BoardCell::Number(1), BoardCell::Number(2));
    assert_eq!(line(&[one, two]).differences(&line(&[one, one])), [(0, 1)]);
    assert!(line(&[one]).differences(&line(&[one, two])).is_empty());
}

#[test]
fn pictures_come_back_from_json_with_their_cells() {
    let line = board(BoardKind::Line, &[&[BoardCell::Number(4), BoardCell::Empty]]);
    for picture in [
        CasePicture::default(),
        CasePicture::from("YES"),
        CasePicture::from("before\n").with_board(line.titled("a line")).with_words("\nafter"),
    ] {
        let json = serde_json::to_string(&picture).expect("it has no maps with odd keys");
        assert_eq!(json.starts_with('"'), !picture.has_board(), "{json}");
        assert_eq!(serde_json::from_str::<CasePicture>(&json).ok(), Some(picture));
    }
}
