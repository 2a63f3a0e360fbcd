//! The language of the debugger's command line: `b main if $t0 > 3`, `rc`, `why $t3`, `x/8w arr`.
//!
//! Every command is a row of [`COMMANDS`]; help and completion are made from it. A command never
//! fails in another way than by saying what is wrong.

#![expect(clippy::unnecessary_wraps, reason = "all commands have one signature")]

mod look;
mod motion;
mod place;
mod reasons;
mod stops;
pub(crate) mod tools;
mod views;

use std::future::Future;
use std::pin::Pin;

use jetan_machine::Host;
use jetan_run::YieldPoint;
use jetan_run::timeline::ReplayDiverged;

use crate::debugger::{Arrival, Debugger};
use crate::expression::{Expression, ExpressionError, ExpressionValue};
use crate::view::DebugView;

/// The host of a debugged program, with a console that can be typed into.
pub trait DebugHost: Host {
    /// Types bytes into the console, after what has been typed.
    fn feed(&mut self, bytes: &[u8]);

    /// There will be no more input.
    fn close(&mut self);
}

/// The answer of a command.
#[derive(Clone, Debug, Default)]
pub struct DebugReply {
    /// The answer, a line each.
    pub lines: Vec<String>,
    /// Whether the command could not be done, and the lines say why.
    pub is_refusal: bool,
    /// Why the debugger is where it is, if the command was to move it.
    pub arrival: Option<Arrival>,
    /// Whether the debugger is to be left.
    pub is_over: bool,
    /// The same as data, for those who want to show it in another way.
    pub view: Option<DebugView>,
}

/// Why something is not done, in lines; a mistake in an expression has its place marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugError(pub Vec<String>);

impl DebugError {
    pub(crate) fn new(message: impl Into<String>) -> DebugError {
        DebugError(vec![message.into()])
    }

    /// A mistake in an expression, with the place marked.
    fn of(text: &str, mistake: &ExpressionError) -> DebugError {
        // Spans count bytes, the mark below counts characters.
        let before = text.get(..mistake.span.start).unwrap_or(text).chars().count();
        // A mistake at the end of the text has an empty span and still needs a mark.
        let marked = text.get(mistake.span.clone()).unwrap_or("").chars().count().max(1);
        let mark = format!("  {}{}", " ".repeat(before), "^".repeat(marked));
        DebugError(vec![mistake.message.clone(), format!("  {text}"), mark])
    }
}

impl From<ReplayDiverged> for DebugError {
    fn from(diverged: ReplayDiverged) -> DebugError {
        let count = diverged.count;
        DebugError::new(format!(
            "the recording does not fit the program after {count} instructions"
        ))
    }
}

/// The context in which a command runs.
pub(crate) struct DebugContext<'d, 'e> {
    debugger: &'d mut Debugger<'e>,
    outside: &'d mut dyn DebugHost,
    point: &'d YieldPoint,
}

/// The result of a command: a reply or why there is none.
type ReplyResult = Result<DebugReply, DebugError>;

/// A command that can be typed.
pub struct DebugCommand {
    /// The names, the full one first.
    pub names: &'static [&'static str],
    /// The arguments after the name.
    pub arguments: &'static str,
    /// The effect, in a few words.
    pub summary: &'static str,
    run: CommandExecution,
}

/// The function of a command, which runs at once or in slices.
enum CommandExecution {
    AtOnce(fn(&mut DebugContext<'_, '_>, &str) -> ReplyResult),
    InSlices(for<'d> fn(&'d mut DebugContext<'_, '_>, &'d str) -> ReplyFuture<'d>),
}

/// A reply that comes later.
type ReplyFuture<'d> = Pin<Box<dyn Future<Output = ReplyResult> + 'd>>;

macro_rules! execution {
    ($run:path) => {
        CommandExecution::AtOnce($run)
    };
    ($run:path, slices) => {
        CommandExecution::InSlices(|context, text| Box::pin($run(context, text)))
    };
}

macro_rules! commands {
    ($([$($name:literal),+] $arguments:literal $summary:literal $run:path $(, $slices:ident)?;)*)
    => {
        /// Every command, in the order of the help.
        pub const COMMANDS: &[DebugCommand] = &[$(DebugCommand {
            names: &[$($name),+],
            arguments: $arguments,
            summary: $summary,
            run: execution!($run $(, $slices)?),
        }),*];
    };
}

commands! {
    ["continue", "c", "run", "r"] "" "continue to the next stop" motion::go_on, slices;
    ["step", "s"] "[N]" "step: a statement, into calls" motion::step, slices;
    ["next", "n"] "[N]" "step over: a statement, calls included" motion::next, slices;
    ["finish", "fin", "out"] "" "step out: run until the procedure returns" motion::finish, slices;
    ["stepi", "si"] "[N]" "step one instruction" motion::stepi, slices;
    ["reverse-continue", "rc"] "" "continue backwards to the last stop" motion::reverse, slices;
    ["reverse-step", "rs", "back"] "[N]" "step back" motion::step_back, slices;
    ["reverse-next", "rn"] "[N]"
        "step back over: a statement, calls included" motion::next_back, slices;
    ["reverse-finish", "rf"] ""
        "step back out: to the call of the procedure" motion::finish_back, slices;
    ["reverse-stepi", "rsi"] "[N]" "step back one instruction" motion::stepi_back, slices;
    ["goto", "g"] "COUNT|start|end|output|call NAME [N]|write PLACE"
        "go there" motion::goto, slices;
    ["break", "b"] "PLACE|service [N]|exception [if CONDITION]" "stop there" stops::add_break;
    ["log"] "PLACE TEXT" "logpoint: print a text with {expressions}" stops::add_log;
    ["watch", "w"] "PLACE|pixel X,Y|board|keyboard [if CONDITION]"
        "stop when it is written" stops::watch_writes;
    ["rwatch"] "PLACE [if CONDITION]" "stop when it is read" stops::watch_reads;
    ["awatch"] "PLACE [if CONDITION]" "stop when it is read or written" stops::watch_both;
    ["condition"] "ID [CONDITION]" "change the condition of a breakpoint" stops::condition;
    ["ignore"] "ID N" "ignore the next N hits" stops::ignore;
    ["delete", "d"] "[ID]" "remove a breakpoint, or all" stops::delete;
    ["enable"] "ID" "enable a breakpoint" stops::enable;
    ["disable"] "ID" "disable a breakpoint" stops::disable;
    ["tbreak", "tb"] "PLACE" "stop there once" stops::add_once;
    ["until", "u"] "PLACE" "run to a place" stops::until, slices;
    ["points"] "" "list breakpoints and watchpoints" stops::list;
    ["info", "i"] "registers|break|locals|frame|symbols" "show one of these" look::info, slices;
    ["where", "backtrace", "bt"] "" "list the calls that lead here" views::calls, slices;
    ["jumps", "j"] "" "list the last jumps" views::jumps;
    ["changes"] "" "show what has changed since the last stop" views::changes;
    ["stack"] "[N]" "show words of the stack and what they mean" views::stack, slices;
    ["heap"] "[N]" "show what sbrk has given" views::heap;
    ["data"] "[PART]" "show the data at labels" views::data;
    ["cache"] "[SETTINGS]" "count hits and misses of a cache until here" tools::cache, slices;
    ["branches"] "[PREDICTOR]" "count what a predictor foresees until here" tools::branches, slices;
    ["pipeline"] "[SETTINGS]" "count cycles and stalls until here" tools::pipeline, slices;
    ["mix"] "[COSTS]" "count instructions by class until here" tools::mix, slices;
    ["list", "l"] "[PLACE]" "show the source around here" look::list;
    ["registers", "reg"] "" "show the CPU registers" look::registers;
    ["fpu"] "" "show the floating-point registers" look::fpu;
    ["print", "p"] "[/x|d|t|c] EXPRESSION" "compute an expression" look::print;
    ["display"] "[EXPRESSION]" "show an expression at every stop" look::display;
    ["undisplay"] "[EXPRESSION]" "show it no longer; without one, all" look::undisplay;
    ["x"] "/[N][w|h|b|c|s|i|f] ADDRESS" "show memory" look::memory;
    ["why", "y"] "PLACE|output [N]|line [N]|not line N"
        "explain where a value came from" reasons::why, slices;
    ["explain"] ""
        "explain the error or the endless loop, as `jetan run` does" reasons::explain, slices;
    ["console", "o"] "" "show what has been printed until here" look::console;
    ["set"] "PLACE = EXPRESSION" "change a value; what came after is forgotten" motion::set;
    ["input"] "TEXT" "type a line into the console" motion::input;
    ["eof"] "" "end the console's input" motion::eof;
    ["key"] "TEXT" "type keys on the keyboard device" motion::key;
    ["symbols"] "[PART]" "list labels" look::symbols;
    ["status"] "" "show where the run is" look::status;
    ["help", "?", "h"] "[COMMAND]" "list the commands" look::help;
    ["quit", "q"] "" "leave" quit;
}

fn quit(_: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    Ok(DebugReply { is_over: true, ..DebugReply::default() })
}

/// Does what a line asks for. An empty line and one that begins with `#` ask for nothing.
pub async fn execute(
    debugger: &mut Debugger<'_>,
    outside: &mut dyn DebugHost,
    line: &str,
    point: &YieldPoint,
) -> DebugReply {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return DebugReply::default();
    }
    let (name, arguments) = split_name(line);
    let Some(row) = COMMANDS.iter().find(|row| row.names.contains(&name)) else {
        return error_reply(DebugError::new(unknown(name)));
    };
    let mut context = DebugContext { debugger, outside, point };
    let before = context.debugger.timeline.count();
    let outcome = match row.run {
        CommandExecution::AtOnce(run) => run(&mut context, arguments),
        CommandExecution::InSlices(run) => run(&mut context, arguments).await,
    };
    match outcome {
        Ok(mut reply) => {
            // Only a command that moves is a stop: showing something must not change what `changes`
            // compares with.
            if let Some(arrival) = &reply.arrival {
                context.debugger.last_stop = Some(before);
                context.debugger.forget_temporary(arrival);
                reply.lines.extend(context.displayed());
            }
            let said = std::mem::take(&mut context.debugger.said);
            // Log points spoke on the way, so their lines come before the arrival.
            reply.lines.splice(0..0, said);
            reply
        }
        Err(refusal) => error_reply(refusal),
    }
}

fn error_reply(refusal: DebugError) -> DebugReply {
    DebugReply { lines: refusal.0, is_refusal: true, ..DebugReply::default() }
}

/// The name of a command and the rest; `x/8w` is the command `x` too.
fn split_name(line: &str) -> (&str, &str) {
    let end = line.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    (name, rest.trim())
}

fn unknown(name: &str) -> String {
    let near = COMMANDS.iter().find(|row| row.names[0].starts_with(name));
    match near {
        Some(row) => format!("there is no command `{name}`; did you mean `{}`?", row.names[0]),
        None => format!("there is no command `{name}`; `help` lists them"),
    }
}

/// Possible continuations of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandCompletion {
    /// The start of the word that is being typed, in bytes.
    pub start: usize,
    /// The words it could become, the likeliest first.
    pub words: Vec<String>,
}

/// The completions of the last word of a line: a command, and after it labels, registers and
/// what the command itself understands.
pub fn complete(debugger: &Debugger<'_>, line: &str) -> CommandCompletion {
    let typed = line.trim_start();
    let is_command = !typed.contains(char::is_whitespace);
    let is_border = |c: char| c.is_whitespace() || !is_command && "([+-*/".contains(c);
    let start = line.rfind(is_border).map_or(0, |at| at + 1);
    let word = &line[start..];
    let mut words: Vec<&str> = if is_command {
        COMMANDS.iter().map(|row| row.names[0]).collect()
    } else {
        let mut labels: Vec<&str> =
            debugger.names.symbols().iter().map(|symbol| symbol.name.as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        let (name, _) = split_name(typed);
        let row = COMMANDS.iter().find(|row| row.names.contains(&name));
        let registers = jetan_isa::registers::REGISTERS.iter().map(|row| row.name);
        row.into_iter().flat_map(DebugCommand::literals).chain(labels).chain(registers).collect()
    };
    words.retain(|known| known.starts_with(word));
    CommandCompletion { start, words: words.into_iter().map(str::to_owned).collect() }
}

impl DebugCommand {
    /// The words among its arguments that are typed as they stand.
    fn literals(&self) -> impl Iterator<Item = &str> {
        let words = self.arguments.split(|c: char| !c.is_ascii_alphabetic());
        words.filter(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()))
    }
}

impl Debugger<'_> {
    /// An expression in which the program's labels may stand.
    pub fn expression(&self, text: &str) -> Result<Expression, DebugError> {
        let symbol = |name: &str| self.names.address(name);
        Expression::parse(text, &symbol).map_err(|mistake| DebugError::of(text, &mistake))
    }

    /// The value of an expression at this step.
    pub fn value(&self, text: &str) -> Result<ExpressionValue, DebugError> {
        let value = self.expression(text)?.value(self.machine(), 0);
        value.map_err(|mistake| DebugError::of(text, &mistake))
    }

    /// The same as a word.
    fn word(&self, text: &str) -> Result<u32, DebugError> {
        Ok(self.value(text)?.word().cast_unsigned())
    }
}

impl DebugContext<'_, '_> {
    /// A number of times, one if there is none.
    fn times(text: &str) -> Result<u64, DebugError> {
        if text.is_empty() {
            return Ok(1);
        }
        number(text).ok_or_else(|| DebugError::new(format!("`{text}` is not a number")))
    }
}

/// A number in decimal, in which commas and underscores may stand.
fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_' | '\'')).collect();
    digits.parse().ok()
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
