//! MARS's command line: words in, settings out. Nothing is printed or read here.
//!
//! The tests of each word stand in MARS's order (`MarsLaunch.parseCommandArgs`), which decides
//! what a word such as `8` or `hex` means.

use std::ffi::{OsStr, OsString};

use jetan_asm::AssemblyOptions;
use jetan_isa::{FReg, MemoryMap, Reg};

use crate::java::{self, AddressRange};
use crate::mars::state::{AnyRegister, ShownRegister, ValueNotation};

/// The settings that the words ask for.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are the switches of MARS's command line")]
pub struct MarsSettings {
    /// Whether to print the copyright notice (no `nc`).
    pub banner: bool,
    /// Whether messages go to standard error (`me`).
    pub messages_to_stderr: bool,
    /// Whether to run what was assembled (no `a`).
    pub simulate: bool,
    /// Whether to assemble the whole folder (`p`).
    pub project: bool,
    /// The settings of the assembly.
    pub options: AssemblyOptions,
    /// The files, as typed; the first one leads.
    pub files: Vec<OsString>,
    /// The dumps to write afterwards (`dump`).
    pub dumps: Vec<DumpRequest>,
    /// The exit code after an assembly error (`ae`).
    pub assembly_error_code: i32,
    /// The settings of the run.
    pub run: RunSettings,
}

/// The settings of the run.
#[derive(Debug)]
pub struct RunSettings {
    /// The exit code after a runtime error (`se`).
    pub error_code: i32,
    /// Most instructions to execute; none, or a number that is not positive: no limit.
    pub step_limit: Option<u32>,
    /// Whether to show the number of executed instructions (`ic`).
    pub shows_count: bool,
    /// The notation of registers and memory (`hex`, `dec`, `ascii`).
    pub notation: ValueNotation,
    /// Whether they are shown without names and addresses (`b`).
    pub brief: bool,
    /// The registers to show.
    pub registers: Vec<ShownRegister>,
    /// The ranges of memory to show, first and last word.
    pub memory: Vec<(u32, u32)>,
    /// The arguments of the program (`pa`).
    pub arguments: Vec<OsString>,
}

/// The three words after `dump`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpRequest {
    /// A segment by its name, or a range of addresses.
    pub segment: OsString,
    /// The name of a format.
    pub format: OsString,
    /// The file to write.
    pub file: OsString,
}

/// The outcome of reading the words.
#[derive(Debug)]
pub struct ParsedWords {
    /// The settings, as far as the words were understood.
    pub settings: MarsSettings,
    /// Messages about the words, a line each.
    pub messages: String,
    /// Whether to go on.
    pub verdict: ParseOutcome,
}

/// The reason to go on, or not to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseOutcome {
    /// All words were understood.
    Accepted,
    /// Some were not; nothing is assembled.
    Refused,
    /// The only word was `h`.
    Help,
    /// `mc` was the last word.
    NoConfiguration,
}

/// Reads the words. `exists` tells whether there is a file of some name.
pub fn parse(words: &[OsString], exists: impl Fn(&OsStr) -> bool) -> ParsedWords {
    let mut parser = WordParser {
        parsed: ParsedWords {
            settings: MarsSettings::new(words),
            messages: String::new(),
            verdict: ParseOutcome::Accepted,
        },
        exists,
    };
    // MARS: help is `h` as the only word, and in lower case only.
    if words.len() == 1 && words[0] == "h" {
        parser.parsed.verdict = ParseOutcome::Help;
        return parser.parsed;
    }
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        let lower = word.to_string_lossy().to_lowercase();
        match (lower.as_str(), after) {
            ("pa", _) => {
                parser.parsed.settings.run.arguments = after.to_vec();
                break;
            }
            ("dump", [segment, format, file, after @ ..]) => {
                let request = [segment, format, file].map(Clone::clone);
                let [segment, format, file] = request;
                parser.parsed.settings.dumps.push(DumpRequest { segment, format, file });
                rest = after;
            }
            ("mc", [name, after @ ..]) => {
                parser.configure(name);
                rest = after;
            }
            ("mc", []) => {
                parser.parsed.verdict = ParseOutcome::NoConfiguration;
                break;
            }
            // MARS: the words after an incomplete `dump` are checked like any others.
            _ => parser.word(word, &lower),
        }
    }
    parser.parsed
}

impl MarsSettings {
    /// MARS's settings without words, but for the two that are looked for among all words first.
    fn new(words: &[OsString]) -> MarsSettings {
        // MARS: both are looked for among all words, even among the arguments of the program.
        let given = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
        MarsSettings {
            banner: !given("nc"),
            messages_to_stderr: given("me"),
            simulate: true,
            project: false,
            options: AssemblyOptions::mars(),
            files: Vec::new(),
            dumps: Vec::new(),
            assembly_error_code: 0,
            run: RunSettings {
                error_code: 0,
                step_limit: None,
                shows_count: false,
                notation: ValueNotation::Hexadecimal,
                brief: false,
                registers: Vec::new(),
                memory: Vec::new(),
                arguments: Vec::new(),
            },
        }
    }

    /// Takes a word that is a switch; tells whether it is one.
    fn switch(&mut self, lower: &str) -> bool {
        let (run, options) = (&mut self.run, &mut self.options);
        match lower {
            // These two were looked for first; debugging output is not reproduced.
            "me" | "nc" | "d" => {}
            "a" | "ad" | "da" => self.simulate = false,
            "p" => self.project = true,
            "dec" => run.notation = ValueNotation::Decimal,
            "hex" => run.notation = ValueNotation::Hexadecimal,
            "ascii" => run.notation = ValueNotation::Ascii,
            "b" => run.brief = true,
            "db" => options.delayed_branching = true,
            "np" | "ne" => options.pseudo = false,
            "we" => options.warnings_are_errors = true,
            "sm" => options.start_at_main = true,
            "smc" => options.self_modifying = true,
            "ic" => run.shows_count = true,
            _ => return false,
        }
        true
    }
}

struct WordParser<E> {
    parsed: ParsedWords,
    exists: E,
}

impl<E: Fn(&OsStr) -> bool> WordParser<E> {
    fn word(&mut self, typed: &OsStr, lower: &str) {
        let text = &typed.to_string_lossy();
        if lower == "dump" {
            self.refuse("Dump command line argument requires a segment, format and file name.");
            return;
        }
        let code = |prefix: &str| {
            // `get`, because the second byte may be in the middle of a character.
            lower.starts_with(prefix).then(|| text.get(2..).and_then(java::decode)).flatten()
        };
        let settings = &mut self.parsed.settings;
        if let Some(code) = code("ae") {
            settings.assembly_error_code = code;
        } else if let Some(code) = code("se") {
            settings.run.error_code = code;
        } else if settings.switch(lower) {
        } else if text.starts_with('$') {
            match shown_register(text) {
                Some(shown) => settings.run.registers.push(shown),
                // MARS: only a message; the run goes on.
                None => self.say(&format!("Invalid Register Name: {text}")),
            }
        } else if let Some(shown) = shown_register(&format!("${text}")) {
            // MARS: registers come before files and step limits, so 0 to 31 are registers (S12).
            settings.run.registers.push(shown);
        } else if (self.exists)(typed) {
            settings.files.push(typed.to_owned());
        } else if let Some(limit) = java::decode(text) {
            // MARS: a limit that is not positive means none.
            settings.run.step_limit = u32::try_from(limit).ok().filter(|&limit| limit > 0);
        } else {
            self.range(text);
        }
    }

    fn range(&mut self, text: &str) {
        match java::address_range(text) {
            AddressRange::Valid(first, last) => {
                self.parsed.settings.run.memory.push((first as u32, last as u32));
            }
            AddressRange::Invalid => {
                self.refuse(&format!("Invalid/unaligned address or invalid range: {text}"));
            }
            AddressRange::Other => self.refuse(&format!("Invalid Command Argument: {text}")),
        }
    }

    fn configure(&mut self, name: &OsStr) {
        let name = name.to_string_lossy();
        match MemoryMap::by_name(&name) {
            Some(map) => self.parsed.settings.options.map = map,
            None => self.refuse(&format!("Invalid memory configuration: {name}")),
        }
    }

    fn say(&mut self, message: &str) {
        self.parsed.messages += message;
        self.parsed.messages += "\n";
    }

    fn refuse(&mut self, message: &str) {
        self.say(message);
        self.parsed.verdict = ParseOutcome::Refused;
    }
}

/// The register a name with its dollar sign means. Numbers may be written in any way Java knows.
fn shown_register(name: &str) -> Option<ShownRegister> {
    let number = |digits: &str| java::integer(digits).and_then(|number| u8::try_from(number).ok());
    let digits = name.strip_prefix('$')?;
    let cpu = number(digits).and_then(Reg::new).or_else(|| Reg::from_name(name));
    let float = || digits.strip_prefix('f').and_then(number).and_then(FReg::new);
    let register = cpu.map(AnyRegister::Cpu).or_else(|| float().map(AnyRegister::Float))?;
    Some(ShownRegister { name: name.to_owned(), register })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> ParsedWords {
        let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
        parse(&words, |name| name.to_string_lossy().ends_with(".asm"))
    }

    #[test]
    fn messages_come_in_order_and_stop_everything() {
        let parsed = read("bogus mc Tiny 8-4 x.asm -5 dump .text HexText");
        assert_eq!(
            parsed.messages,
            "Invalid Command Argument: bogus\n\
             Invalid memory configuration: Tiny\n\
             Invalid/unaligned address or invalid range: 8-4\n\
             Dump command line argument requires a segment, format and file name.\n\
             Invalid Command Argument: .text\n\
             Invalid Command Argument: HexText\n"
        );
        assert_eq!(parsed.verdict, ParseOutcome::Refused);
        assert_eq!(parsed.settings.run.step_limit, None);
    }

    #[test]
    fn a_bad_register_is_only_a_message() {
        let parsed = read("$t99 $ t0 x.asm");
        assert_eq!(parsed.messages, "Invalid Register Name: $t99\nInvalid Register Name: $\n");
        assert_eq!(parsed.verdict, ParseOutcome::Accepted);
        let t0 = ShownRegister { name: "$t0".to_owned(), register: AnyRegister::Cpu(Reg::T0) };
        assert_eq!(parsed.settings.run.registers, [t0]);
    }

    #[test]
    fn small_numbers_are_registers() {
        let settings = read("31 0x8 f12 f0x10 32 0x10010000-0x10010008").settings;
        let names: Vec<_> = settings.run.registers.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["$31", "$0x8", "$f12", "$f0x10"]);
        let registers: Vec<_> = settings.run.registers.iter().map(|one| one.register).collect();
        assert_eq!(registers[3], AnyRegister::Float(FReg::at_index(16)));
        assert_eq!(settings.run.step_limit, Some(32));
        assert_eq!(settings.run.memory, [(0x1001_0000, 0x1001_0008)]);
    }

    #[test]
    fn switches_may_be_written_in_any_case() {
        let parsed =
            read("A P NP DB WE SM SMC IC B ASCII ae0x10 SE-1 mc CompactTextAtZero nc ME x.asm");
        assert_eq!((parsed.messages.as_str(), parsed.verdict), ("", ParseOutcome::Accepted));
        let settings = parsed.settings;
        let options = &settings.options;
        assert!(!settings.simulate && settings.project && !options.pseudo);
        assert!(options.delayed_branching && options.warnings_are_errors);
        assert!(options.start_at_main && options.self_modifying && settings.run.shows_count);
        assert!(settings.run.brief && settings.messages_to_stderr && !settings.banner);
        assert_eq!(settings.run.notation, ValueNotation::Ascii);
        assert_eq!((settings.assembly_error_code, settings.run.error_code), (16, -1));
        assert_eq!(options.map, MemoryMap::COMPACT_TEXT_AT_ZERO);
        assert_eq!(settings.files, ["x.asm"]);
    }

    #[test]
    fn words_behind_pa_belong_to_the_program() {
        let settings = read("x.asm pa a nc bogus").settings;
        assert_eq!(settings.run.arguments, ["a", "nc", "bogus"]);
        assert!(settings.simulate);
        // MARS: the notice is looked for among all words, wherever they stand.
        assert!(!settings.banner);
    }

    #[test]
    fn help_is_the_only_word_and_in_lower_case() {
        assert_eq!(read("h").verdict, ParseOutcome::Help);
        assert_eq!(read("H").verdict, ParseOutcome::Refused);
        assert_eq!(read("h nc").messages, "Invalid Command Argument: h\n");
        assert_eq!(read("bogus mc").verdict, ParseOutcome::NoConfiguration);
    }

    #[test]
    fn exit_codes_that_are_no_numbers_are_other_words() {
        let parsed = read("ae aex.asm seven");
        assert_eq!(parsed.settings.files, ["aex.asm"]);
        assert_eq!(
            parsed.messages,
            "Invalid Command Argument: ae\nInvalid Command Argument: seven\n"
        );
    }
}
