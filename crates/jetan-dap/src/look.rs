//! Looking at the step where the run stands: calls, scopes, variables, expressions.

use jetan_debug::view::float;
use jetan_wire::{
    AllRegisters, CallFrame, DataItem, Evaluate, LabelFilter, MemoryWord, MemoryWords, Nothing,
    Request, TypedInput, WaitingFor,
};

use crate::adapter::{
    AdapterHost, CommandError, CommandReply, CommandResult, DebugAdapter, PendingAction,
    RequestCall, ask, done,
};
use crate::launch::NumberFormat;
use crate::memory::address;
use crate::protocol::ValueFormat;
use crate::protocol::arguments::{
    EvaluateArguments, FrameArguments, StackTraceArguments, VariablesArguments,
};
use crate::protocol::bodies::{
    Evaluation, Frame, Scope, ScopeList, StackTrace, Variable, VariableList,
};
use crate::variables::VariableGroup;

/// Variables of one answer, if the client does not say how many it wants.
const VARIABLES_MAX: usize = 1000;

/// A register and its bits.
struct RegisterBits {
    name: String,
    value: u32,
}

/// The registers of the processor in the order in which they are shown.
fn registers(all: &AllRegisters) -> Vec<RegisterBits> {
    let cpu = all.cpu.iter().map(|one| RegisterBits { name: one.name.clone(), value: one.value });
    let others = [("$pc", all.pc), ("$hi", all.hi), ("$lo", all.lo)];
    let others =
        others.into_iter().map(|(name, value)| RegisterBits { name: name.to_owned(), value });
    cpu.chain(others).collect()
}

/// Whether a register holds an address by convention.
fn holds_address(name: &str) -> bool {
    ["$pc", "$sp", "$fp", "$gp", "$ra"].contains(&name)
}

fn hex(value: u32) -> String {
    format!("{value:#010x}")
}

/// A value in all bases.
fn bases(value: u32) -> Vec<Variable> {
    let characters: String = value
        .to_le_bytes()
        .iter()
        .map(|byte| if (0x20..0x7f).contains(byte) { char::from(*byte) } else { '.' })
        .collect();
    let rows = [
        ("hex", hex(value)),
        ("decimal", value.cast_signed().to_string()),
        ("unsigned", value.to_string()),
        ("binary", format!("0b{value:032b}")),
        ("characters", format!("\"{characters}\"")),
        ("float", float::single(f32::from_bits(value))),
    ];
    let row = |(name, value): (&str, String)| Variable {
        name: name.to_owned(),
        value,
        ..Variable::default()
    };
    rows.into_iter().map(row).collect()
}

/// Bytes of an element of a kind of data.
pub(crate) fn element_bytes(kind: &str) -> u32 {
    match kind {
        "double" => 8,
        "word" | "float" => 4,
        "half" => 2,
        _ => 1,
    }
}

/// An element as text.
pub(crate) fn element_text(kind: &str, bytes: &[u8], is_hex: bool) -> String {
    let mut word = [0; 8];
    word[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    let bits = u64::from_le_bytes(word);
    match kind {
        "double" => float::double(f64::from_bits(bits)),
        "float" => float::single(f32::from_bits(bits as u32)),
        "word" if is_hex => hex(bits as u32),
        "word" => (bits as u32).cast_signed().to_string(),
        "half" if is_hex => format!("{:#06x}", bits as u16),
        "half" => (bits as u16).cast_signed().to_string(),
        "text" => format!("{:?}", char::from(bits as u8)),
        _ if is_hex => format!("{:#04x}", bits as u8),
        _ => (bits as u8).cast_signed().to_string(),
    }
}

impl DebugAdapter {
    /// Whether values are shown in hex.
    pub(crate) fn is_hex(&self, format: Option<ValueFormat>) -> bool {
        let chosen = self.launch.as_ref().map_or(NumberFormat::Decimal, |one| one.number_format);
        format.is_some_and(|format| format.hex) || chosen == NumberFormat::Hex
    }

    pub(crate) fn stack_trace(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: StackTraceArguments,
    ) -> CommandResult {
        self.check_stopped()?;
        let first = arguments.start_frame.unwrap_or(0) as usize;
        let levels = arguments.levels.filter(|levels| *levels > 0);
        let levels = levels.map_or(usize::MAX, |levels| levels as usize);
        if self.calls.is_some() {
            return self.stack_frames(first, levels);
        }
        let then = PendingAction::StackTrace { first, levels };
        self.ask_later(Request::Calls(Nothing {}), then, Some(call.request.clone()), call.host);
        Ok(CommandReply::Sent)
    }

    /// A part of the calls that are known.
    pub(crate) fn stack_frames(&self, first: usize, levels: usize) -> CommandResult {
        let all = self.calls.as_ref().map_or(&[][..], |calls| &calls.frames);
        let shown = all.iter().enumerate().skip(first).take(levels);
        let stack_frames = shown.map(|(idx, frame)| self.frame(idx, frame)).collect();
        done(&StackTrace { stack_frames, total_frames: all.len() })
    }

    fn frame(&self, idx: usize, frame: &CallFrame) -> Frame {
        let arguments: Vec<String> =
            frame.arguments.iter().map(|one| format!("{} = {}", one.name, one.text)).collect();
        let name = match &arguments[..] {
            [] => frame.name.clone(),
            some => format!("{}({})", frame.name, some.join(", ")),
        };
        let source = frame.path.as_ref().map(|path| self.source(path));
        Frame {
            id: idx as i64 + 1,
            name,
            line: frame.line.filter(|_| source.is_some()).map_or(0, |line| self.line(line)),
            column: if source.is_some() { self.column() } else { 0 },
            presentation_hint: source.is_none().then_some("subtle"),
            source,
            can_restart: true,
            instruction_pointer_reference: hex(frame.address),
        }
    }

    /// The place of a frame in the list of calls.
    pub(crate) fn frame_index(&self, id: i64) -> CommandResult<usize> {
        let count = self.calls.as_ref().map_or(0, |calls| calls.frames.len());
        let index = usize::try_from(id.saturating_sub(1)).ok().filter(|index| *index < count);
        index.ok_or_else(|| CommandError::new("there is no such frame: ask for the stack first"))
    }

    pub(crate) fn scopes(
        &mut self,
        _: &mut RequestCall<'_>,
        arguments: FrameArguments,
    ) -> CommandResult {
        self.check_stopped()?;
        let frame = self.frame_index(arguments.frame_id)?;
        let own = self.calls.as_ref().and_then(|calls| calls.frames.get(frame));
        let scope = |name, hint, group: VariableGroup, expensive| Scope {
            name,
            presentation_hint: hint,
            variables_reference: group.reference(),
            expensive,
        };
        let mut scopes = Vec::new();
        if own.is_some_and(|own| !own.arguments.is_empty()) {
            let group = VariableGroup::Arguments(frame as u32);
            scopes.push(scope("Arguments", Some("arguments"), group, false));
        }
        scopes.push(scope("Registers", Some("registers"), VariableGroup::Registers, false));
        if own.is_some_and(|own| !own.saved.is_empty()) {
            let group = VariableGroup::Saved(frame as u32);
            scopes.push(scope("Saved registers", Some("locals"), group, false));
        }
        scopes.push(scope("Symbols", Some("globals"), VariableGroup::Symbols, false));
        scopes.push(scope("Stack", None, VariableGroup::Stack, true));
        scopes.push(scope("Heap", None, VariableGroup::Heap, true));
        scopes.push(scope("Coprocessor 1", Some("registers"), VariableGroup::Floats, true));
        scopes.push(scope("Coprocessor 0", Some("registers"), VariableGroup::Coprocessor, true));
        done(&ScopeList { scopes })
    }

    pub(crate) fn variables(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: VariablesArguments,
    ) -> CommandResult {
        self.check_stopped()?;
        let group = VariableGroup::of(arguments.variables_reference);
        let group = group.ok_or_else(|| CommandError::new("there are no such variables"))?;
        let is_hex = self.is_hex(arguments.format);
        let all = match group {
            VariableGroup::Stack => {
                let then = PendingAction::StackWords(arguments);
                let asker = Some(call.request.clone());
                self.ask_later(Request::Stack(Nothing {}), then, asker, call.host);
                return Ok(CommandReply::Sent);
            }
            VariableGroup::Elements(idx) => {
                let item = self.data_item(idx, call.host)?;
                // The range is chosen before the values are read: an array can be megabytes long.
                let variables = self.elements(&item, &arguments, is_hex)?;
                return done(&VariableList { variables });
            }
            VariableGroup::Heap => {
                let words = ask!(self, call.host, Heap(Nothing {}))?;
                words.words.iter().map(|word| word_variable(word, is_hex)).collect()
            }
            VariableGroup::Symbols => self.symbols(call.host)?,
            VariableGroup::Registers
            | VariableGroup::Floats
            | VariableGroup::Coprocessor
            | VariableGroup::Bases(_) => self.register_variables(group, is_hex, call.host)?,
            VariableGroup::Arguments(frame) | VariableGroup::Saved(frame) => {
                self.frame_variables(group, frame, is_hex)?
            }
        };
        done(&VariableList { variables: part(all, &arguments) })
    }

    fn register_variables(
        &mut self,
        group: VariableGroup,
        is_hex: bool,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<Vec<Variable>> {
        let all = ask!(self, host, Registers(Nothing {}))?;
        Ok(match group {
            VariableGroup::Floats => all
                .fpu
                .iter()
                .map(|one| {
                    let double = one.double.as_ref().map(|double| format!(" (double {double})"));
                    Variable {
                        name: one.name.clone(),
                        value: format!("{}{}", one.single, double.unwrap_or_default()),
                        kind: Some("float".to_owned()),
                        evaluate_name: Some(one.name.clone()),
                        ..Variable::default()
                    }
                })
                .collect(),
            VariableGroup::Coprocessor => {
                let row = |one: &jetan_wire::RegisterValue| Variable {
                    name: one.name.clone(),
                    value: hex(one.value),
                    ..Variable::default()
                };
                all.cp0.iter().map(row).collect()
            }
            VariableGroup::Bases(idx) => {
                let register = registers(&all).into_iter().nth(idx as usize);
                let register = register.ok_or_else(|| CommandError::new("no such register"))?;
                bases(register.value)
            }
            _ => {
                let rows = registers(&all).into_iter().enumerate();
                rows.map(|(idx, one)| self.register(idx as u32, one, is_hex)).collect()
            }
        })
    }

    fn register(&self, idx: u32, register: RegisterBits, is_hex: bool) -> Variable {
        let RegisterBits { name, value } = register;
        let is_address = holds_address(&name);
        let mut text =
            if is_hex || is_address { hex(value) } else { value.cast_signed().to_string() };
        let names = self.bench.debugger().map(|debugger| &debugger.names);
        // Small numbers are below all code and data, so that only addresses get a name.
        if let Some(label) = names.and_then(|names| names.label(value)) {
            text = format!("{text} <{label}>");
        }
        Variable {
            evaluate_name: Some(name.clone()),
            name,
            value: text,
            variables_reference: VariableGroup::Bases(idx).reference(),
            memory_reference: Some(hex(value)),
            ..Variable::default()
        }
    }

    fn frame_variables(
        &self,
        group: VariableGroup,
        frame: u32,
        is_hex: bool,
    ) -> CommandResult<Vec<Variable>> {
        let frame = self.frame_index(i64::from(frame) + 1)?;
        let frame = self.calls.as_ref().and_then(|calls| calls.frames.get(frame));
        let frame = frame.ok_or_else(|| CommandError::new("there is no such frame"))?;
        if let VariableGroup::Saved(_) = group {
            let saved = frame.saved.iter().map(|one| {
                let value = value_text(one.value, is_hex);
                let is_lost = one.value != one.expected;
                let lost = format!(" (overwritten; it was {})", value_text(one.expected, is_hex));
                Variable {
                    name: one.name.clone(),
                    value: if is_lost { value + &lost } else { value },
                    evaluate_name: Some(format!("[{}]", hex(one.address))),
                    memory_reference: Some(hex(one.address)),
                    ..Variable::default()
                }
            });
            return Ok(saved.collect());
        }
        let arguments = frame.arguments.iter().map(|one| Variable {
            name: one.name.clone(),
            value: if is_hex { hex(one.value) } else { one.text.clone() },
            memory_reference: Some(hex(one.value)),
            ..Variable::default()
        });
        Ok(arguments.collect())
    }

    fn symbols(&mut self, host: &mut dyn AdapterHost) -> CommandResult<Vec<Variable>> {
        let data = ask!(self, host, Data(LabelFilter { part: String::new() }))?;
        let row = |(idx, item): (usize, &DataItem)| {
            let count = item.bytes / element_bytes(&item.kind);
            let has_elements = count > 1;
            let group = VariableGroup::Elements(idx as u32);
            Variable {
                name: item.name.clone(),
                value: item.text.clone(),
                kind: Some(item.kind.clone()),
                evaluate_name: Some(format!("[{}]", item.name)),
                variables_reference: if has_elements { group.reference() } else { 0 },
                indexed_variables: has_elements.then_some(count),
                memory_reference: Some(hex(item.address)),
            }
        };
        Ok(data.items.iter().enumerate().map(row).collect())
    }

    pub(crate) fn data_item(
        &mut self,
        idx: u32,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<DataItem> {
        let data = ask!(self, host, Data(LabelFilter { part: String::new() }))?;
        let item = data.items.into_iter().nth(idx as usize);
        item.ok_or_else(|| CommandError::new("there are no such variables"))
    }

    fn elements(
        &self,
        item: &DataItem,
        asked: &VariablesArguments,
        is_hex: bool,
    ) -> CommandResult<Vec<Variable>> {
        let size = element_bytes(&item.kind);
        let count = (item.bytes / size) as usize;
        let (first, most) = range(asked);
        let shown = first.min(count)..first.saturating_add(most).min(count);
        let mut variables = Vec::new();
        for idx in shown {
            let at = item.address.wrapping_add(idx as u32 * size);
            variables.push(Variable {
                name: format!("[{idx}]"),
                value: element_text(&item.kind, &self.bytes(at, size)?, is_hex),
                memory_reference: Some(hex(at)),
                ..Variable::default()
            });
        }
        Ok(variables)
    }

    pub(crate) fn stack_words(
        &self,
        asked: &VariablesArguments,
        words: &MemoryWords,
    ) -> CommandResult {
        let is_hex = self.is_hex(asked.format);
        let all = words.words.iter().map(|word| word_variable(word, is_hex)).collect();
        done(&VariableList { variables: part(all, asked) })
    }

    /// The place of a variable, in the words of the debugger.
    pub(crate) fn place_of(
        &mut self,
        group: VariableGroup,
        name: &str,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<String> {
        match group {
            VariableGroup::Registers
            | VariableGroup::Floats
            | VariableGroup::Coprocessor
            | VariableGroup::Symbols
            | VariableGroup::Arguments(_) => Ok(name.to_owned()),
            VariableGroup::Stack | VariableGroup::Heap => {
                let word = name.split_whitespace().next().unwrap_or(name);
                address(word, 0).map(hex)
            }
            VariableGroup::Bases(idx) => {
                let all = ask!(self, host, Registers(Nothing {}))?;
                let register = registers(&all).into_iter().nth(idx as usize);
                register
                    .map(|register| register.name)
                    .ok_or_else(|| CommandError::new("no such register"))
            }
            VariableGroup::Elements(idx) => {
                let (at, kind) = self.element(idx, name, host)?;
                Ok(format!("{},{}", hex(at), element_bytes(&kind)))
            }
            VariableGroup::Saved(frame) => {
                let calls = self.calls.as_ref();
                let frame = calls.and_then(|calls| calls.frames.get(frame as usize));
                let saved = frame.and_then(|frame| frame.saved.iter().find(|one| one.name == name));
                let saved = saved.ok_or_else(|| CommandError::new("there is no such variable"))?;
                Ok(hex(saved.address))
            }
        }
    }

    pub(crate) fn evaluate(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: EvaluateArguments,
    ) -> CommandResult {
        let EvaluateArguments { expression, context, format } = arguments;
        let mut text = expression.trim();
        if context.as_deref() == Some("repl") {
            if let Some(waiting) = self.waiting() {
                let is_asked = waiting == WaitingFor::Input && is_question(text);
                if !is_asked {
                    return self.answer_program(waiting, &expression, call.host);
                }
                // The run stands at the service while it waits, so that it can be looked at.
                return self.value(text.trim_start_matches('='), format, true, call.host);
            }
            if let Some(typed) = text.strip_prefix('<') {
                let typed = TypedInput { text: format!("{}\n", typed.trim_start()) };
                ask!(self, call.host, Input(typed))?;
                return done(&Evaluation::default());
            }
            if let Some(place) = text.strip_prefix("why ") {
                self.check_stopped()?;
                let query =
                    jetan_wire::WhyQuery { place: Some(place.trim().to_owned()), output: None };
                let asker = Some(call.request.clone());
                self.ask_later(Request::Why(query), PendingAction::WhyText, asker, call.host);
                return Ok(CommandReply::Sent);
            }
            text = text.trim_start_matches('=');
        }
        self.check_stopped()?;
        let is_long = matches!(context.as_deref(), Some("repl" | "hover"));
        self.value(text, format, is_long, call.host)
    }

    /// The value of an expression; the data at a label that is named alone.
    fn value(
        &mut self,
        text: &str,
        format: Option<ValueFormat>,
        is_long: bool,
        host: &mut dyn AdapterHost,
    ) -> CommandResult {
        if let Some(item) = self.data_at(text, host)? {
            return done(&Evaluation {
                result: format!("{} {}", hex(item.address), item.text),
                memory_reference: Some(hex(item.address)),
                ..Evaluation::default()
            });
        }
        let expression = Evaluate { expression: text.to_owned() };
        let computed = ask!(self, host, Evaluate(expression))?;
        let jetan_wire::Computed::Word(word) = computed.value else {
            return done(&Evaluation { result: computed.text, ..Evaluation::default() });
        };
        let bits = word.cast_unsigned();
        let is_hex = self.is_hex(format);
        let mut result = value_text(bits, is_hex);
        if is_long {
            result = format!("{result} ({})", value_text(bits, !is_hex));
        }
        if let Some(label) = computed.label {
            result = format!("{result} <{label}>");
        }
        done(&Evaluation { result, memory_reference: Some(hex(bits)), ..Evaluation::default() })
    }
}

/// Whether a line that is typed while the program reads input is a question to the debugger: about
/// a register, or marked as one.
fn is_question(text: &str) -> bool {
    text.starts_with('$') || text.starts_with('=')
}

pub(crate) fn value_text(value: u32, is_hex: bool) -> String {
    if is_hex { hex(value) } else { value.cast_signed().to_string() }
}

fn word_variable(word: &MemoryWord, is_hex: bool) -> Variable {
    let mut value = value_text(word.value, is_hex);
    if let Some(text) = &word.text {
        value = format!("{value} ({text})");
    }
    if word.is_wrong == Some(true) {
        value.push_str(" (overwritten)");
    }
    let mut name = hex(word.address);
    if word.is_top == Some(true) {
        name.push_str(" $sp");
    }
    if let Some(frame) = &word.frame {
        name = format!("{name} {frame}");
    }
    Variable {
        name,
        value,
        evaluate_name: Some(format!("[{}]", hex(word.address))),
        memory_reference: Some(hex(word.address)),
        ..Variable::default()
    }
}

/// The range of variables that a client wants.
fn range(asked: &VariablesArguments) -> (usize, usize) {
    let first = asked.start.unwrap_or(0) as usize;
    let count = asked.count.filter(|count| *count > 0);
    (first, count.map_or(VARIABLES_MAX, |count| count as usize).min(100 * VARIABLES_MAX))
}

/// The part of a list that a client wants; lists other than arrays are short and given as a whole.
fn part(all: Vec<Variable>, asked: &VariablesArguments) -> Vec<Variable> {
    if asked.start.is_none() && asked.count.is_none() {
        return all;
    }
    let (first, count) = range(asked);
    all.into_iter().skip(first).take(count).collect()
}
