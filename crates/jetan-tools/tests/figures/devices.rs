//! Rows that were read off MARS's tools for devices: Bitmap Display, Keyboard and Display, Lab.

use jetan_isa::Reg;
use jetan_machine::device::terminal::Terminal;
use jetan_machine::{Engine, HostInput, Interpreter, Machine, Stop, StopConditions};
use jetan_tools::cache::RegionStarts;
use jetan_tools::faults::FaultSet;
use jetan_tools::memory_map::GridSettings;
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};
use jetan_tools::pictures::StoredPictures;

use crate::program::{machine, run_machine};
use crate::quiet::NoHost;
use crate::witness::Witness;
use crate::{FigureRow, rows_of};

/// A program that waits for a device that never answers would go on for ever.
const COUNT_MAX: u64 = 1_000_000;

/// Runs until a count of instructions, or to the end; what the display has shown, and whether the
/// program has ended by itself.
fn go(machine: &mut Machine, count: u64) -> (String, bool) {
    let mut host = Witness::default();
    let mut engine = Interpreter::<()>::default();
    let stop = loop {
        match engine.run(machine, &mut host, &StopConditions::count(count)) {
            Stop::Budget if machine.count < count => {}
            stop => break stop,
        }
    };
    let shown = host.characters.iter().map(|&word| char::from(word as u8)).collect();
    (shown, matches!(stop, Stop::Exited(_)))
}

fn word(machine: &Machine, address: u32) -> u32 {
    machine.memory.peek_word(address)
}

/// A word of the program's data by its number.
fn data(machine: &Machine, number: u32) -> u32 {
    word(machine, machine.map().static_base + 4 * number)
}

fn device(machine: &Machine, offset: u32) -> u32 {
    word(machine, machine.map().mmio_base + offset)
}

fn pictures(machine: Machine, bitmap: Option<GridSettings>) -> StoredPictures {
    let plan = ToolPlan { bitmap, faults: FaultSet::MARS, ..ToolPlan::default() };
    run_machine(machine, &plan, COUNT_MAX).pictures
}

pub(crate) fn bitmap_rows() {
    for (program, rows) in rows_of("bitmap") {
        for row in rows {
            let (columns, rows) = match row.settings.as_str() {
                "unit=8x8;display=256x256" => (32, 32),
                _ => (512, 256),
            };
            let start = machine(&program, false);
            let base = start.map().static_base;
            let grid = GridSettings { words: 1, columns, rows, base };
            let painted = pictures(start.clone(), Some(grid)).bitmap.unwrap();
            if row.settings.starts_with("after back-stepping") {
                // The picture stays, while memory is what it was 20 of the 21 steps before.
                let mut early = start;
                go(&mut early, 1);
                let lit = painted.lit().count();
                row.check(&format!("lit={lit};word0={:08x}", word(&early, base)));
            } else {
                let lit = painted.lit().map(|(x, y, colour)| format!(" ({x},{y})={colour:06x}"));
                let lit: String = lit.collect();
                row.check(&format!("grid(cols x rows)={columns}x{rows};lit:{lit};status=ok"));
            }
        }
    }
}

pub(crate) fn keyboard_and_display_rows() {
    for row in rows_of("keydisp").into_values().flatten() {
        if row.program == "-" {
            check_key(&row);
        } else {
            check_display(&row);
        }
    }
}

fn check_display(row: &FigureRow) {
    let mut machine = machine(&row.program, false);
    machine.connect_terminal().unwrap();
    let is_doubled = row.settings.contains("Instruction Counter");
    let delay = row.number("delay");
    // MARS: a connected counter fetches each statement a second time, and the display counts
    // fetches.
    machine.set_display_delay(if is_doubled { delay / 2 } else { delay });
    let (mut shown, is_over) = go(&mut machine, COUNT_MAX);
    if row.setting("DAD") == "false" {
        // MARS shows at once what our display has taken and is going to show.
        let sending = machine.terminal().and_then(Terminal::sending);
        shown.extend(sending.map(|word| char::from(word as u8)));
    }
    assert!(is_over, "{}", row.settings);
    if is_doubled {
        row.check(&format!("display={shown};status=ok"));
        return;
    }
    // The number of looks at the display is printed by one program, and of no matter to the other.
    let is_polling = row.program == "tx.asm";
    let polls = if is_polling { machine.registers.get(Reg::from_name("$s2").unwrap()) } else { 0 };
    let control = device(&machine, 8);
    row.check(&format!("display={shown};polls={polls};txctl={control:08x};status=ok"));
}

/// A key that is typed before the first instruction, with some receiver control.
fn check_key(row: &FigureRow) {
    let mut machine = machine("tx.asm", false);
    machine.connect_terminal().unwrap();
    let base = machine.map().mmio_base;
    let words: Vec<&str> = row.settings.split([' ', ',']).collect();
    let control = words.iter().find_map(|word| word.strip_prefix("control="));
    if let Some(control) = control {
        let control: u32 = control.parse().unwrap();
        machine.memory.poke(base, &control.to_le_bytes()).unwrap();
    }
    let status = words.iter().find_map(|word| word.strip_prefix("status=0x"));
    let status = status.map(|status| u32::from_str_radix(status, 16).unwrap());
    assert!(status.is_none_or(|status| status == machine.cp0.status));
    let key = words[1];
    let code = key.parse().unwrap_or_else(|_| key.as_bytes()[0]);
    machine.inject(HostInput::Key(code)).unwrap();
    let (control, data) = (device(&machine, 0), device(&machine, 4));
    // An interrupt that is pending is taken before the next instruction: there is no handler.
    let mut taken = machine.clone();
    go(&mut taken, 1);
    let cause = taken.cp0.cause & 0x100;
    let pending = if cause == 0 { "0".to_owned() } else { format!("0x{:x}", cause >> 2) };
    let data =
        if row.figures.contains("rxdata") { format!("rxdata={data:08x};") } else { String::new() };
    row.check(&format!("rxctl={control:08x};{data}pending={pending}"));
}

pub(crate) fn lab_rows() {
    for row in rows_of("lab").into_values().flatten() {
        let mut machine = machine(&row.program, false);
        machine.connect_lab();
        match row.program.as_str() {
            "lab_counter.asm" => {
                let (_, is_over) = go(&mut machine, COUNT_MAX);
                let [runs, first, cause] = [0, 1, 2].map(|number| data(&machine, number));
                assert!(is_over);
                row.check(&format!(
                    "handler runs={runs};loop value at first interrupt={first};\
                     cause at first={cause:08x};cause at end={:08x};status=ok",
                    machine.cp0.cause
                ));
            }
            "lab_seg.asm" => {
                let key = row.setting("key");
                let key = (key != "none").then(|| u8::from_str_radix(key, 16).unwrap());
                machine.inject(HostInput::Keypad(key)).unwrap();
                let (_, is_over) = go(&mut machine, COUNT_MAX);
                assert!(is_over);
                let read = machine.registers.get(Reg::from_name("$t1").unwrap());
                row.check(&format!("value read from 0xffff0014={read:#x};status=ok"));
            }
            "lab_sticky.asm" => {
                let (_, is_over) = go(&mut machine, COUNT_MAX);
                assert!(is_over);
                let [timer, trap] = [1, 2].map(|number| data(&machine, number));
                row.check(&format!(
                    "cause at last timer interrupt={timer:08x};cause at trap={trap:08x};status=ok"
                ));
            }
            _ => check_digits(&row, machine),
        }
    }
}

/// Digits after the store of a word, of a half, and after a load.
fn check_digits(row: &FigureRow, mut machine: Machine) {
    // `li`, `li`, `sw`, `sh`, `lbu`: the address takes two instructions.
    let count = match row.settings.split(' ').next() {
        Some("after") => 4,
        _ if row.settings.contains("sh") => 5,
        _ => 6,
    };
    let plan = ToolPlan { faults: FaultSet::MARS, ..ToolPlan::default() };
    let tools = ToolSet::new(&plan, &machine, &RegionStarts::new([])).unwrap();
    let mut engine = ToolEngine::new(tools);
    engine.run(&mut machine, &mut NoHost, &StopConditions::count(count));
    let digits = engine.tools().pictures.digits.unwrap();
    let shown = format!("right={:#x};left={:#x}", digits.right, digits.left);
    if row.figures.contains("word=") {
        row.check(&format!("{shown};word={:08x};status=ok", device(&machine, 0x10)));
    } else {
        row.check(&shown);
    }
}
