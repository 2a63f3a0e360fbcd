//! The codes of mistakes in packs, each with what it means.

/// The page of an error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackCodePage {
    /// `P` and four digits.
    pub code: &'static str,
    /// The mistake in a few words, lower case.
    pub title: &'static str,
    /// The mistake and its remedy: one sentence a line.
    pub text: &'static str,
}

/// The text is not TOML.
pub const SYNTAX: &str = "P0101";
pub(crate) const UNKNOWN_KEY: &str = "P0102";
/// A key is missing.
pub const MISSING_KEY: &str = "P0103";
pub(crate) const WRONG_TYPE: &str = "P0104";
/// A value cannot be used.
pub const BAD_VALUE: &str = "P0105";
pub(crate) const NUMBER_TWICE: &str = "P0201";
pub(crate) const RESERVED: &str = "P0202";
pub(crate) const RANGE: &str = "P0203";
pub(crate) const REGISTER: &str = "P0204";
/// A name is used twice.
pub const NAME_TWICE: &str = "P0205";
pub(crate) const UNKNOWN_EFFECT: &str = "P0301";
pub(crate) const MISSING_ARGUMENT: &str = "P0302";
pub(crate) const UNUSED: &str = "P0303";
pub(crate) const UNKNOWN_PACK: &str = "P0401";
pub(crate) const CYCLE: &str = "P0402";
pub(crate) const BAD_BASE: &str = "P0403";
pub(crate) const MNEMONIC: &str = "P0501";
pub(crate) const CONTRADICTION: &str = "P0502";
pub(crate) const COST: &str = "P0503";
/// A program uses an instruction that its pack does not permit.
pub const NOT_PERMITTED: &str = "P0601";

/// The page of a code, written in upper or lower case.
pub fn page(code: &str) -> Option<&'static PackCodePage> {
    PAGES.iter().find(|page| page.code.eq_ignore_ascii_case(code))
}

const fn new(code: &'static str, title: &'static str, text: &'static str) -> PackCodePage {
    PackCodePage { code, title, text }
}

/// Every page, in the order of the codes.
pub static PAGES: &[PackCodePage] = &[
    new(
        SYNTAX,
        "a file that is not TOML",
        "\
A pack, and a `jetan.toml`, is a file in TOML: `key = value` lines below `[table]` and \
`[[list]]` headings.
Texts are in quotes, numbers are not, and no key stands twice in a table.",
    ),
    new(
        UNKNOWN_KEY,
        "an unknown key",
        "\
A pack has a fixed set of keys, and so has a `jetan.toml`, so that a slip of the pen is not \
passed over in silence.
The message lists the keys that are known at this place.",
    ),
    new(
        MISSING_KEY,
        "a missing key",
        "\
A pack needs a name, a version, a course and a summary; a service needs a number, a name, a \
summary and an effect; an argument needs a name and a register.
Add the key that the message names.",
    ),
    new(
        WRONG_TYPE,
        "a value of the wrong type",
        "\
A text is written in quotes, a number without, a list in square brackets, a table in braces.
The message says what is expected and what was found.",
    ),
    new(
        BAD_VALUE,
        "a value that cannot be",
        "\
The value is of the right type, but none that is possible here.
The message says which ones are.",
    ),
    new(
        NUMBER_TWICE,
        "two services with one number",
        "\
A program asks for a service by its number in `$v0`, so every number has one meaning.
A pack that extends another may give a number of the other a new meaning.",
    ),
    new(
        RESERVED,
        "a number that MARS keeps for itself",
        "\
The numbers 1 to 17, 30 to 44 and 50 to 60 are MARS's own and mean the same in every course.
A pack may describe such a service with `effect = \"built-in\"`, but cannot change it.
Course services usually start at 100 or 200.",
    ),
    new(
        RANGE,
        "a range that cannot be",
        "\
A range is `[least, greatest]`, the least first, for integers only.
It may not be wider than what the effect takes.",
    ),
    new(
        REGISTER,
        "a register that cannot be used",
        "\
An argument or result is in a CPU register, such as `$a0`, and each has one of its own.
Arguments cannot be in `$v0`, which has the number of the service, and results not in `$zero`.",
    ),
    new(
        NAME_TWICE,
        "a name that is there already",
        "\
Names of services, and of the arguments and results of one service, must differ.
They are what an effect and `jetan explain` go by.
A `jetan.toml` lists each source once.",
    ),
    new(
        UNKNOWN_EFFECT,
        "an unknown effect",
        "\
An effect is one of a fixed list of things that every machine can do.
The message lists them, and `docs/packs.md` explains them.",
    ),
    new(
        MISSING_ARGUMENT,
        "an effect that lacks something",
        "\
An effect takes what it needs from the argument of the same name.
Name an argument so, or say in the effect which argument or number is meant: \
`effect = { do = \"play-sound\", sound = \"melody\", mode = 0 }`.",
    ),
    new(
        UNUSED,
        "an argument that nothing uses",
        "\
The effect takes no argument of this name, so that it would be read for nothing.
Give it the name of what the effect takes, say in the effect that it is meant, or leave it out.",
    ),
    new(
        UNKNOWN_PACK,
        "a pack that is not there",
        "\
`extends` names a pack that comes with Jetan, or the folder of one beside this pack's folder.
`jetan pack list` lists those that come with Jetan.",
    ),
    new(
        CYCLE,
        "packs that extend each other",
        "\
A pack adds to the one it extends, which therefore cannot extend it in turn.
Leave one `extends` out, or move what both need into a third pack.",
    ),
    new(
        BAD_BASE,
        "a pack whose base has mistakes",
        "\
The pack that this one extends has mistakes of its own.
Put these right first: `jetan pack check` lists them.",
    ),
    new(
        MNEMONIC,
        "an unknown instruction",
        "\
`allowed` and `banned` list instructions and pseudo-instructions by name, such as `\"mul\"`.
`jetan explain` lists all there are.",
    ),
    new(
        CONTRADICTION,
        "an instruction both allowed and banned",
        "\
An instruction is allowed or banned, not both.
A list of allowed instructions bans all others.",
    ),
    new(
        COST,
        "a cost that cannot be",
        "\
`[costs]` gives classes of instructions a whole number of cycles, from 0 to a million, each class \
once.
The classes are those that `jetan run --mix` shows, and `branch` stands for both outcomes of one.",
    ),
    new(
        NOT_PERMITTED,
        "an instruction that the pack does not permit",
        "\
The course wants programs that do without this instruction.
A pseudo-instruction counts by its own name, not by what it becomes.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_in_order_and_say_something() {
        assert!(PAGES.is_sorted_by(|one, next| one.code < next.code));
        for page in PAGES {
            assert!((2..=4).contains(&page.text.lines().count()), "{}", page.code);
            assert!(page.text.lines().all(|line| line.ends_with('.')), "{}", page.code);
        }
    }
}
