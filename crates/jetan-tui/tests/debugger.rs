//! The debugger on a screen, told as stories: what is pressed, and what is seen.

#[path = "debugger/world.rs"]
mod world;

use std::sync::Arc;

use expect_test::expect_file;
use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::Debugger;
use jetan_display::bitmap::BitmapConfig;
use jetan_games::rng::Rng;
use jetan_machine::{Behaviour, Interpreter, Machine, MachineSettings};
use jetan_run::{KeyframePolicy, Timeline};
use jetan_symbols::DebugSymbols;
use jetan_tui::debugger::DebuggerApp;
use jetan_tui::game::Key;
use jetan_tui::look::{ColourSupport, TerminalLook};
use jetan_tui::terminal::{CloseReason, TerminalInput, WheelTurn};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use world::World;

const FACTORIAL: &str = include_str!("debugger/factorial.asm");
const BITMAP: &str = include_str!("debugger/bitmap.asm");
const ENDLESS: &str = "main: addi $t0, $t0, 1\nsw $t0, 0x10010000\nj main\n";
const MONO: TerminalLook = TerminalLook { colours: ColourSupport::None, is_ascii: false };

/// A run of a program by a debugger that keeps many snapshots.
fn debugger(program: &str) -> Debugger<'static> {
    let sources = SourceSet::single("main.asm", program);
    let (program, _) = assemble(&sources, &AssemblyOptions::default());
    let program = program.expect("it is a program");
    let machine = Machine::new(&program.image, MachineSettings::default(), Behaviour::JETAN)
        .expect("it fits");
    let keeping = KeyframePolicy { distance_min: 16, ..KeyframePolicy::default() };
    let timeline = Timeline::new(machine, Box::new(Interpreter::<()>::default()), keeping);
    Debugger::new(timeline, DebugSymbols::new(Arc::new(program), sources))
}

/// An application and the size of its screen.
struct Story<'a> {
    app: DebuggerApp<'a, 'static>,
    size: (u16, u16),
}

impl Story<'_> {
    /// Presses keys: words like `Enter` and `^r`, and letters; what is in quotes is typed.
    fn press(&mut self, script: &str) -> &mut Self {
        let mut rest = script.trim_start();
        while !rest.is_empty() {
            let (inputs, behind) = if let Some(quoted) = rest.strip_prefix('\'') {
                let (text, behind) = quoted.split_once('\'').expect("a quote ends");
                (text.chars().map(Key::Char).map(TerminalInput::Key).collect(), behind)
            } else {
                let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
                (vec![input(word)], behind)
            };
            for input in inputs {
                self.take(input);
            }
            rest = behind.trim_start();
        }
        self
    }

    /// Takes something, does what it asks for, and looks, as the terminal does.
    fn take(&mut self, input: TerminalInput) {
        self.app.press(input);
        self.app.work(&mut |_| true);
        self.picture();
    }

    fn buffer(&mut self) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        self.app.draw(&mut buffer);
        buffer
    }

    fn picture(&mut self) -> String {
        text(&self.buffer())
    }

    #[track_caller]
    fn shows(&mut self, words: &str) -> &mut Self {
        let picture = self.picture();
        assert!(picture.contains(words), "no {words:?} in\n{picture}");
        self
    }

    #[track_caller]
    fn shows_no(&mut self, words: &str) -> &mut Self {
        let picture = self.picture();
        assert!(!picture.contains(words), "{words:?} is in\n{picture}");
        self
    }
}

fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let row = |cells: &[Cell]| {
        let row: String = cells.iter().map(Cell::symbol).collect();
        row.trim_end().to_owned() + "\n"
    };
    buffer.content.chunks(width).map(row).collect()
}

fn input(word: &str) -> TerminalInput {
    let key = match word {
        "Enter" => Key::Enter,
        "Esc" => Key::Esc,
        "Tab" => Key::Tab,
        "BackTab" => Key::BackTab,
        "Left" => Key::Left,
        "Right" => Key::Right,
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Home" => Key::Home,
        "End" => Key::End,
        "PageDown" => Key::PageDown,
        "Space" => Key::Char(' '),
        _ => match word.strip_prefix('^') {
            Some(letter) => {
                return TerminalInput::Control(letter.chars().next().expect("a letter"));
            }
            None => match word.strip_prefix('F').and_then(|number| number.parse().ok()) {
                Some(number) => Key::Function(number),
                None => Key::Char(word.chars().next().expect("a word has letters")),
            },
        },
    };
    TerminalInput::Key(key)
}

/// Tells a story about a program on a screen.
fn run_story(
    program: &str,
    look: TerminalLook,
    size: (u16, u16),
    story: impl FnOnce(&mut Story<'_>),
) {
    let mut debugger = debugger(program);
    let mut world = World::default();
    let app = DebuggerApp::new(&mut debugger, &mut world, None, look);
    let mut opened = Story { app, size };
    opened.picture();
    story(&mut opened);
}

#[test]
fn pictures_are_as_they_were() {
    let check = |file: &str, picture: String| {
        expect_file![format!("screens/debugger/{file}.txt")].assert_eq(&picture);
    };
    let looks = [("", MONO), ("-ascii", TerminalLook::BARE)];
    for (suffix, look) in looks {
        for size in [(120, 40), (80, 24), (20, 5)] {
            let name = |what: &str| format!("{what}-{}x{}{suffix}", size.0, size.1);
            run_story(FACTORIAL, look, size, |story| {
                check(&name("start"), story.picture());
                story.press("c '3' Enter");
                check(&name("end"), story.picture());
                story.press("S S S N '9' y");
                check(&name("why"), story.picture());
                story.press("j : 'goto call fact 3' Enter s s s s 5");
                check(&name("stack"), story.picture());
                story.press("6 j j");
                check(&name("calls"), story.picture());
                story.press("?");
                check(&name("help"), story.picture());
            });
        }
    }
}

#[test]
fn the_guide_shows_a_picture_as_it_is() {
    let guide = include_str!("../../../docs/debugging.md");
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        let picture = story.press("c '3' Enter S S S N '9' y").picture();
        assert!(guide.contains(&picture), "docs/debugging.md should show\n{picture}");
    });
}

#[test]
fn colour_is_never_the_only_cue() {
    let full = |look| {
        let mut picture = String::new();
        run_story(FACTORIAL, look, (120, 40), |story| {
            story.press("s s s b c 2 j");
            picture = story.picture();
        });
        picture
    };
    assert_eq!(full(TerminalLook::FULL), full(MONO), "the same letters with and without colours");
    assert!(full(MONO).contains("●"), "a breakpoint has a sign");
    assert!(full(MONO).contains("$t0  •"), "a changed register has a sign");
}

#[test]
fn every_size_and_every_pane_is_drawn() {
    run_story(FACTORIAL, TerminalLook::FULL, (80, 24), |story| {
        story.press(": 'b fact' Enter c '4' Enter");
        for pane in
            ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "?", "Esc", ": 'why $v0' Enter"]
        {
            story.press(pane);
            for width in (0..150).step_by(7) {
                for height in 0..45 {
                    story.size = (width, height);
                    story.picture();
                }
            }
        }
    });
}

#[test]
fn a_program_is_debugged_backwards() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story
            .press("c '5' Enter")
            .shows("the program has ended")
            .shows("How many? 5")
            .shows("│120 ");
        // The last character that can be seen is asked about.
        story.press("9 y").shows("> why output 12").shows("mul $v0, $v0, $a0");
        // Each cause leads to the instruction that is about to write it.
        story.press("Enter").shows("▶   24         move $a0, $v0  $a0=5 $v0=120");
        story.press("j Enter").shows("▶   40         mul $v0, $v0, $a0  $v0=24 $a0=5");
        story.press("u").shows("▶   24").press("u").shows("■   31");
        story.press("^r ^r").shows("▶   40");
        story.press("Home").shows(" 0 ◉").shows("main:   la $s0, arr");
    });
}

#[test]
fn input_is_asked_for_and_lets_the_run_go_on() {
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        story.press("c").shows("the program waits for input").shows("input:");
        story.press("Esc").shows_no("input:");
        // Stepping back and forth over it is possible while it waits.
        story.press("S S s s s").shows("input:");
        story.press("'2' Enter").shows("move $a0, $v0").shows("v0  •         2");
        story.press("c").shows("the program has ended");
        story.press("End i 'late' Enter").shows("input late: done");
    });
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        story.press("c ^d").shows("error");
    });
}

#[test]
fn where_a_program_was_lost_the_line_that_led_there_is_shown() {
    let padding = "nop\n".repeat(60);
    let jump = format!("main: li $t0, 0x500000\n{padding}jr $t0  # lost\n{padding}");
    let fall = format!("main: nop\n{padding}li $t1, 7  # lost\n");
    for program in [jump, fall] {
        run_story(&program, MONO, (80, 24), |story| {
            story.shows_no("# lost").press("c").shows("   62 ").shows("# lost");
        });
    }
}

#[test]
fn breakpoints_are_set_with_keys_clicks_and_commands() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press("/ 'jal fact' Enter b").shows("●");
        story.press("7").shows("1: break 0x0040004c");
        story.press("Enter").shows("disabled").shows("○");
        story.press("Enter").shows_no("disabled");
        story.press("d").shows("there are no breakpoints").shows_no("●");
        // The margin of a line is its breakpoint.
        story.take(TerminalInput::Click(2, 5));
        story.shows("●    10 loop:").press("c").shows("breakpoint 2").shows("●▶   10 loop:");
        story.press(": 'b 11 if $a0 == 1' Enter").shows("◆");
        story.press(": 'b nowhere' Enter").shows("the program has no symbol `nowhere`");
        // Enter repeats the last command.
        story.press(": 'd 2' Enter : Enter").shows("there is no breakpoint `2`");
    });
}

#[test]
fn answers_are_shown_as_a_whole() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press(": 'symbols' Enter").shows("> symbols");
        for name in ["main", "loop", "fact", "done", "arr", "sum", "nl", "hello"] {
            story.shows(&format!("{name} "));
        }
        story.press(": 'x/4i main' Enter").shows("lui $at").shows("lw $t0");
        story.press(": 'x/2w sum' Enter").shows("1001000c 00000000").shows_no("> x/2w");
        story.press(": 'x/1w nowhere' Enter").shows("the program has no symbol `nowhere`");
    });
}

#[test]
fn a_line_is_run_to() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press("/ 'bgtz' Enter Enter").shows("▶   16").shows("$s1=2");
        story.press("Enter").shows("$s1=1").press("7").shows("there are no breakpoints");
        story.press("1 k k k k k k k k k k Enter").shows("there is no instruction at this line");
    });
}

#[test]
fn registers_have_a_base_each() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press("s s s s 2 j j j j j j j j").shows("$t0             3");
        story.press("v").shows("$t0    0x00000003").shows("$t0: hex").shows("$s1             3");
        story
            .press("v v v")
            .shows("$t0   …0000000011")
            .shows("0000 0000 0000 0000 0000 0000 0000 0011");
        story
            .press("= '7' Enter")
            .shows("set $t0 = 7: done")
            .press("v v v")
            .shows("$t0  •          7");
        story.press("w").shows("watch $t0").press("c").shows("watchpoint 1: $t0 is 1");
    });
}

#[test]
fn time_is_travelled_with_clicks_on_the_bar() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press("c '3' Enter");
        let bar = story.picture().lines().nth(37).expect("a bar").to_owned();
        assert!(bar.starts_with(" 91 ━━"), "{bar}");
        let middle = bar.chars().count() as u16 / 2;
        story.take(TerminalInput::Click(middle, 37));
        story.shows(" 47 ━").shows("How many? 3");
        story.take(TerminalInput::Click(4, 37));
        story.shows(" 0 ◉").press("s").shows(" 2 ");
    });
}

#[test]
fn the_future_of_the_console_is_known_and_distinguished() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press("c '3' Enter Home").shows("How many? 6");
        let buffer = story.buffer();
        let is_dim = |cell: &Cell| cell.modifier.contains(Modifier::DIM) && cell.symbol() == "H";
        assert!(buffer.content.iter().any(is_dim), "nothing has been printed yet");
    });
}

#[test]
fn what_a_line_became_is_shown_on_demand() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.shows_no("lui").press("e").shows("lui $at").press("e").shows_no("lui");
        // Within a statement its instructions are shown by themselves.
        story.press(".").shows("▶      00400004  ori").press(",").shows_no("ori");
    });
}

#[test]
fn the_picture_travels_in_time() {
    let mut debugger = debugger(BITMAP);
    let mut world = World::default();
    let config =
        BitmapConfig { width: 4, height: 4, unit_width: 1, unit_height: 1, base: 0x1004_0000 };
    let app = DebuggerApp::new(&mut debugger, &mut world, Some(config), TerminalLook::BARE);
    let mut story = Story { app, size: (120, 40) };
    story.picture();
    let lit = |story: &mut Story<'_>| story.picture().matches('@').count();
    assert_eq!(lit(&mut story), 0);
    story.press("c");
    let all = lit(&mut story);
    assert!(all > 0 && all.is_multiple_of(4), "{all}");
    story.press(": 'goto write 0x1004003c' Enter rs S");
    story.press(": 'rs' Enter");
    assert_eq!(lit(&mut story), all / 4 * 3);
    story.press("Home");
    assert_eq!(lit(&mut story), 0);
}

#[test]
fn long_work_shows_its_progress_and_can_be_stopped() {
    run_story(ENDLESS, MONO, (80, 24), |story| {
        story.app.press(input("c"));
        assert!(story.app.has_work());
        let mut seen = Vec::new();
        let mut picture = String::new();
        story.app.work(&mut |progress| {
            seen.push(progress.count());
            let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
            progress.draw(&mut buffer);
            picture = text(&buffer);
            seen.len() < 3
        });
        assert!(seen.is_sorted() && seen.len() == 3, "{seen:?}");
        assert!(picture.contains("continue: at 3,") && picture.contains("Esc"), "{picture}");
        assert!(picture.contains("main: addi"), "what was seen stays: {picture}");
        story.shows("interrupted");
        // Many steps back are as interruptible as one long run.
        story.app.press(input(":"));
        for key in "rs 1000000000".chars() {
            story.app.press(TerminalInput::Key(Key::Char(key)));
        }
        story.app.press(input("Enter"));
        let mut asked = 0;
        story.app.work(&mut |_| {
            asked += 1;
            asked < 5
        });
        story.shows("interrupted");
    });
}

#[test]
fn a_pane_can_have_all_the_room() {
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        story.press("4 z").shows("10010080").shows_no("main:");
        story.press("1").shows("main:").press("z").shows("10010000").shows("main:");
    });
}

#[test]
fn words_are_completed_and_lines_come_back() {
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        story.press(": 'b fa' Tab Enter").shows("1: break 0x00400074 <fact>");
        story.press(": 'goto ' Tab").shows("start  end  output  call  write");
        story.press("Esc : Up").shows(":b fact");
        story.press("^u 'reverse-s' Tab Tab").shows(":reverse-step");
    });
}

#[test]
fn leaving_takes_two_presses() {
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        story.press("q").shows("press q again to quit");
        assert_eq!(story.app.ended(), None);
        story.press("s q s ^c ^c");
        assert_eq!(story.app.ended(), Some(CloseReason::Interrupted));
    });
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        story.press(": 'q' Enter");
        assert_eq!(story.app.ended(), Some(CloseReason::Quit), "a typed command is meant");
    });
}

#[test]
fn many_breakpoints_are_refused_and_the_session_goes_on() {
    run_story(ENDLESS, MONO, (80, 24), |story| {
        for _ in 0..10_001 {
            story.app.press(input(":"));
            for key in "w 0x10010000".chars() {
                story.app.press(TerminalInput::Key(Key::Char(key)));
            }
            story.app.press(input("Enter"));
        }
        story.app.work(&mut |_| true);
        story.shows("there can be 10000 breakpoints at a time").press("7");
        story.shows("1: watch").press("PageDown c").shows("watchpoint");
    });
}

#[test]
fn something_to_be_reported_stays_in_sight() {
    run_story(FACTORIAL, MONO, (80, 24), |story| {
        story.app.notify(Some("main.asm has changed on disk".to_owned()));
        story.press("s s").shows("main.asm has changed on disk");
        story.app.notify(None);
        story.shows_no("changed on disk");
    });
}

#[test]
fn hostile_text_does_not_reach_the_terminal() {
    let program = "# \u{1b}[2J\u{202e}evil\n.data\nx: .ascii \"\\033[31m\"\n.byte 27, 0\n\
                   .text\nmain: la $a0, x\nli $v0, 4\nsyscall\n";
    run_story(program, TerminalLook::FULL, (80, 24), |story| {
        story.press("c 9");
        for cell in story.buffer().content {
            let is_plain = |c: char| !c.is_control() && c != '\u{202e}';
            assert!(cell.symbol().chars().all(is_plain), "{:?}", cell.symbol());
        }
    });
}

#[test]
fn random_keys_and_clicks_are_survived() {
    let mut rng = Rng::new(7);
    run_story(FACTORIAL, TerminalLook::FULL, (80, 24), |story| {
        for _ in 0..3000 {
            let (x, y) = (rng.below(90) as u16, rng.below(30) as u16);
            let input = match rng.below(12) {
                0 => TerminalInput::Click(x, y),
                1 => TerminalInput::Wheel(
                    x,
                    y,
                    if y.is_multiple_of(2) { WheelTurn::Up } else { WheelTurn::Down },
                ),
                2 => TerminalInput::Control(char::from(b'a' + rng.below(26) as u8)),
                3 => TerminalInput::Key(Key::Function(rng.below(13) as u8)),
                4 => TerminalInput::Key(Key::Enter),
                5 => TerminalInput::Key(Key::Esc),
                6 => TerminalInput::Pasted(char::from(rng.below(128) as u8)),
                7 => TerminalInput::Key(Key::Tab),
                _ => TerminalInput::Key(Key::Char(char::from(b' ' + rng.below(95) as u8))),
            };
            story.size = (rng.below(130) as u16, rng.below(45) as u16);
            story.take(input);
        }
    });
}

#[test]
fn an_interrupted_loop_is_explained_and_its_output_seen_while_it_runs() {
    let program = "main: li $t0, 0\nloop: li $a0, 'x'\n li $v0, 11\n syscall\n blt $t0, 5, loop\n";
    run_story(program, MONO, (100, 40), |story| {
        story.app.press(input("c"));
        let mut picture = String::new();
        story.app.work(&mut |progress| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 40));
            progress.draw(&mut buffer);
            picture = text(&buffer);
            // Long enough for a picture of the run, and not for ever.
            progress.count() < 18_000_000
        });
        assert!(picture.contains("xxxxxxxx"), "output is seen meanwhile:\n{picture}");
        story.press("8").shows("the loop of line 2 to line 5 ran another");
        story.shows("interrupted");
    });
}

#[test]
fn the_console_shows_what_was_typed() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press("c '3' Enter 9").shows("3");
        let picture = story.picture();
        let typed = picture.lines().any(|line| line.contains("? 3 "));
        assert!(typed, "what was typed stands after the question:\n{picture}");
    });
}

#[test]
fn the_stack_says_who_saved_a_word() {
    run_story(FACTORIAL, MONO, (120, 40), |story| {
        story.press(": 'b fact' Enter c '3' Enter c c 5").shows("$ra saved by fact");
    });
}

#[test]
fn a_tool_counts_up_to_here_forwards_and_backwards() {
    for size in [(80, 24), (120, 40)] {
        run_story(FACTORIAL, MONO, size, |story| {
            story.shows_no("Tools").press("z t").shows("> cache 8x4").shows("d 8x4:1:lru: 0 acc");
            story.press("c '3' Enter t").shows("hits (").shows_no("d 8x4:1:lru: 0 acc");
            let there = story.picture();
            story.press("S").press("s").press("t");
            assert_eq!(story.picture(), there, "back and forth again");
            story.press("Home").shows("d 8x4:1:lru: 0 acc");
            story.press("End l").shows("> branches 2bit:16").shows("branches, ");
            story.press("l").shows("> pipeline id,fwd").shows("stalls");
            story.press("l").shows("> mix").shows("alu").press("l").shows("> cache 8x4");
            // Settings that are typed stay the tool's.
            story.press(": 'cache 2x1:full' Enter").shows("> cache 2x1:full").shows("d 2x1:2:lru");
            story.press("h l").shows("> cache 2x1:full");
            story.press(": 'cache 3x1' Enter").shows("must be a power of two").press("t");
            story.shows("> cache 2x1:full");
        });
    }
}

#[test]
fn a_tool_that_is_not_there_yet_says_so() {
    run_story(ENDLESS, MONO, (80, 24), |story| {
        story.press(": 'goto 9000000' Enter").press("z t").shows("not counted up to here yet");
        story.press("Enter").shows_no("not counted up to here yet").shows("8x4:1:lru: 2,250,000");
        // Going back does not begin at the start.
        story.press(",").shows_no("not counted up to here yet").shows("8x4:1:lru: 2,250,000");
    });
}
