//! The differences between a course's programs and the document: a small TOML file.
//!
//! Everything has a default that finds the usual forms by itself, so that most programs need no
//! adapter at all.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::escapes::without_escapes;

/// The input and output conventions of a course's programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adapter {
    /// The adapter's purpose, in a sentence; for people.
    pub summary: String,
    /// The way a case is typed.
    pub input: AdapterInput,
    /// The way an answer is read from the output.
    pub output: AdapterOutput,
    /// The cells of a board on the bitmap display; detected automatically if none.
    pub frame: Option<DisplayGrid>,
    /// Labels that are called differently: the document's name, then the course's.
    pub labels: BTreeMap<String, String>,
    /// The rules of an edition.
    pub rules: EditionRules,
}

/// The way a case is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdapterInput {
    /// The end of a line.
    pub line_end: LineEnd,
    /// The format in which the rows of a Sudoku are typed.
    pub form: RowFormat,
    /// Lines to type before the case: answers to a menu, a name.
    pub before: Vec<String>,
    /// Four in a Row: what is typed for O and for X; `1` and `2` without.
    pub tokens: Option<[String; 2]>,
    /// Four in a Row: what is typed to take a move back and to keep it; `y` and `n` without. The
    /// second may be empty: taking back is then typed in place of the next column.
    pub undo: Option<[String; 2]>,
    /// Four in a Row: the number of the leftmost column, 0 or 1; 1 without.
    pub first_column: Option<u8>,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineEnd {
    /// Whichever the program understands.
    #[default]
    Auto,
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
}

/// The format in which rows are typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowFormat {
    /// Whichever the program understands.
    #[default]
    Auto,
    /// A row on a line: `0040`.
    Rows,
    /// A cell on a line.
    Integers,
}

/// The way an answer is read from the output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdapterOutput {
    /// Texts to leave out before anything is read: prompts with words or digits in them that
    /// would look like an answer.
    pub skip: Vec<String>,
    /// The location of the answer.
    pub answer: AnswerLocation,
    /// Words that mean yes; `YES` if there are none.
    pub yes: Vec<String>,
    /// Words that mean no; `NO` if there are none.
    pub no: Vec<String>,
    /// Words that mean that there is no solution.
    pub none: Vec<String>,
    /// Words that mean that somebody has won.
    pub win: Vec<String>,
    /// Words that mean that nobody has won.
    pub tie: Vec<String>,
    /// The characters of a board picture: free cells.
    pub empty: Option<char>,
    /// Cells of the first token or player.
    pub one: Option<char>,
    /// Cells of the second token or player.
    pub two: Option<char>,
}

/// The location of the answer in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerLocation {
    /// Wherever it can be found.
    #[default]
    Auto,
    /// The output is the answer, byte for byte but for white space at its ends.
    Exact,
    /// Only digits count.
    Digits,
    /// The last word that means yes or no.
    LastWord,
    /// The last picture of a board.
    Board,
}

/// The cells of a board on the bitmap display, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DisplayGrid {
    /// Column of a unit that is inside the piece of column 0.
    pub x: u32,
    /// Row of a unit that is inside the piece of the bottom row.
    pub y: u32,
    /// From a column to the next.
    pub step_x: u32,
    /// From a row up to the next.
    pub step_y: u32,
    /// The colour of player 1, `0x00RRGGBB`.
    pub one: u32,
    /// The colour of player 2.
    pub two: u32,
}

/// The rules of an edition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EditionRules {
    /// The implementation of Tetrisito: A, B or C; detected by trial runs if none.
    pub implementation: TetrisitoVariant,
    /// Whether full rows vanish in Tetrisito; found out by itself without.
    pub clear_lines: Option<bool>,
    /// The pieces of Tetrisito that have to fall; a prefix for B, some otherwise.
    #[serde(rename = "use")]
    pub usage: Option<PieceUsage>,
    /// The same as `use = "all"`.
    pub use_all: bool,
    /// The side of a Sudoku: 4 or 9; found out by itself without.
    pub side: Option<u32>,
    /// Violations a player of Four in a Row may make and go on; 3 without.
    pub trials: Option<u8>,
    /// The player who starts Four in a Row: 1, 2, or 0 for random.
    pub first: Option<u8>,
}

impl EditionRules {
    /// The pieces of Tetrisito that have to fall, if the adapter says.
    pub fn usage(&self) -> Option<PieceUsage> {
        self.usage.or(self.use_all.then_some(PieceUsage::All))
    }
}

/// The pieces of Tetrisito that have to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceUsage {
    /// Any of them may be left out.
    Some,
    /// Every one.
    All,
    /// From the first one on, and none is skipped; the last ones may be left.
    Prefix,
}

/// An implementation of Tetrisito.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum TetrisitoVariant {
    /// B or C, as the program answers a few questions.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// Only the first piece is placed.
    A,
    /// Pieces in the order given.
    B,
    /// Pieces in any order.
    C,
}

/// An error in an adapter, with line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdapterError {
    /// The line, from 1; none if no line is to blame.
    pub line: Option<usize>,
    /// The fact, in lower case, without a full stop.
    pub message: String,
}

impl std::error::Error for AdapterError {}

impl fmt::Display for AdapterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl Adapter {
    /// Reads the text of an adapter file; the error names the line.
    pub fn parse(text: &str) -> Result<Adapter, AdapterError> {
        let adapter: Adapter = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            // Not `to_string`: that draws the line of the file below the message, and front ends
            // print one line for each error.
            AdapterError { line, message: error.message().to_owned() }
        })?;
        adapter.checked()
    }

    /// The adapter, if its rules are possible.
    pub fn checked(self) -> Result<Adapter, AdapterError> {
        let refuse = |message: &str| Err(AdapterError { line: None, message: message.to_owned() });
        // From here on: values that have the right type and no meaning. Serde has refused the rest,
        // with a line.
        match self.rules.side {
            None | Some(4 | 9) => {}
            Some(_) => return refuse("`side` is 4 or 9"),
        }
        if self.rules.first.is_some_and(|first| first > 2) {
            return refuse("`first` is 1, 2, or 0 for chance");
        }
        if self.input.first_column.is_some_and(|first| first > 1) {
            return refuse("`first-column` is 0 or 1");
        }
        // An empty text is found between any two characters; replacing it would tear every word
        // apart.
        if self.output.skip.iter().any(String::is_empty) {
            return refuse("a text in `skip` is empty");
        }
        Ok(self)
    }

    /// Output as text, without escape sequences and what is to be skipped.
    pub fn read(&self, output: &[u8]) -> String {
        let mut text = without_escapes(&String::from_utf8_lossy(output));
        for skipped in &self.output.skip {
            // A blank in its place, so that the words on both sides do not become one.
            text = text.replace(skipped.as_str(), " ");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_adapter_is_the_default() {
        assert_eq!(Adapter::parse(""), Ok(Adapter::default()));
    }

    #[test]
    fn everything_can_be_said() {
        let text = r#"
            summary = "spring edition"
            [input]
            line-end = "cr-lf"
            form = "integers"
            before = ["Ann"]
            [output]
            skip = ["Result 1:"]
            answer = "last-word"
            yes = ["SI"]
            empty = "."
            [frame]
            x = 3
            y = 50
            step-x = 8
            step-y = 8
            one = 0xff0000
            two = 0x00ff00
            [labels]
            target = "goal"
            [rules]
            implementation = "B"
            side = 9
        "#;
        let adapter = Adapter::parse(text).expect("it is well-formed");
        assert_eq!(adapter.input.line_end, LineEnd::CrLf);
        assert_eq!(adapter.rules.implementation, TetrisitoVariant::B);
        assert_eq!(adapter.labels["target"], "goal");
        assert_eq!(adapter.read(b"Result 1: SI"), "  SI");
    }

    #[test]
    fn mistakes_have_a_line_and_say_what_is_possible() {
        let cases = [
            ("\n[input]\nline-end = \"crlf\"\n", Some(3), "unknown variant"),
            ("[output]\nskipp = []\n", Some(2), "unknown field"),
            ("[output\n", Some(1), ""),
            ("[rules]\nside = 6\n", None, "4 or 9"),
            ("[rules]\nfirst = 3\n", None, "1, 2, or 0"),
            ("[input]\nfirst-column = 2\n", None, "0 or 1"),
            ("[input]\nundo = [\"1\"]\n", Some(2), ""),
            ("[output]\nskip = [\"\"]\n", None, "empty"),
        ];
        for (text, line, words) in cases {
            let error = Adapter::parse(text).expect_err(text);
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.message.contains(words), "{text}: {error}");
        }
    }
}
