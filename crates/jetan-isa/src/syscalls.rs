//! Services: what `syscall` can be asked for, by the number in `$v0`.

mod example;

use crate::scan::doc_text;

/// Everything the table knows about one service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServiceRow {
    /// The service that the row describes.
    pub service: Service,
    /// The value of `$v0` that asks for it.
    pub number: u32,
    /// The name in a few words, lower case.
    pub name: &'static str,
    /// The registers it reads, and what they mean.
    pub arguments: &'static str,
    /// The registers it writes, and what they then mean.
    pub results: &'static str,
    /// One sentence on what it does.
    pub summary: &'static str,
    /// Whether MARS 4.5 lacks it; MARS's next version has it.
    pub is_extension: bool,
}

impl ServiceRow {
    /// Statements that ask for it, with what they need in `.data`; they end with `syscall`.
    pub fn example(&self) -> String {
        example::statements(self)
    }
}

/// Turns the rows below into [`Service`] and [`SERVICES`].
macro_rules! services {
    ($(
        #[doc = $summary:literal]
        $service:ident = $number:literal, $name:literal, $arguments:literal => $results:literal
            $(, $mark:ident)?;
    )*) => {
        /// A service of the system.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Service {
            $( #[doc = $summary] $service = $number, )*
        }

        /// The services in order of their numbers.
        pub static SERVICES: &[ServiceRow] = &[$(
            ServiceRow {
                service: Service::$service,
                number: $number,
                name: $name,
                arguments: $arguments,
                results: $results,
                summary: doc_text($summary),
                is_extension: services!(@extension $($mark)?),
            },
        )*];

        impl Service {
            /// The service with this number, if there is one.
            #[inline]
            pub const fn from_number(number: u32) -> Option<Service> {
                match number {
                    $( $number => Some(Service::$service), )*
                    _ => None,
                }
            }
        }
    };
    (@extension) => { false };
    (@extension extension) => { true };
}

services! {
    /// Print an integer in decimal.
    PrintInt = 1, "print int", "$a0: integer" => "";
    /// Print a single-precision number.
    PrintFloat = 2, "print float", "$f12: number" => "";
    /// Print a double-precision number.
    PrintDouble = 3, "print double", "$f12: number" => "";
    /// Print the bytes from an address up to a zero byte.
    PrintString = 4, "print string", "$a0: address" => "";
    /// Read a line and take it as a decimal integer; anything else is an error.
    ReadInt = 5, "read int", "" => "$v0: integer";
    /// Read a line and take it as a single-precision number; anything else is an error.
    ReadFloat = 6, "read float", "" => "$f0: number";
    /// Read a line and take it as a double-precision number; anything else is an error.
    ReadDouble = 7, "read double", "" => "$f0: number";
    /// Read a line into memory, with its newline if there is room, and a zero byte.
    ReadString = 8, "read string", "$a0: buffer, $a1: its size" => "";
    /// Extend the heap; the size is rounded up to whole words.
    Sbrk = 9, "sbrk", "$a0: bytes" => "$v0: address";
    /// End the program with exit code 0.
    Exit = 10, "exit", "" => "";
    /// Print the low byte of a register as a character.
    PrintChar = 11, "print char", "$a0: character" => "";
    /// Read a character.
    ReadChar = 12, "read char", "" => "$v0: character";
    /// Open a file for reading (0), writing (1) or appending (9).
    Open = 13, "open", "$a0: name, $a1: flags" => "$v0: descriptor, or -1";
    /// Read bytes from an open file.
    Read = 14, "read",
        "$a0: descriptor, $a1: buffer, $a2: bytes" => "$v0: bytes read, 0 at the end, or -1";
    /// Write bytes to an open file.
    Write = 15, "write", "$a0: descriptor, $a1: buffer, $a2: bytes" => "$v0: bytes written, or -1";
    /// Close a file; the three standard descriptors stay open.
    Close = 16, "close", "$a0: descriptor" => "";
    /// End the program with an exit code.
    Exit2 = 17, "exit2", "$a0: exit code" => "";
    /// Tell the time in milliseconds since 1970.
    Time = 30, "time", "" => "$a0: low word, $a1: high word";
    /// Start a note and go on at once.
    MidiOut = 31, "MIDI out", "$a0: pitch, $a1: milliseconds, $a2: instrument, $a3: volume" => "";
    /// Wait.
    Sleep = 32, "sleep", "$a0: milliseconds" => "";
    /// Play a note and go on when it is over.
    MidiOutSync = 33, "MIDI out sync",
        "$a0: pitch, $a1: milliseconds, $a2: instrument, $a3: volume" => "";
    /// Print a word as eight hexadecimal digits after 0x.
    PrintHex = 34, "print hex", "$a0: word" => "";
    /// Print a word as 32 binary digits.
    PrintBinary = 35, "print binary", "$a0: word" => "";
    /// Print a word as an unsigned decimal number.
    PrintUnsigned = 36, "print unsigned", "$a0: word" => "";
    /// Seed a random number generator.
    Seed = 40, "seed", "$a0: generator, $a1: seed" => "";
    /// Draw a random integer.
    RandomInt = 41, "random int", "$a0: generator" => "$a0: integer";
    /// Draw a random integer from 0 up to, but not including, a bound.
    RandomRange = 42, "random range", "$a0: generator, $a1: bound" => "$a0: integer";
    /// Draw a random single-precision number from 0 up to, but not including, 1.
    RandomFloat = 43, "random float", "$a0: generator" => "$f0: number";
    /// Draw a random double-precision number from 0 up to, but not including, 1.
    RandomDouble = 44, "random double", "$a0: generator" => "$f0: number";
    /// Ask a question to be answered with yes, no or cancel.
    ConfirmDialog = 50, "confirm dialog", "$a0: message" => "$a0: 0 yes, 1 no, 2 cancel";
    /// Ask for an integer in a dialog.
    InputIntDialog = 51, "input int dialog", "$a0: message" => "$a0: integer, $a1: status";
    /// Ask for a single-precision number in a dialog.
    InputFloatDialog = 52, "input float dialog", "$a0: message" => "$f0: number, $a1: status";
    /// Ask for a double-precision number in a dialog.
    InputDoubleDialog = 53, "input double dialog", "$a0: message" => "$f0: number, $a1: status";
    /// Ask for a string in a dialog and store it like read string.
    InputStringDialog = 54, "input string dialog",
        "$a0: message, $a1: buffer, $a2: its size" => "$a1: status";
    /// Show a message in a dialog.
    MessageDialog = 55, "message dialog",
        "$a0: message, $a1: 0 error, 1 information, 2 warning, 3 question" => "";
    /// Show a message followed by an integer in a dialog.
    MessageDialogInt = 56, "message dialog int", "$a0: message, $a1: integer" => "";
    /// Show a message followed by a single-precision number in a dialog.
    MessageDialogFloat = 57, "message dialog float", "$a0: message, $f12: number" => "";
    /// Show a message followed by a double-precision number in a dialog.
    MessageDialogDouble = 58, "message dialog double", "$a0: message, $f12: number" => "";
    /// Show a message followed by a string in a dialog.
    MessageDialogString = 59, "message dialog string", "$a0: message, $a1: string" => "";
    /// Clear the console.
    ClearConsole = 60, "clear console", "" => "", extension;
}

impl Service {
    /// The value of `$v0` that asks for it.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Whether it prints what is in `$a0` and does nothing else: it reads no other register but
    /// that of its number, and writes none.
    #[inline]
    pub const fn prints_a0(self) -> bool {
        matches!(
            self,
            Service::PrintInt
                | Service::PrintString
                | Service::PrintChar
                | Service::PrintHex
                | Service::PrintBinary
                | Service::PrintUnsigned
        )
    }

    /// The row of the table.
    pub fn row(self) -> &'static ServiceRow {
        // Numbers have gaps, so they are not indices; but the rows are in their order, and so are
        // the variants.
        let index = SERVICES.partition_point(|row| row.service < self);
        &SERVICES[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_to_services_and_back() {
        for row in SERVICES {
            assert_eq!(Service::from_number(row.number), Some(row.service));
            assert_eq!(row.service.number(), row.number);
            assert_eq!(row.service.row(), row);
            assert!(row.summary.ends_with('.'), "{}", row.name);
        }
        for number in [0, 18, 29, 37, 45, 49, 61, 256 + 1, u32::MAX] {
            assert_eq!(Service::from_number(number), None, "{number}");
        }
    }

    #[test]
    fn what_prints_a0_is_what_the_table_says() {
        for row in SERVICES {
            let is_told = row.name.starts_with("print ")
                && row.arguments.starts_with("$a0")
                && !row.arguments.contains(',')
                && row.results.is_empty();
            assert_eq!(row.service.prints_a0(), is_told, "{}", row.name);
        }
    }

    #[test]
    fn mars_has_thirty_nine() {
        assert_eq!(SERVICES.iter().filter(|row| !row.is_extension).count(), 39);
    }
}
