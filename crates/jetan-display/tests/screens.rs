//! The screens of packs and the digits of the lab, by their hashes and by what must be seen.

use expect_test::expect;
use jetan_display::screen::{ScreenRenderer, TextMode};
use jetan_display::terminal::{ColourDepth, TerminalAbility, TerminalFrame};
use jetan_display::{Pixels, lab};
use jetan_machine::device::screen::{PackScreen, ScreenBoard, ScreenLayout, ScreenText, Sprite};

fn board(tiles: Vec<u32>) -> PackScreen {
    PackScreen {
        width: 560,
        height: 560,
        style: ScreenLayout::Tiles,
        board: Some(ScreenBoard { rows: 4, columns: 4, tiles }),
        score: Some(64),
        target: Some(2048),
        ..PackScreen::default()
    }
}

fn text(x: i32, y: i32, text: &str) -> ScreenText {
    ScreenText { x, y, text: text.to_owned() }
}

fn drawn(screen: &PackScreen) -> Pixels {
    ScreenRenderer::default().draw(screen, TextMode::Drawn).clone()
}

fn hex(pixels: &Pixels) -> String {
    pixels.hash()[..8].iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[test]
fn pictures_are_the_same_on_every_machine() {
    let mut screen = board((1..=16).map(|level| 1 << level).collect());
    expect!["90d6368083494916"].assert_eq(&hex(&drawn(&screen)));
    screen.texts.insert(-2, text(0, 0, "You win!"));
    expect!["2567905a52c7506a"].assert_eq(&hex(&drawn(&screen)));
    screen.style = ScreenLayout::Plain;
    screen.sprites.extend((0..6).map(|kind| {
        (kind, Sprite { kind, x: 80 * kind, y: 90, width: 60, height: 40, colour: 0x00e0_a030 })
    }));
    expect!["38ceab9cea76d756"].assert_eq(&hex(&drawn(&screen)));
    expect!["6ddf3dc90e23dba6"].assert_eq(&hex(lab::LabRenderer::default().draw([0x3f, 0x86])));
}

#[test]
fn every_tile_and_every_ending_looks_different() {
    let mut hashes: Vec<_> = (0..=17)
        .map(|level| drawn(&board(vec![1 << level; 16])).hash())
        .chain([drawn(&board(vec![0; 16])).hash()])
        .collect();
    for id in [-2, -1, 0] {
        let mut screen = board(vec![0; 16]);
        screen.texts.insert(id, text(100, 100, "The end"));
        hashes.push(drawn(&screen).hash());
    }
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn drawing_again_gives_the_same_whatever_was_drawn_between() {
    let mut renderer = ScreenRenderer::default();
    let (one, other) = (board(vec![2; 16]), board(vec![1024; 16]));
    let first = renderer.draw(&one, TextMode::Drawn).clone();
    let place = renderer.pixels().colours.as_ptr();
    renderer.draw(&other, TextMode::Drawn);
    assert_eq!(*renderer.draw(&one, TextMode::Drawn), first);
    assert_eq!(renderer.pixels().colours.as_ptr(), place, "the same memory");
}

#[test]
fn odd_screens_are_drawn_without_a_panic() {
    let mut screen = board(vec![u32::MAX; 7]);
    for (width, height) in [(0, 0), (1, 1), (3, 2000), (u32::MAX, 1), (64, 64)] {
        screen.width = width;
        screen.height = height;
        for style in [ScreenLayout::Tiles, ScreenLayout::Plain] {
            screen.style = style;
            for (rows, columns) in [(0, 0), (1, 7), (7, 1), (u32::MAX, u32::MAX)] {
                screen.board = Some(ScreenBoard { rows, columns, tiles: vec![2, 0, u32::MAX] });
                drawn(&screen);
            }
        }
    }
    screen.style = ScreenLayout::Plain;
    for (idx, edge) in [i32::MIN, -1, 0, i32::MAX].into_iter().enumerate() {
        for kind in 0..6 {
            let id = 10 * idx as i32 + kind;
            let (width, height) = (u32::MAX >> (idx * 10), 0);
            let sprite = Sprite { kind, x: edge, y: edge, width, height, colour: u32::MAX };
            screen.sprites.insert(id, sprite);
            let sprite = Sprite { height: u32::MAX, kind: kind - 9, ..sprite };
            screen.sprites.insert(id + 1000, sprite);
        }
        screen.texts.insert(idx as i32, text(edge, edge, &"é\n\u{1b}[0mlong ".repeat(100)));
    }
    drawn(&screen);
    screen.style = ScreenLayout::Tiles;
    screen.texts.insert(-2, text(0, 0, ""));
    drawn(&screen);
}

/// Everything as large as a pack allows it, and as much: drawn one over the other it would be
/// minutes of work.
#[test]
fn a_screen_full_of_huge_objects_is_drawn_as_far_as_its_budget_goes() {
    let mut screen = PackScreen { style: ScreenLayout::Plain, ..board(Vec::new()) };
    (screen.width, screen.height) = (4096, 4096);
    for id in 0..4096 {
        let sprite = Sprite { kind: 2, x: -5, y: -5, width: 4096, height: 4096, colour: id as u32 };
        screen.sprites.insert(id, sprite);
    }
    for id in 0..1024 {
        screen.texts.insert(id, text(-5, 20, &"M\n".repeat(512)));
    }
    let pixels = drawn(&screen);
    let middle = pixels.colours[2048 * 4096 + 2048];
    assert!((1..4095).contains(&middle), "{middle}: the first are drawn, the last are not");
}

#[test]
fn a_board_can_be_read_on_a_terminal_of_80_by_24() {
    let mut screen =
        board(vec![2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 0, 0, 0, 2, 131_072]);
    screen.texts.insert(-1, text(0, 0, "You lose"));
    let ability = TerminalAbility { colours: ColourDepth::True, has_blocks: true };
    let mut renderer = ScreenRenderer::default();
    let mut frame = TerminalFrame::default();
    let pixels = renderer.draw(&screen, TextMode::Listed);
    frame.draw(pixels.into(), (80, 24), ability);
    frame.write(renderer.labels(), (560, 560), ability);
    expect![[r"
        |
        |                          SCORE     TARGET
        |     2048                   64       2048
        |
        |
        |
        |         2         4        8        16
        |
        |
        |
        |
        |         32       64       128       256
        |
        |                    You lose
        |
        |
        |        512      1024      2048
        |
        |
        |
        |                            2      131072
        |
        |
        |
    "]]
    .assert_eq(&trimmed(&frame.to_text().replace('▀', " ")));
}

/// With a mark at each line's start, so that how far lines are indented is part of the text.
fn trimmed(text: &str) -> String {
    text.lines().fold(String::new(), |text, line| text + "|" + line.trim_end() + "\n")
}
