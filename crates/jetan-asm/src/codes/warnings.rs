//! Pages of the warnings.

use super::{Page, Setting};
use crate::dialect::Dialect;

pub(super) const PAGES: &[Page] = &[
    Page {
        code: "W0901",
        title: "an unknown directive",
        text: "\
A word that begins with a dot stands where a directive should, but there is no directive of that \
name.
The whole line is ignored, and the program may miss something because of that.
Typical causes are a spelling mistake, and sources written for another assembler.
If the directive matters, replace it by one from the list of directives; if not, delete the line.",
        wrong: "        .dat
        .text
main:
        nop
",
        right: "        .data
        .text
main:
        nop
",
        setting: Setting::PLAIN,
    },
    Page {
        code: "W0902",
        title: "`.set` has no effect",
        text: "\
`.set` chooses options of other assemblers, such as `noreorder`, which MARS does not have.
The line is ignored.
Jetan ignores it as well, but says so only in MARS's dialect.
Delete the line, unless the source has to work with another assembler too.",
        wrong: "        .set noreorder
main:
        nop
",
        right: "\
main:
        nop
",
        setting: Setting { dialect: Dialect::MARS, ..Setting::PLAIN },
    },
    Page {
        code: "W0903",
        title: "a number that is cut off",
        text: "\
The number has more bits than the directive stores, so only its lowest bits are kept.
A byte holds -128 to 255 and a halfword -32768 to 65535, depending on whether it is read as a \
signed or an unsigned number.
Use `.half` or `.word` for larger numbers, and load them with `lh` or `lw`.
MARS warns about numbers above 127 and 32767 already.",
        wrong: "        .data
days:   .byte 365
",
        right: "        .data
days:   .half 365
",
        setting: Setting::PLAIN,
    },
    Page {
        code: "W0904",
        title: "a file that is not UTF-8",
        text: "\
The file contains bytes that are not valid UTF-8, which is how sources are read.
In a comment they do no harm; in a string they are an error of their own.
It happens when a file with accents or symbols was saved in an older encoding such as Latin-1.
Save the file as UTF-8; every editor offers that when saving.",
        wrong: "\
main:                   # naïve
        nop
",
        right: "\
main:                   # naïve
        nop
",
        setting: Setting { latin1: true, ..Setting::PLAIN },
    },
];
