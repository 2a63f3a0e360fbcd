//! The picture of a datapath for slides, as SVG.

use std::fmt::Write;

use super::{ControlLine, DatapathView, DatapathWire};

/// A box of the picture: left, top, width, height and its name.
const BOXES: [(u32, u32, u32, u32, &str); 7] = [
    (40, 270, 40, 70, "PC"),
    (150, 240, 110, 130, "Instruction memory"),
    (370, 240, 130, 150, "Registers"),
    (370, 150, 100, 44, "Control"),
    (385, 420, 90, 44, "Extend"),
    (542, 185, 36, 26, "« 2"),
    (815, 280, 100, 120, "Data memory"),
];

/// An adder or the ALU, with a notch between its inputs: left, top, width, height and its name.
const ADDERS: [(u32, u32, u32, u32, &str); 3] =
    [(160, 65, 50, 60, "Add"), (640, 105, 50, 65, "Add"), (660, 250, 80, 130, "ALU")];

/// A multiplexer: left, top, height, and the names of its upper and lower input.
const CHOICES: [(u32, u32, u32, &str, &str); 5] = [
    (320, 312, 52, "0", "1"),
    (580, 317, 62, "0", "1"),
    (760, 82, 72, "0", "1"),
    (860, 60, 72, "1", "0"),
    (985, 315, 70, "1", "0"),
];

/// The width of a multiplexer.
const CHOICE_WIDTH: u32 = 18;

/// The place of the name of each control line, beside what it controls.
const CONTROLS: [(u32, u32, ControlLine); 8] = [
    (296, 392, ControlLine::RegDst),
    (845, 148, ControlLine::Jump),
    (738, 170, ControlLine::Branch),
    (817, 258, ControlLine::MemRead),
    (975, 306, ControlLine::MemtoReg),
    (817, 273, ControlLine::MemWrite),
    (572, 394, ControlLine::AluSrc),
    (372, 232, ControlLine::RegWrite),
];

/// The condition under which a part of a wire carries something.
#[derive(Clone, Copy)]
enum WireUse {
    /// Its value is there.
    Value,
    /// The value is there and the control line is active.
    On(ControlLine),
    /// The value is there and the control line is not active.
    Off(ControlLine),
    /// Its value is what comes next.
    Straight,
}

/// A part of a wire: corners, the value on it, when it is used, and where the value is written.
struct DrawnWire(&'static [(u32, u32)], DatapathWire, WireUse, Option<(u32, u32)>);

use ControlLine::{AluSrc, Branch, Jump, MemtoReg, RegDst};
use DatapathWire::{
    AluOperand, AluResult, BranchTarget, Immediate, InstructionWord, JumpTarget, MemoryReadData,
    MemoryWriteData, NextPc, NextWord, Pc, ReadData1, ReadData2, WriteData, WriteRegister,
};
use WireUse::{Off, On, Straight, Value};

const WIRES: [DrawnWire; 30] = [
    DrawnWire(&[(80, 305), (150, 305)], Pc, Value, Some((84, 298))),
    DrawnWire(&[(110, 305), (110, 80), (160, 80)], Pc, Value, None),
    DrawnWire(&[(140, 112), (160, 112)], Pc, Value, None),
    DrawnWire(&[(210, 95), (600, 95)], NextWord, Value, Some((216, 88))),
    DrawnWire(&[(600, 95), (760, 95)], NextWord, Straight, None),
    DrawnWire(&[(600, 95), (600, 120), (640, 120)], NextWord, On(Branch), None),
    DrawnWire(&[(260, 305), (290, 305)], InstructionWord, Value, Some((150, 386))),
    DrawnWire(&[(290, 265), (290, 442)], InstructionWord, Value, None),
    DrawnWire(&[(290, 265), (290, 172), (370, 172)], InstructionWord, Value, None),
    DrawnWire(&[(290, 265), (370, 265)], ReadData1, Value, None),
    DrawnWire(&[(290, 295), (370, 295)], ReadData2, Value, None),
    DrawnWire(&[(290, 325), (320, 325)], WriteRegister, Off(RegDst), None),
    DrawnWire(&[(290, 350), (320, 350)], WriteRegister, On(RegDst), None),
    DrawnWire(&[(338, 337), (370, 337)], WriteRegister, Value, Some((341, 331))),
    DrawnWire(&[(290, 442), (385, 442)], Immediate, Value, None),
    DrawnWire(
        &[(475, 442), (560, 442), (560, 365), (580, 365)],
        Immediate,
        Value,
        Some((480, 436)),
    ),
    DrawnWire(&[(290, 442), (385, 442)], BranchTarget, Value, None),
    DrawnWire(&[(475, 442), (560, 442), (560, 211)], BranchTarget, Value, None),
    DrawnWire(&[(560, 185), (560, 155), (640, 155)], BranchTarget, Value, None),
    DrawnWire(&[(690, 137), (760, 137)], BranchTarget, Value, Some((693, 130))),
    DrawnWire(
        &[(290, 172), (290, 45), (840, 45), (840, 78), (860, 78)],
        JumpTarget,
        Value,
        Some((300, 39)),
    ),
    DrawnWire(&[(500, 275), (660, 275)], ReadData1, Value, Some((506, 268))),
    DrawnWire(&[(500, 330), (540, 330)], ReadData2, Value, Some((506, 323))),
    DrawnWire(&[(540, 330), (580, 330)], ReadData2, Off(AluSrc), None),
    DrawnWire(&[(598, 347), (660, 347)], AluOperand, Value, Some((600, 341))),
    DrawnWire(&[(740, 315), (815, 315)], AluResult, Value, Some((744, 308))),
    DrawnWire(
        &[(540, 330), (540, 410), (795, 410), (795, 380), (815, 380)],
        MemoryWriteData,
        Value,
        Some((606, 404)),
    ),
    DrawnWire(&[(915, 330), (985, 330)], MemoryReadData, On(MemtoReg), Some((918, 323))),
    DrawnWire(
        &[(1003, 350), (1025, 350), (1025, 515), (350, 515), (350, 370), (370, 370)],
        WriteData,
        Value,
        Some((606, 509)),
    ),
    DrawnWire(
        &[(878, 95), (1045, 95), (1045, 18), (15, 18), (15, 305), (40, 305)],
        NextPc,
        Value,
        Some((884, 88)),
    ),
];

/// Two more parts whose use no single value tells: the ALU's result on its way back, and the
/// address that is not a jump's.
const RESULT_BACK: &[(u32, u32)] = &[(775, 315), (775, 430), (962, 430), (962, 370), (985, 370)];
const NO_JUMP: &[(u32, u32)] = &[(778, 118), (860, 118)];

/// Draws a datapath; wires that the instruction uses are thick, the others thin and dashed, so that
/// nothing is told by colour alone.
pub fn svg(view: &DatapathView) -> String {
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1060 560\" \
         font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n",
    );
    let title = escaped(&view.text);
    push(&mut out, format_args!("<title>Datapath of {title}</title>\n"));
    out.push_str("<rect width=\"1060\" height=\"560\" fill=\"white\"/>\n");
    push(&mut out, format_args!("<text x=\"40\" y=\"546\" font-size=\"14\">{title}</text>\n"));
    draw_wires(&mut out, view);
    draw_parts(&mut out);
    for (x, y, line) in CONTROLS {
        let state = u8::from(view.is_on(line));
        let weight = if state == 1 { "bold" } else { "normal" };
        let name = line.name();
        push(
            &mut out,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-weight=\"{weight}\">{name} = {state}</text>\n"
            ),
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Unused wires first, so that used ones lie over them; values last, so that no wire crosses them.
fn draw_wires(out: &mut String, view: &DatapathView) {
    let has_alu_back =
        view.value(WriteData).is_some() && view.value(AluResult).is_some() && !view.is_on(MemtoReg);
    let parts = WIRES.iter().map(|wire| (wire.0, is_used(view, wire)));
    let parts = parts.chain([(RESULT_BACK, has_alu_back), (NO_JUMP, !view.is_on(Jump))]);
    let parts: Vec<_> = parts.collect();
    for wanted in [false, true] {
        for (corners, _) in parts.iter().filter(|&&(_, is_used)| is_used == wanted) {
            draw_wire(out, corners, wanted);
        }
    }
    for wire in WIRES.iter().filter(|wire| is_used(view, wire)) {
        if let (Some(value), Some((x, y))) = (view.value(wire.1), wire.3) {
            push(out, format_args!("<text x=\"{x}\" y=\"{y}\">{value:#x}</text>\n"));
        }
    }
    out.push_str("<text x=\"130\" y=\"116\">4</text>\n");
}

fn is_used(view: &DatapathView, wire: &DrawnWire) -> bool {
    let is_there = view.value(wire.1).is_some();
    is_there
        && match wire.2 {
            Value => true,
            On(line) => view.is_on(line),
            Off(line) => !view.is_on(line),
            Straight => view.value(wire.1) == view.value(NextPc),
        }
}

fn draw_parts(out: &mut String) {
    for (left, top, width, height, name) in BOXES {
        push(
            out,
            format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
                 fill=\"white\" stroke=\"black\"/>\n"
            ),
        );
        draw_name(out, left + width / 2, top + height / 2 + 4, name);
    }
    for (left, top, width, height, name) in ADDERS {
        let (right, bottom, middle) = (left + width, top + height, top + height / 2);
        push(
            out,
            format_args!(
                "<path d=\"M{left} {top} L{right} {} L{right} {} L{left} {bottom} L{left} {} \
                 L{} {middle} L{left} {} Z\" fill=\"white\" stroke=\"black\"/>\n",
                top + height / 4,
                bottom - height / 4,
                middle + 8,
                left + 10,
                middle - 8,
            ),
        );
        draw_name(out, left + width / 2 + 5, middle + 4, name);
    }
    for (left, top, height, upper, lower) in CHOICES {
        push(
            out,
            format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{CHOICE_WIDTH}\" height=\"{height}\" \
                 rx=\"9\" fill=\"white\" stroke=\"black\"/>\n"
            ),
        );
        draw_name(out, left + CHOICE_WIDTH / 2, top + 17, upper);
        draw_name(out, left + CHOICE_WIDTH / 2, top + height - 9, lower);
    }
}

fn draw_name(out: &mut String, x: u32, y: u32, name: &str) {
    push(out, format_args!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>\n"));
}

fn draw_wire(out: &mut String, corners: &[(u32, u32)], is_used: bool) {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let look = if is_used {
        "stroke=\"#0050a0\" stroke-width=\"2.5\""
    } else {
        "stroke=\"#888888\" stroke-width=\"1\" stroke-dasharray=\"3 3\""
    };
    let points = points.join(" ");
    push(out, format_args!("<polyline points=\"{points}\" fill=\"none\" {look}/>\n"));
}

/// Text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string does not fail");
}
