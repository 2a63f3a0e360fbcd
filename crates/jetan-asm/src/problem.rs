//! The errors of a source: one variant per mistake, with the words it was made in.
//!
//! The wording is here and nowhere else: MARS's, to the letter, and ours, which states the fact in
//! lower case. What to do about it is computed where the mistake is found and kept as help in the
//! [`Diagnostic`](crate::Diagnostic). The manual page of every code is in [`codes`](crate::codes).

use std::fmt::Write;

use crate::codes::DiagnosticCode;

/// Whether a statement had fewer or more operands than its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountMismatch {
    /// Fewer than the form has.
    Few,
    /// More than the form has.
    Many,
}

/// Turns the rows below into [`Problem`] and its codes.
macro_rules! problems {
    ($($variant:ident $({ $($field:ident: $kind:ty),* })? = $code:literal;)*) => {
        /// A mistake in a source. Names and texts are as the user wrote them.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the page of each code says what it is")]
        pub enum Problem {
            $($variant $({ $($field: $kind),* })?,)*
        }

        impl Problem {
            /// The code, by which `jetan explain` finds the manual page.
            pub fn code(&self) -> DiagnosticCode {
                DiagnosticCode(match self {
                    $(Problem::$variant { .. } => $code,)*
                })
            }
        }
    };
}

problems! {
    StrayCharacters { text: String, line: String } = "E0101";
    BadCharacter { text: String, line: String } = "E0102";
    BadNumber { text: String, line: String } = "E0103";
    UnclosedComment = "E0105";
    UnknownOperator { name: String } = "E0201";
    DuplicateLabel { name: String } = "E0202";
    UndefinedSymbol { name: String } = "E0203";
    GlobalNotDefined { name: String } = "E0204";
    GlobalTwice { name: String } = "E0205";
    NoNextRegister { name: String } = "E0206";
    MissingColon { name: String } = "E0207";
    OperandCount { name: String, count: CountMismatch, example: String } = "E0301";
    OperandType { text: String } = "E0302";
    OperandRange { text: String } = "E0303";
    PseudoNotPermitted = "E0304";
    JumpTooFar = "E0306";
    OddDoubleRegister { text: String } = "E0307";
    NoSuchFlag { text: String } = "E0308";
    BadExpression { text: String } = "E0309";
    ExpressionRange { text: String } = "E0310";
    DirectiveInText { directive: String } = "E0401";
    NotIntegerOrLabel { text: String } = "E0402";
    NotFloat { text: String } = "E0403";
    FloatOutOfRange { text: String, target: String } = "E0404";
    NotString { text: String } = "E0405";
    MalformedRepetition = "E0406";
    RepetitionNotPositive = "E0407";
    InvalidDataAddress { address: u32 } = "E0408";
    OneOperand { directive: String } = "E0409";
    NonNegative { directive: String } = "E0410";
    ExternOperands { directive: String } = "E0411";
    ExternSize { directive: String } = "E0412";
    GloblOperands { directive: String } = "E0413";
    GloblLabel { directive: String } = "E0414";
    IncludeOperand { directive: String } = "E0415";
    TooMuchData = "E0416";
    BadBoundary { text: String } = "E0417";
    MacroOperands { directive: String } = "E0501";
    MacroName { text: String } = "E0502";
    NestedMacro = "E0503";
    StrayEndMacro = "E0504";
    TextAfterEndMacro = "E0505";
    MacroArgument { text: String } = "E0506";
    UnknownParameter { text: String } = "E0507";
    RecursiveMacro = "E0508";
    UnclosedMacro = "E0509";
    MacroMismatch { name: String } = "E0510";
    MacroTooDeep = "E0511";
    ExpansionTooLarge { what: String, reached: String } = "E0512";
    IncludeUnreadable { path: String } = "E0601";
    IncludeCycle { path: String } = "E0602";
    IncludeTooDeep { path: String } = "E0603";
    IncludedTwice { path: String } = "E0604";
    EqvOperands = "E0611";
    EqvName = "E0612";
    EqvItself { name: String } = "E0613";
    EqvTwice { name: String } = "E0614";
    EqvEndless { name: String } = "E0615";
    InvalidTextAddress { address: u32 } = "E0701";
    DuplicateTextAddress { address: u32, file: String, line: u32, kernel: bool } = "E0702";
    BrokenExpansion = "E0703";
    TooManyErrors { more: usize, only_warnings: bool } = "E0801";
    UnknownDirective { name: String } = "W0901";
    IgnoredSet = "W0902";
    Truncated { text: String } = "W0903";
    InvalidUtf8 = "W0904";
    InstructionInData { text: String } = "W0905";
    UnclosedString = "W0906";
    EqvNoValue { name: String } = "W0907";
    BranchTooFar { words: i64 } = "W0908";
    BranchToData { name: String } = "W0909";
    ProbablyOtherKind { text: String, meant: String } = "W0910";
    DataInText { directive: String } = "W0911";
    UnknownSection { name: String } = "W0912";
    BecomesInfinity { text: String } = "W0913";
    NotOneByte { text: String } = "W0914";
}

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program can be run all the same.
    Warning,
    /// There is no program.
    Error,
}

impl Problem {
    /// The severity, which the letter of the code says.
    pub fn severity(&self) -> Severity {
        // Its code is that of an error; what was left out decides how it counts.
        let is_warning = matches!(self, Problem::TooManyErrors { only_warnings: true, .. })
            || self.code().0.starts_with('W');
        if is_warning { Severity::Warning } else { Severity::Error }
    }

    /// The message in MARS's words. Where MARS has none, ours.
    pub fn mars(&self) -> String {
        use Problem as P;
        match self {
            P::StrayCharacters { text, line }
            | P::BadCharacter { text, line }
            | P::BadNumber { text, line } => format!("{line}\nInvalid language element: {text}"),
            P::UnknownOperator { name } => format!("\"{name}\" is not a recognized operator"),
            P::DuplicateLabel { name } => format!("label \"{name}\" already defined"),
            P::UndefinedSymbol { name } | P::NoNextRegister { name } => {
                format!("Symbol \"{name}\" not found in symbol table.")
            }
            P::GlobalNotDefined { name } => {
                format!("\"{name}\" declared global label but not defined.")
            }
            P::GlobalTwice { name } => {
                format!("\"{name}\" already defined as global in a different file.")
            }
            P::OperandCount { name, count, example } => {
                let few = if *count == CountMismatch::Few { "few" } else { "many" };
                format!(
                    "\"{name}\": Too {few} or incorrectly formatted operands. Expected: {example}"
                )
            }
            P::OperandType { text } => format!("\"{text}\": operand is of incorrect type"),
            P::OperandRange { text } => format!("\"{text}\": operand is out of range"),
            P::PseudoNotPermitted => {
                // The two blanks are MARS's.
                "Extended (pseudo) instruction or format not permitted.  See Settings.".to_owned()
            }
            P::JumpTooFar => "Jump target word address beyond 26-bit range".to_owned(),
            P::InvalidTextAddress { address } => {
                // MARS prints addresses as signed numbers wherever it does not format them.
                format!("Invalid address for text segment: {}", *address as i32)
            }
            P::DuplicateTextAddress { address, file, line, kernel } => {
                let directive = if *kernel { ".ktext" } else { ".text" };
                format!(
                    "Duplicate text segment address: {address:#010x} already occupied by \
                     {file} line {line} (caused by use of {directive} operand)"
                )
            }
            P::BrokenExpansion => {
                "INTERNAL ERROR: pseudo-instruction expansion contained a pseudo-instruction"
                    .to_owned()
            }
            P::TooManyErrors { .. } => {
                format!("Error Limit of {} exceeded.", crate::limits::MARS_ERRORS_MAX)
            }
            _ => self.mars_directive().unwrap_or_else(|| self.message()),
        }
    }

    /// MARS's words for mistakes in directives, macros, includes and equivalents.
    fn mars_directive(&self) -> Option<String> {
        use Problem as P;
        Some(match self {
            P::DirectiveInText { directive } => {
                format!("\"{directive}\" directive cannot appear in text segment")
            }
            P::NotIntegerOrLabel { text } => {
                format!("\"{text}\" is not a valid integer constant or label")
            }
            P::NotFloat { text } => format!("\"{text}\" is not a valid floating point constant"),
            P::FloatOutOfRange { text, .. } => format!("\"{text}\" is an out-of-range value"),
            P::NotString { text } => format!("\"{text}\" is not a valid character string"),
            P::MalformedRepetition => "malformed expression".to_owned(),
            P::RepetitionNotPositive => "repetition factor must be positive".to_owned(),
            P::InvalidDataAddress { address } => {
                format!("\"{}\" is not a valid data segment address", *address as i32)
            }
            P::OneOperand { directive } => format!("\"{directive}\" requires one operand"),
            P::NonNegative { directive } => {
                format!("\"{directive}\" requires a non-negative integer")
            }
            P::ExternOperands { directive } => {
                format!("\"{directive}\" directive requires two operands (label and size).")
            }
            P::ExternSize { directive } => {
                format!("\"{directive}\" requires a non-negative integer size")
            }
            P::GloblOperands { directive } | P::MacroOperands { directive } => {
                format!("\"{directive}\" directive requires at least one argument.")
            }
            P::GloblLabel { directive } => {
                format!("\"{directive}\" directive argument must be label.")
            }
            P::IncludeOperand { directive } => {
                format!("\"{directive}\" directive recognized but not yet implemented.")
            }
            P::MacroName { text } => format!("Invalid Macro name \"{text}\""),
            P::NestedMacro => "Nested macros are not allowed".to_owned(),
            P::StrayEndMacro => ".END_MACRO without .MACRO".to_owned(),
            P::TextAfterEndMacro => "invalid text after .END_MACRO".to_owned(),
            P::MacroArgument { text } => format!("Invalid macro argument '{text}'"),
            P::UnknownParameter { .. } => "Unknown macro parameter".to_owned(),
            P::RecursiveMacro => {
                // The blank at the end is MARS's.
                "Detected a macro expansion loop (recursive reference). ".to_owned()
            }
            P::UnclosedMacro => "Macro started but not ended (no .end_macro directive)".to_owned(),
            P::MacroMismatch { name } => {
                format!("forward reference or invalid parameters for macro \"{name}\"")
            }
            P::IncludeUnreadable { path } => format!("Error reading include file {path}"),
            P::IncludeCycle { path } | P::IncludedTwice { path } => {
                format!("Recursive include of file {path}")
            }
            P::EqvOperands => "Too few operands for .eqv directive".to_owned(),
            P::EqvName => "Malformed .eqv directive".to_owned(),
            P::EqvItself { name } => {
                format!("Cannot substitute {name} for itself in .eqv directive")
            }
            P::EqvTwice { name } => format!("\"{name}\" is already defined"),
            P::UnknownDirective { name } => {
                format!("MARS does not recognize the {name} directive.  Ignored.")
            }
            P::IgnoredSet => "MARS currently ignores the .set directive.".to_owned(),
            P::Truncated { text } => {
                format!("\"{text}\" is out-of-range for a signed value and possibly truncated")
            }
            _ => return None,
        })
    }

    /// The message in ours: the fact, lower case, no full stop.
    pub fn message(&self) -> String {
        use Problem as P;
        match self {
            P::StrayCharacters { text, .. } => format!("`{}` means nothing here", visible(text)),
            P::BadCharacter { text, .. } => {
                format!("`{}` is not a character literal", visible(text))
            }
            P::BadNumber { text, .. } => format!("`{}` is not a number", visible(text)),
            P::UnclosedString => "this string is not closed".to_owned(),
            P::UnclosedComment => "this `/*` comment is not closed".to_owned(),
            P::UnknownOperator { name } => format!("there is no instruction `{name}`"),
            P::DuplicateLabel { name } => format!("label `{name}` is defined twice"),
            P::UndefinedSymbol { name } => format!("label `{name}` is not defined"),
            P::GlobalNotDefined { name } => {
                format!("`{name}` is declared `.globl` but not defined in this file")
            }
            P::GlobalTwice { name } => format!("global label `{name}` is defined in two files"),
            P::NoNextRegister { .. } => "this needs the register after the last one".to_owned(),
            P::MissingColon { name } => format!("label `{name}` has no colon"),
            P::OperandCount { name, count, .. } => {
                let few = if *count == CountMismatch::Few { "few" } else { "many" };
                format!("`{name}` has too {few} operands")
            }
            P::OperandType { text } => format!("`{}` is the wrong kind of operand", visible(text)),
            P::OperandRange { text } => format!("{text} does not fit here"),
            P::PseudoNotPermitted => "pseudo-instructions are switched off".to_owned(),
            P::BranchTooFar { words } => {
                let distance = words.unsigned_abs();
                format!("the label is {distance} instructions away, too far for a branch")
            }
            P::JumpTooFar => "the label is outside the 256 MiB a jump can reach".to_owned(),
            P::OddDoubleRegister { text } => {
                format!("`{text}` cannot hold a double: the register must be even")
            }
            P::NoSuchFlag { text } => format!("there is no condition flag {text}"),
            P::InstructionInData { text } => {
                format!("`{}` stands in the data segment and is left out", visible(text))
            }
            P::BranchToData { name } => format!("`{name}` is data, and this branches to it"),
            P::BadExpression { text } => format!("`{}` cannot be computed", visible(text)),
            P::ExpressionRange { text } => {
                format!("`{}` does not give a number of 32 bits", visible(text))
            }
            P::ProbablyOtherKind { text, meant } => {
                format!("`{text}` is taken as it stands, and `{meant}` was perhaps meant")
            }
            P::DataInText { directive } => {
                format!(
                    "`{directive}` stands in the text segment; it is stored in the data segment"
                )
            }
            P::InvalidTextAddress { address } => {
                format!("no instruction can stand at {address:#010x}")
            }
            P::DuplicateTextAddress { address, .. } => {
                format!("two instructions stand at {address:#010x}")
            }
            P::BrokenExpansion => "MARS cannot assemble this form".to_owned(),
            P::TooManyErrors { more, .. } => {
                let plural = if *more == 1 { "" } else { "s" };
                format!("and {more} more problem{plural}")
            }
            _ => self.directive_message(),
        }
    }

    /// Our words for mistakes in directives, macros, includes and equivalents.
    fn directive_message(&self) -> String {
        use Problem as P;
        match self {
            P::DirectiveInText { directive } => {
                format!("`{directive}` stands in the text segment")
            }
            P::NotIntegerOrLabel { text } => {
                format!("`{}` is neither an integer nor a label", visible(text))
            }
            P::NotFloat { text } => {
                format!("`{}` is not a floating-point number", visible(text))
            }
            P::FloatOutOfRange { text, target } => {
                format!("{} is too large for a `{target}`", visible(text))
            }
            P::NotString { text } => format!("`{}` is not a string", visible(text)),
            P::MalformedRepetition => {
                "a repetition is `value : count`, with two numbers".to_owned()
            }
            P::RepetitionNotPositive => "a value must be repeated at least once".to_owned(),
            P::InvalidDataAddress { address } => {
                format!("no data can be stored at {address:#010x}")
            }
            P::OneOperand { directive } => format!("`{directive}` takes one operand"),
            P::NonNegative { directive } => {
                format!("`{directive}` takes an integer that is not negative")
            }
            P::ExternOperands { directive } => {
                format!("`{directive}` takes a label and a size")
            }
            P::ExternSize { directive } => {
                format!("the size in `{directive}` must be an integer that is not negative")
            }
            P::GloblOperands { directive } => format!("`{directive}` names no label"),
            P::GloblLabel { directive } => format!("`{directive}` takes labels only"),
            P::IncludeOperand { directive } => {
                format!("`{directive}` takes a file name in double quotes")
            }
            P::BadBoundary { text } => {
                format!("`{}` is not an alignment", visible(text))
            }
            P::TooMuchData => "the program has too much initialised data".to_owned(),
            P::IncludeUnreadable { path } => format!("the file `{path}` cannot be included"),
            P::IncludeCycle { path } => format!("`{path}` includes itself"),
            P::IncludedTwice { path } => format!("`{path}` is included twice"),
            P::IncludeTooDeep { path } => format!("`{path}` is included too deeply"),
            _ => self.macro_message(),
        }
    }

    /// Our words for mistakes in macros and equivalents, and the warnings.
    fn macro_message(&self) -> String {
        use Problem as P;
        match self {
            P::MacroOperands { directive } => format!("`{directive}` names no macro"),
            P::MacroName { text } => format!("`{}` cannot name a macro", visible(text)),
            P::NestedMacro => "a macro cannot be defined inside another".to_owned(),
            P::StrayEndMacro => "there is no macro to end here".to_owned(),
            P::TextAfterEndMacro => "nothing may follow `.end_macro`".to_owned(),
            P::MacroArgument { text } => {
                format!("`{}` cannot name a macro parameter", visible(text))
            }
            P::UnknownParameter { text } => format!("the macro has no parameter `{text}`"),
            P::RecursiveMacro => "this macro calls itself without end".to_owned(),
            P::UnclosedMacro => "this macro is never ended".to_owned(),
            P::MacroMismatch { name } => {
                format!("no macro `{name}` above takes these arguments")
            }
            P::MacroTooDeep => "macro calls are nested too deeply".to_owned(),
            P::ExpansionTooLarge { what, reached } => {
                format!("{} makes too much: {reached} so far", visible(what))
            }
            P::EqvOperands => "`.eqv` takes a name and what it stands for".to_owned(),
            P::EqvName => "this cannot be given a meaning by `.eqv`".to_owned(),
            P::EqvItself { name } => format!("`{name}` cannot stand for itself"),
            P::EqvTwice { name } => format!("`{name}` is given two meanings"),
            P::EqvEndless { name } => format!("replacing `{name}` never ends"),
            P::EqvNoValue { name } => {
                format!("`{name}` is given no meaning, so this line is ignored")
            }
            P::UnknownDirective { name } => format!("there is no directive `{name}`; ignored"),
            P::IgnoredSet => "`.set` has no effect".to_owned(),
            P::Truncated { text } => format!("{text} does not fit and is cut"),
            P::UnknownSection { name } => {
                format!("section `{}` is not known; it goes to the data segment", visible(name))
            }
            P::BecomesInfinity { text } => {
                format!("{} is too large for a `.double` and becomes infinity", visible(text))
            }
            P::NotOneByte { text } => {
                format!("`{text}` is not one byte: only compilers write bytes in octal")
            }
            P::InvalidUtf8 => "this file is not UTF-8; it is read as Windows-1252".to_owned(),
            _ => self.mars_directive().unwrap_or_default(),
        }
    }
}

/// Text for a message: control characters and the replacement character spelled out.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    // A line without blanks is one word, and may have a megabyte.
    for c in text.chars().take(80) {
        if c.is_control() {
            // Writing to a string does not fail.
            let _ = write!(shown, "\\u{{{:x}}}", c as u32);
        } else {
            shown.push(c);
        }
    }
    if text.chars().nth(80).is_some() {
        shown.push('…');
    }
    shown
}
