//! The picture of a datapath for slides, as SVG.

use std::fmt::Write;

use super::{ControlLine, DatapathView, DatapathWire};

/// A box of the picture: left, top, width, height and its name.
const BOXES: [(u32, u32, u32, u32, &str); 7] = [
    (20, 220, 60, 60, "PC"),
    (130, 190, 110, 120, "Instruction memory"),
    (310, 190, 120, 120, "Registers"),
    (310, 350, 120, 50, "Sign extend"),
    (530, 200, 80, 100, "ALU"),
    (690, 190, 110, 120, "Data memory"),
    (310, 60, 120, 70, "Control"),
];

/// A wire: corners, the corner beside which its value stands, and the wire.
type DrawnWire = (&'static [(u32, u32)], (u32, u32), DatapathWire);

const WIRES: [DrawnWire; 13] = [
    (&[(80, 250), (130, 250)], (82, 243), DatapathWire::Pc),
    (&[(105, 250), (105, 30), (250, 30)], (112, 24), DatapathWire::NextWord),
    (&[(240, 250), (310, 250)], (244, 243), DatapathWire::InstructionWord),
    (&[(275, 250), (275, 375), (310, 375)], (280, 343), DatapathWire::WriteRegister),
    (&[(430, 220), (530, 220)], (436, 213), DatapathWire::ReadData1),
    (&[(430, 280), (480, 280)], (436, 273), DatapathWire::ReadData2),
    (&[(430, 375), (500, 375), (500, 285)], (436, 390), DatapathWire::Immediate),
    (&[(500, 280), (530, 280)], (506, 315), DatapathWire::AluOperand),
    (&[(610, 250), (690, 250)], (614, 243), DatapathWire::AluResult),
    (&[(480, 280), (480, 330), (690, 330), (690, 300)], (560, 346), DatapathWire::MemoryWriteData),
    (&[(800, 250), (860, 250)], (804, 243), DatapathWire::MemoryReadData),
    (
        &[(860, 250), (860, 440), (290, 440), (290, 290), (310, 290)],
        (560, 456),
        DatapathWire::WriteData,
    ),
    (
        &[(650, 30), (880, 30), (880, 480), (10, 480), (10, 250), (20, 250)],
        (656, 24),
        DatapathWire::NextPc,
    ),
];

/// Draws a datapath; wires that the instruction uses are thick, the others thin and dashed, so that
/// nothing is told by colour alone.
pub fn svg(view: &DatapathView) -> String {
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 500\" \
         font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n",
    );
    let title = escaped(&view.text);
    push(&mut out, format_args!("<title>Datapath of {title}</title>\n"));
    out.push_str("<rect width=\"900\" height=\"500\" fill=\"white\"/>\n");
    push(&mut out, format_args!("<text x=\"450\" y=\"496\" font-size=\"13\">{title}</text>\n"));
    for (corners, at, wire) in WIRES {
        draw_wire(&mut out, corners, at, view.value(wire));
    }
    for (left, top, width, height, name) in BOXES {
        push(
            &mut out,
            format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
                 fill=\"white\" stroke=\"black\"/>\n<text x=\"{}\" y=\"{}\">{name}</text>\n",
                left + 5,
                top + height / 2
            ),
        );
    }
    for (idx, line) in ControlLine::ALL.into_iter().enumerate() {
        let (x, y) = (450 + idx as u32 % 2 * 100, 70 + idx as u32 / 2 * 16);
        let state = u8::from(view.is_on(line));
        let weight = if state == 1 { "bold" } else { "normal" };
        push(
            &mut out,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-weight=\"{weight}\">{} = {state}</text>\n",
                line.name()
            ),
        );
    }
    out.push_str("</svg>\n");
    out
}

fn draw_wire(out: &mut String, corners: &[(u32, u32)], at: (u32, u32), value: Option<u32>) {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let look = match value {
        Some(_) => "stroke=\"#0050a0\" stroke-width=\"2.5\"",
        None => "stroke=\"#888888\" stroke-width=\"1\" stroke-dasharray=\"3 3\"",
    };
    let points = points.join(" ");
    push(out, format_args!("<polyline points=\"{points}\" fill=\"none\" {look}/>\n"));
    if let Some(value) = value {
        let (x, y) = at;
        push(out, format_args!("<text x=\"{x}\" y=\"{y}\">{value:#x}</text>\n"));
    }
}

/// Text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string does not fail");
}
