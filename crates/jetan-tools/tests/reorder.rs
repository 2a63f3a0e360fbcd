//! Suggested orders of blocks: they compute the same, they save what they claim, and for small
//! blocks no legal order saves more.
#![expect(clippy::disallowed_methods, reason = "a test: reads the programs")]
#![expect(clippy::unwrap_used, reason = "a test: its programs are right")]

#[path = "../../jetan-machine/tests/reference/host.rs"]
mod host;
#[path = "stages/loops.rs"]
mod loops;
#[path = "stages/naive.rs"]
mod naive;

use std::path::Path;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::{Image, SegmentKind};
use jetan_machine::{Behaviour, Engine, Machine, MachineSettings, Stop, StopConditions};
use jetan_tools::cache::RegionStarts;
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};
use jetan_tools::pipeline::{BlockReorder, MovedPlace, PipelineSettings};

use host::NoHost;
use loops::{LoopProgram, TURNS};
use naive::naive_cycles;

/// The most instructions of a program.
const COUNT_MAX: u64 = 100_000;
/// Pipelines that the naive one has too.
const SETTINGS: [&str; 5] = ["id,fwd", "ex,fwd", "mem,fwd", "id,nofwd", "ex,nofwd"];

fn image(text: &str) -> Image {
    let sources = SourceSet::single("main.asm", text);
    let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    program.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}")).image.clone()
}

/// A machine that has come to an end, and its tools; none if it goes on too long.
fn run(image: &Image, plan: &ToolPlan, delayed_branching: bool) -> Option<(Machine, ToolSet)> {
    let settings = MachineSettings { delayed_branching, ..MachineSettings::default() };
    let mut machine = Machine::new(image, settings, Behaviour::JETAN).unwrap();
    let tools = ToolSet::new(plan, &machine, &RegionStarts::new([])).unwrap();
    let mut engine = ToolEngine::new(tools);
    let stop = engine.run(&mut machine, &mut NoHost, &StopConditions::count(COUNT_MAX));
    let is_over = matches!(stop, Stop::Exited(_));
    is_over.then(|| (machine, engine.tools().clone()))
}

fn plan(settings: &str) -> ToolPlan {
    let pipelines = vec![PipelineSettings::parse(settings).unwrap()];
    ToolPlan { pipelines, ..ToolPlan::default() }
}

fn cycles(tools: &ToolSet) -> u64 {
    tools.pipelines[0].stack().cycles()
}

fn suggested(tools: &ToolSet) -> Vec<BlockReorder> {
    let report = tools.reorder(&tools.pipelines[0], &[], &|_| true);
    assert!(!report.is_cut);
    report.blocks
}

/// The image with the words of a block in another order.
fn reordered(image: &Image, block: &BlockReorder) -> Image {
    let mut image = image.clone();
    let before = image.clone();
    let word = |pc: u32| {
        let text = before.segments.iter().filter(|segment| segment.kind == SegmentKind::Text);
        let mut found = text.filter_map(|segment| {
            let at = pc.checked_sub(segment.address)? as usize;
            segment.bytes.get(at..at + 4).map(<[u8]>::to_vec)
        });
        found.next().unwrap()
    };
    for (pc, &from) in (block.first..=block.last).step_by(4).zip(&block.order) {
        let bytes = word(from);
        for segment in &mut image.segments {
            let at = pc.wrapping_sub(segment.address) as usize;
            if segment.kind == SegmentKind::Text && at + 4 <= segment.bytes.len() {
                segment.bytes[at..at + 4].copy_from_slice(&bytes);
            }
        }
    }
    image
}

/// Everything that a program leaves behind but its text.
fn left(machine: &Machine) -> String {
    let map = machine.map();
    let ranges = [map.static_base, map.heap_base, map.sp - 4096, map.extern_base];
    let words = ranges.iter().flat_map(|base| (*base..base + 4096).step_by(4));
    let words: Vec<u32> = words.map(|address| machine.memory.peek_word(address)).collect();
    let Machine { registers, hilo, fpu, count, .. } = machine;
    format!("{registers:?} {hilo:?} {:?} {:?} {count} {words:x?}", fpu.flags(), floats(machine))
}

fn floats(machine: &Machine) -> Vec<u32> {
    (0..32).map(|register| machine.fpu.bits(register)).collect()
}

/// Carries a suggestion out in the words of the program: the result must be the same, and the
/// cycles fewer by what was claimed.
fn check(image: &Image, settings: &str, is_delayed: bool, block: &BlockReorder) -> u64 {
    let (before, tools) = run(image, &plan(settings), is_delayed).unwrap();
    let (after, better) = run(&reordered(image, block), &plan(settings), is_delayed).unwrap();
    assert_eq!(left(&before), left(&after), "{settings}: {block:x?}");
    let saved = cycles(&tools).saturating_sub(cycles(&better));
    assert!(saved >= block.saved, "{settings}: {block:x?} saves {saved}");
    assert!(block.saved_each.is_none_or(|each| each * block.executions == block.saved));
    saved
}

#[test]
fn suggestions_for_our_programs_are_legal_and_save_what_they_claim() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tools");
    let folders = ["programs", "exercises"].map(|name| folder.join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut checked = 0;
    for file in files.map(|file| file.unwrap().path()) {
        let image = image(&std::fs::read_to_string(&file).unwrap());
        for settings in ["id,fwd", "ex,fwd,store-fwd", "id,nofwd", "id,fwd,r3000", "id,fwd,slot"] {
            for is_delayed in [false, true] {
                let Some((_, tools)) = run(&image, &plan(settings), is_delayed) else { continue };
                for block in suggested(&tools) {
                    check(&image, settings, is_delayed, &block);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Of each small loop every order is tried on the naive pipeline.
#[test]
fn no_order_of_a_small_block_saves_more() {
    let (mut tried, mut helped) = (0, 0);
    for seed in 0..60 {
        let program = LoopProgram::random(seed, 2 + (seed % 3) as usize);
        let image = image(&program.text());
        for settings in SETTINGS {
            let pipeline = PipelineSettings::parse(settings).unwrap();
            let (_, tools) = run(&image, &plan(settings), false).unwrap();
            let of_loop =
                |block: &BlockReorder| block.executions == TURNS && program.is_body(block);
            let found = suggested(&tools).into_iter().find(of_loop);
            let naive = |order: &[usize]| naive_cycles(&program.steps(order), pipeline);
            let own: Vec<usize> = (0..program.len()).collect();
            let before = naive(&own);
            let best = program.legal_orders().iter().map(|order| naive(order)).min().unwrap();
            let claimed = found.as_ref().map_or(0, |block| block.saved);
            if let Some(block) = &found {
                let order = program.order_of(block);
                assert!(program.legal_orders().contains(&order), "{settings}, {seed}: {order:?}");
                let after = naive(&order);
                assert!(before - after >= claimed, "{settings}, {seed}: {before} {after}");
                assert_eq!(check(&image, settings, false, block), before - after);
                assert!(block.is_exhaustive);
                helped += 1;
            }
            assert_eq!(claimed, before - best, "{settings}, {seed}\n{}", program.text());
            tried += 1;
        }
    }
    assert!(tried == 300 && helped > 50, "{helped} of {tried}");
}

#[test]
fn long_blocks_are_reordered_too() {
    let mut helped = 0;
    for seed in 100..130 {
        let program = LoopProgram::random(seed, 9 + (seed % 20) as usize);
        let image = image(&program.text());
        for settings in ["id,fwd", "ex,nofwd", "id,fwd,r3000", "id,fwd,store-fwd"] {
            let (_, tools) = run(&image, &plan(settings), false).unwrap();
            for block in suggested(&tools) {
                check(&image, settings, false, &block);
                helped += u32::from(program.is_body(&block));
            }
        }
    }
    assert!(helped > 60, "{helped}");
}

#[test]
fn statements_and_labels_stay_whole() {
    let text = "main: li $s7, 9\nloop: lw $t0, x\n add $t1, $t1, $t0\n addi $s7, $s7, -1\n\
                bnez $s7, loop\n li $v0, 10\n syscall\n.data\nx: .word 3\n";
    let image = image(text);
    let (_, tools) = run(&image, &plan("id,fwd"), false).unwrap();
    // `lw $t0, x` is `lui $at` and `lw $t0, 0($at)`, one statement.
    let begins = |pc: u32| pc != 0x0040_0008;
    let report = tools.reorder(&tools.pipelines[0], &[], &begins);
    let [block] = report.blocks.as_slice() else { panic!("{report:x?}") };
    assert_eq!((block.first, block.last), (0x0040_0004, 0x0040_0014));
    let [moved] = block.moves.as_slice() else { panic!("{block:x?}") };
    assert_eq!((moved.pc, moved.instructions), (0x0040_0010, 1));
    assert_eq!(moved.place, MovedPlace::After(0x0040_0004));
    assert_eq!((block.saved, block.saved_each, block.executions), (18, Some(2), 9));
    // A label between the two lines keeps them apart.
    let labels = [0x0040_000c];
    let report = tools.reorder(&tools.pipelines[0], &labels, &begins);
    assert!(report.blocks.iter().all(|block| block.first != 0x0040_0004), "{report:x?}");
}

/// Loads keep their order where a device may look on, and nothing is moved over services, traps or
/// the two halves of an atomic access.
#[test]
fn devices_and_services_keep_their_order() {
    let barriers = ["syscall", "teq $zero, $t9", "mfc0 $t9, $12", "ll $t9, 0($s0)"];
    for barrier in barriers {
        let text = format!(
            "main: la $s0, x\n li $v0, 30\n li $t9, 1\n lw $t0, 0($s0)\n{barrier}\n\
             add $t1, $t0, $t0\n li $t2, 4\n li $v0, 10\n syscall\n.data\nx: .word 3, 4\n"
        );
        let image = image(&text);
        let (_, tools) = run(&image, &plan("id,nofwd"), false).unwrap();
        for block in suggested(&tools) {
            check(&image, "id,nofwd", false, &block);
            let barrier = 0x0040_0000 + 4 * 5;
            assert!(!(block.first..=block.last).contains(&barrier), "{block:x?}");
        }
    }
    let text = "main: la $s0, x\n li $s7, 5\nloop: lw $t0, 0($s0)\n add $t1, $t0, $t0\n\
                lw $t2, 4($s0)\n addi $s7, $s7, -1\n addi $t3, $t3, 1\n bnez $s7, loop\n\
                li $v0, 10\n syscall\n.data\nx: .word 3, 4\n";
    let image = image(text);
    for has_device in [false, true] {
        let settings = MachineSettings::default();
        let mut machine = Machine::new(&image, settings, Behaviour::JETAN).unwrap();
        if has_device {
            machine.connect_lab();
        }
        let tools = ToolSet::new(&plan("id,fwd"), &machine, &RegionStarts::new([])).unwrap();
        let mut engine = ToolEngine::new(tools);
        engine.run(&mut machine, &mut NoHost, &StopConditions::count(COUNT_MAX));
        for block in suggested(engine.tools()) {
            let loads = [0x0040_000c, 0x0040_0014];
            let places = loads.map(|pc| block.order.iter().position(|&one| one == pc));
            assert!(!has_device || places[0] <= places[1], "{block:x?}");
        }
    }
}
