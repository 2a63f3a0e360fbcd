//! The datapath of one instruction, and floating-point patterns.

use jetan_debug::peek;
use jetan_isa::FReg;
use jetan_machine::Machine;
use jetan_tools::cache::RegionStarts;
use jetan_tools::datapath::{ControlLine, DatapathInput, DatapathView, DatapathWire, svg};
use jetan_tools::faults::FaultSet;
use jetan_tools::float::{FloatPattern, FloatWidth};
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};
use jetan_tools::setting::SettingError;
use jetan_wire::{
    DatapathAnswer, DatapathControl, DatapathValue, FailureCode, FloatAnswer, FloatNeighbour,
    FloatQuery, Nothing,
};

use super::{refused, site};
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Characters of a number that somebody types.
const NUMBER_CHARS_MAX: usize = 400;

/// The datapath of the instruction before which the run stands.
pub(crate) fn datapath(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<DatapathAnswer> {
    let debugger = &mut context.run()?.debugger;
    let timeline = &mut debugger.timeline;
    let has_ended = timeline.is_at_end() && timeline.ending().is_some();
    let last = timeline.count().checked_sub(1).filter(|&last| last >= timeline.start_count());
    // Behind the end there is no instruction: the last one is shown. It is one step back, which
    // the snapshots around this step make quick.
    let (machine, is_last) = match last {
        Some(last) if has_ended => (timeline.machine_arriving_at(last)?, true),
        _ => (timeline.machine().clone(), false),
    };
    let input = captured(&machine)?;
    let view = DatapathView::new(&input);
    let wires = DatapathWire::ALL.into_iter().filter_map(|wire| {
        let value = view.value(wire)?;
        Some(DatapathValue { name: wire.name().to_owned(), value })
    });
    let controls = ControlLine::ALL
        .into_iter()
        .map(|line| DatapathControl { name: line.name().to_owned(), is_on: view.is_on(line) });
    Ok(DatapathAnswer {
        site: site(&debugger.names, input.pc),
        is_last,
        is_taken: view.is_taken,
        wires: wires.collect(),
        controls: controls.collect(),
        svg: svg(&view),
        basic: view.text,
    })
}

/// The next instruction of a machine, tried on a copy.
fn captured(machine: &Machine) -> RequestAnswer<DatapathInput> {
    let plan = ToolPlan { datapath: Some(1), ..ToolPlan::default() };
    let tools = ToolSet::new(&plan, machine, &RegionStarts::new([]));
    let mut engine = ToolEngine::new(tools.map_err(|why| refused(&why))?);
    let behind = peek::one_instruction(machine, &mut engine);
    let capture = engine.tools().datapath.as_ref();
    let input = capture.and_then(|capture| capture.input().copied());
    let nothing = || RequestError::new(FailureCode::NotNow, "there is no instruction here");
    // The capture learns the next address from the next fetch, which is not made here.
    Ok(DatapathInput { next_pc: behind.pc, ..input.ok_or_else(nothing)? })
}

/// A floating-point pattern, of a register or typed.
pub(crate) fn float(
    context: &mut RequestContext<'_>,
    asked: FloatQuery,
) -> RequestAnswer<FloatAnswer> {
    let width = if asked.is_double { FloatWidth::Double } else { FloatWidth::Single };
    let pattern = match (asked.register, asked.value) {
        (Some(register), None) => {
            of_register(context.run()?.machine(), &register, width).map_err(|why| refused(&why))?
        }
        (None, Some(value)) => typed(value.trim(), width).map_err(|why| refused(&why))?,
        _ => {
            return Err(refused(&SettingError::new("either `register` or `value` is asked about")));
        }
    };
    Ok(float_wire(pattern))
}

fn of_register(
    machine: &Machine,
    name: &str,
    width: FloatWidth,
) -> Result<FloatPattern, SettingError> {
    let name = if name.starts_with('$') { name.to_owned() } else { format!("${name}") };
    let wrong = || format!("a floating-point register is $f0 to $f31, not `{name}`");
    let register = FReg::from_name(&name).ok_or_else(|| SettingError::new(wrong()))?.number();
    let low = machine.fpu.bits(register);
    match width {
        FloatWidth::Single => Ok(FloatPattern::single(low)),
        FloatWidth::Double if register % 2 == 0 => {
            let high = machine.fpu.bits(register + 1);
            Ok(FloatPattern::double(u64::from(high) << 32 | u64::from(low)))
        }
        FloatWidth::Double => {
            let why = format!("a double begins in an even register, not in {name}");
            Err(SettingError::new(why))
        }
    }
}

fn typed(text: &str, width: FloatWidth) -> Result<FloatPattern, SettingError> {
    if text.len() > NUMBER_CHARS_MAX {
        let why = format!("a number has at most {NUMBER_CHARS_MAX} characters");
        return Err(SettingError::new(why));
    }
    let (digits, base) = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => {
            let why = || SettingError::new(format!("`{text}` is not a number"));
            return FloatPattern::parse(text, width).ok_or_else(why);
        }
    };
    let digits = digits.replace(['_', ' '], "");
    let bits = u64::from_str_radix(&digits, base)
        .ok()
        .filter(|bits| width == FloatWidth::Double || u32::try_from(*bits).is_ok());
    let why = || SettingError::new(format!("`{text}` is not a pattern of {} bits", width.bits()));
    Ok(FloatPattern { width, bits: bits.ok_or_else(why)? })
}

fn hex(pattern: FloatPattern) -> String {
    format!("0x{:0digits$x}", pattern.bits, digits = pattern.width.bits() as usize / 4)
}

fn float_wire(pattern: FloatPattern) -> FloatAnswer {
    let binary = pattern.binary();
    let (sign, rest) = binary.split_at(1);
    let (exponent, fraction) = rest.split_at(pattern.width.exponent_bits() as usize);
    let neighbour = |one: FloatPattern| FloatNeighbour { text: one.shortest(), hex: hex(one) };
    let (below, above) = pattern.neighbours();
    FloatAnswer {
        bits: pattern.width.bits(),
        hex: hex(pattern),
        sign: sign.to_owned(),
        exponent: exponent.to_owned(),
        fraction: fraction.to_owned(),
        stored_exponent: pattern.stored_exponent() as u32,
        bias: pattern.width.bias(),
        class: pattern.class().name().to_owned(),
        formula: pattern.formula(FaultSet::NONE).trim_end_matches(" =").to_owned(),
        shortest: pattern.shortest(),
        exact: pattern.exact(),
        below: below.map(neighbour),
        above: above.map(neighbour),
    }
}
