//! Directives: MARS's twenty, and the few that other assemblers' sources contain.

use crate::scan::{doc_text, packed};

/// Everything the table knows about one directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DirectiveRow {
    /// The directive that the row describes.
    pub directive: Directive,
    /// The name with its dot, lower case.
    pub name: &'static str,
    /// The operands after the name; brackets mark optional ones.
    pub syntax: &'static str,
    /// One sentence on what it does.
    pub summary: &'static str,
    /// Whether MARS does not know it.
    pub is_extension: bool,
    /// Whether it is there for what C compilers write.
    pub is_for_compilers: bool,
}

/// Turns the rows below into [`Directive`] and [`DIRECTIVES`].
macro_rules! directives {
    ($(
        #[doc = $summary:literal]
        $directive:ident = $name:literal, $syntax:literal $(, $mark:ident)?;
    )*) => {
        /// The effect of a directive, under any of its names.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Directive {
            $( #[doc = $summary] $directive, )*
        }

        /// The directives, MARS's in alphabetical order and then the extensions.
        pub static DIRECTIVES: &[DirectiveRow] = &[$(
            DirectiveRow {
                directive: Directive::$directive,
                name: $name,
                syntax: $syntax,
                summary: doc_text($summary),
                is_extension: directives!(@extension $($mark)?),
                is_for_compilers: directives!(@compilers $($mark)?),
            },
        )*];
    };
    (@extension) => { false };
    (@extension extension) => { true };
    (@extension compiler) => { true };
    (@compilers) => { false };
    (@compilers extension) => { false };
    (@compilers compiler) => { true };
}

directives! {
    /// Continue at the next multiple of 2 to the n; 0 stops automatic alignment.
    Align = ".align", "n";
    /// Store strings without a terminator.
    Ascii = ".ascii", "string, ...";
    /// Store strings, each followed by a zero byte.
    Asciiz = ".asciiz", "string, ...";
    /// Store integers as bytes.
    Byte = ".byte", "value, ... | value : count";
    /// Continue in the data segment, at the address if one is given.
    Data = ".data", "[address]";
    /// Store numbers as aligned doubles.
    Double = ".double", "value, ... | value : count";
    /// End a macro definition.
    EndMacro = ".end_macro", "";
    /// Give a name to some text, which then replaces it everywhere below.
    Eqv = ".eqv", "name text";
    /// Reserve room for a global variable near $gp.
    Extern = ".extern", "label size";
    /// Store numbers as aligned singles.
    Float = ".float", "value, ... | value : count";
    /// Make labels visible to the other files.
    Globl = ".globl", "label, ...";
    /// Store integers as aligned halfwords.
    Half = ".half", "value, ... | value : count";
    /// Read another file in place of this line.
    Include = ".include", "\"file\"";
    /// Continue in the kernel data segment, at the address if one is given.
    Kdata = ".kdata", "[address]";
    /// Continue in the kernel text segment, at the address if one is given.
    Ktext = ".ktext", "[address]";
    /// Begin a macro definition.
    Macro = ".macro", "name [(%parameter, ...)]";
    /// Set an option of other assemblers, which is ignored, or give a name to a number.
    Set = ".set", "option | name, value";
    /// Reserve bytes without storing anything.
    Space = ".space", "n";
    /// Continue in the text segment, at the address if one is given.
    Text = ".text", "[address]";
    /// Store integers or addresses as aligned words.
    Word = ".word", "value, ... | value : count";
    /// Another name of .data, used for constants.
    Rdata = ".rdata", "[address]", extension;
    /// Another name of .asciiz.
    Asciz = ".asciz", "string, ...", extension;
    /// Mark the start of a function for debuggers; ignored.
    Ent = ".ent", "label", extension;
    /// Mark the end of a function for debuggers; ignored.
    End = ".end", "[label]", extension;
    /// Describe a stack frame for debuggers; ignored.
    Frame = ".frame", "...", extension;
    /// Describe the saved registers for debuggers; ignored.
    Mask = ".mask", "...", extension;
    /// Continue in the segment that a section belongs to, by its flags or its name.
    Section = ".section", "name [, ...]", compiler;
    /// Go back to the segment before the last .section.
    Previous = ".previous", "", compiler;
    /// Another name of .data, used for constants.
    Rodata = ".rodata", "", compiler;
    /// Another name of .data, used for small variables.
    Sdata = ".sdata", "", compiler;
    /// Another name of .data, used for variables that begin as zero.
    Bss = ".bss", "", compiler;
    /// Another name of .data, used for small variables that begin as zero.
    Sbss = ".sbss", "", compiler;
    /// Reserve room for a variable that all files see.
    Comm = ".comm", "label, size [, alignment]", compiler;
    /// Reserve room for a variable of this file.
    Lcomm = ".lcomm", "label, size [, alignment]", compiler;
    /// Continue at the next multiple of 2 to the n.
    P2align = ".p2align", "n", compiler;
    /// Continue at the next multiple of n.
    Balign = ".balign", "n", compiler;
    /// Another name of .space.
    Zero = ".zero", "n", compiler;
    /// Another name of .space.
    Skip = ".skip", "n", compiler;
    /// Another name of .asciiz.
    String = ".string", "string, ...", compiler;
    /// Another name of .half.
    Short = ".short", "value, ... | value : count", compiler;
    /// Another name of .half.
    Hword = ".hword", "value, ... | value : count", compiler;
    /// Another name of .half.
    TwoBytes = ".2byte", "value, ... | value : count", compiler;
    /// Another name of .word.
    FourBytes = ".4byte", "value, ... | value : count", compiler;
    /// Give a name to a number, as NAME = value does.
    Equ = ".equ", "name, value", compiler;
    /// Give a name to a number, as NAME = value does.
    Equiv = ".equiv", "name, value", compiler;
    /// Another name of .word.
    Int = ".int", "value, ... | value : count", compiler;
    /// Another name of .word.
    Long = ".long", "value, ... | value : count", compiler;
    /// Another name of .globl.
    Global = ".global", "label, ...", compiler;
    /// Say what a symbol is; ignored.
    Type = ".type", "...", compiler;
    /// Say how large a symbol is; ignored.
    Size = ".size", "...", compiler;
    /// Name the source of a compiler; ignored.
    File = ".file", "...", compiler;
    /// Name the line of a compiler's source; ignored.
    Loc = ".loc", "...", compiler;
    /// Name the compiler; ignored.
    Ident = ".ident", "...", compiler;
    /// Keep a symbol within its file; ignored.
    Local = ".local", "...", compiler;
    /// Choose what the processor has; ignored.
    Module = ".module", "...", compiler;
    /// Choose how numbers that are none are encoded; ignored.
    Nan = ".nan", "...", compiler;
    /// Choose how addresses are made; ignored.
    Abicalls = ".abicalls", "...", compiler;
    /// Describe the saved floating-point registers for debuggers; ignored.
    Fmask = ".fmask", "...", compiler;
    /// Describe a file for linkers; ignored.
    GnuAttribute = ".gnu_attribute", "...", compiler;
    /// Mark what follows as code; ignored.
    Insn = ".insn", "", compiler;
}

impl Directive {
    /// The directive a word spells, in upper or lower case, extensions included.
    pub fn lookup(word: &str) -> Option<Directive> {
        let key = packed(word)?;
        // A linear search is enough: only words that start with a dot get here.
        let index = KEYS.iter().position(|&known| known == key)?;
        Some(DIRECTIVES[index].directive)
    }

    /// The row of the table.
    pub const fn row(self) -> &'static DirectiveRow {
        &DIRECTIVES[self as usize]
    }

    /// The name with its dot, lower case.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether MARS does not know it.
    pub const fn is_extension(self) -> bool {
        self.row().is_extension
    }

    /// The directive this one is another name of, or itself.
    #[must_use]
    pub const fn canonical(self) -> Directive {
        match self {
            // Read-only and zeroed sections become plain data: the machine has no protection for
            // them.
            Directive::Rdata
            | Directive::Rodata
            | Directive::Sdata
            | Directive::Bss
            | Directive::Sbss => Directive::Data,
            Directive::Asciz | Directive::String => Directive::Asciiz,
            Directive::Zero | Directive::Skip => Directive::Space,
            Directive::Short | Directive::Hword | Directive::TwoBytes => Directive::Half,
            Directive::Int | Directive::Long | Directive::FourBytes => Directive::Word,
            Directive::Global => Directive::Globl,
            other => other,
        }
    }

    /// Whether it has no effect here, whatever follows it.
    pub const fn is_ignored(self) -> bool {
        matches!(
            self,
            Directive::Ent
                | Directive::End
                | Directive::Frame
                | Directive::Mask
                | Directive::Type
                | Directive::Size
                | Directive::File
                | Directive::Loc
                | Directive::Ident
                | Directive::Local
                | Directive::Module
                | Directive::Nan
                | Directive::Abicalls
                | Directive::Fmask
                | Directive::GnuAttribute
                | Directive::Insn
        )
    }
}

static KEYS: [u128; DIRECTIVES.len()] = {
    let mut keys = [0; DIRECTIVES.len()];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = packed(DIRECTIVES[i].name).expect("a directive has at most 15 bytes");
        i += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_directive_is_found_in_any_case() {
        for (index, row) in DIRECTIVES.iter().enumerate() {
            assert_eq!(row.directive as usize, index);
            assert_eq!(Directive::lookup(row.name), Some(row.directive));
            assert_eq!(Directive::lookup(&row.name.to_ascii_uppercase()), Some(row.directive));
            assert!(row.summary.ends_with('.'), "{}", row.name);
        }
        assert_eq!(Directive::lookup(".words"), None);
        assert_eq!(Directive::lookup("word"), None);
    }

    #[test]
    fn mars_has_twenty() {
        let mars = DIRECTIVES.iter().filter(|row| !row.is_extension);
        assert_eq!(mars.count(), 20);
    }
}
