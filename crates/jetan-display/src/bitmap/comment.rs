//! A display as the header comments of course files describe it.
//!
//! "Unit width in pixels: 8" and four more lines like it are the custom, in many spellings. Read
//! word by word they are simple: a subject (unit, display, base), a side, and then a number.

use jetan_isa::{MemoryMap, Mnemonic};

use super::{BitmapBase, BitmapConfig, BitmapError, flag};

/// The fewest of the five settings for a text to count as a description.
const SETTINGS_MIN: usize = 3;

/// The display that a source describes in its comments, if it does; an error if it describes one
/// that cannot be. What is left out is as in MARS.
pub fn recognise(source: &str, map: &MemoryMap) -> Option<Result<BitmapConfig, BitmapError>> {
    let mut settings = CommentSettings::default();
    let mut is_header = true;
    for line in source.lines() {
        is_header &= !is_statement(line);
        match line.split_once('#') {
            Some((_, comment)) => settings.read(comment, map),
            // Starter texts are also kept without `#`, above the program.
            None if is_header => settings.read(line, map),
            None => {}
        }
    }
    settings.config(map)
}

/// Whether a line belongs to a program: whatever its labels are called, they describe nothing.
fn is_statement(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default().trim();
    let is_name = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let labelled = code.split_once(':').filter(|(label, _)| is_name(label.trim()));
    let statement = labelled.map_or(code, |(_, statement)| statement);
    let word = statement.split_whitespace().next().unwrap_or_default();
    // MARS's mnemonics only: `begin`, `end` and `push` are words that a description may contain.
    word.starts_with('.') || Mnemonic::lookup(word).is_some()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommentSubject {
    Unit,
    Display,
    Base,
}

#[derive(Debug, Default)]
struct CommentSettings {
    unit: [Option<u32>; 2],
    display: [Option<u32>; 2],
    base: Option<u32>,
}

/// The setting that the words of a line so far are about.
#[derive(Default)]
struct CommentTopic {
    subject: Option<CommentSubject>,
    /// Width, height, or both.
    sides: [bool; 2],
    /// The side that a number after an `x` is for.
    second: bool,
}

impl CommentSettings {
    fn read(&mut self, line: &str, map: &MemoryMap) {
        let line = line.to_ascii_lowercase();
        let mut topic = CommentTopic::default();
        for word in words(&line) {
            match flag::number(word) {
                Some(number) => self.set(&mut topic, number),
                None => match word.split_once('x').map(|(a, b)| (flag::number(a), flag::number(b)))
                {
                    // "512x256" is one word; a hexadecimal address was read as a number above.
                    Some((Some(width), Some(height))) => {
                        topic.sides = [true, false];
                        self.set(&mut topic, width);
                        topic.sides = [false, true];
                        self.set(&mut topic, height);
                    }
                    _ => self.take_word(&mut topic, word, map),
                },
            }
        }
    }

    fn take_word(&mut self, topic: &mut CommentTopic, word: &str, map: &MemoryMap) {
        let about_base = topic.subject == Some(CommentSubject::Base);
        match word {
            "base" => topic.subject = Some(CommentSubject::Base),
            // "Base address for display" is still about the base.
            "display" | "screen" if !about_base => topic.subject = Some(CommentSubject::Display),
            "unit" if !about_base => topic.subject = Some(CommentSubject::Unit),
            // "Display width in pixels" is about the display: after a subject the word is only a
            // measure.
            "pixel" if topic.subject.is_none() => topic.subject = Some(CommentSubject::Unit),
            "width" => topic.sides[0] = true,
            "height" => topic.sides[1] = true,
            "x" | "by" => topic.second = true,
            _ if about_base => {
                self.base = self.base.or(named(word).map(|base| base.address(map)));
            }
            _ => {}
        }
    }

    fn set(&mut self, topic: &mut CommentTopic, number: u32) {
        let sizes = match topic.subject {
            Some(CommentSubject::Unit) => &mut self.unit,
            Some(CommentSubject::Display) => &mut self.display,
            Some(CommentSubject::Base) => {
                self.base = self.base.or(Some(number));
                // Numbers after the address are remarks, and would be taken for sizes.
                topic.subject = None;
                return;
            }
            None => return,
        };
        // "Unit size: 8 x 8" names no side: the first number is the width, the second the height.
        let sides = match (topic.sides, topic.second) {
            ([false, false], false) => [true, false],
            ([false, false], true) => [false, true],
            (sides, _) => sides,
        };
        for (size, _) in sizes.iter_mut().zip(sides).filter(|(_, is_meant)| *is_meant) {
            // The first mention counts, so that remarks further down change nothing.
            *size = size.or(Some(number));
        }
        topic.sides = [false, false];
        topic.second = false;
    }

    fn config(&self, map: &MemoryMap) -> Option<Result<BitmapConfig, BitmapError>> {
        let all = [self.unit[0], self.unit[1], self.display[0], self.display[1], self.base];
        if all.iter().flatten().count() < SETTINGS_MIN {
            return None;
        }
        let mars = BitmapConfig::of_mars(map);
        let config = BitmapConfig {
            width: self.display[0].unwrap_or(mars.width),
            height: self.display[1].unwrap_or(mars.height),
            unit_width: self.unit[0].unwrap_or(mars.unit_width),
            unit_height: self.unit[1].unwrap_or(mars.unit_height),
            base: self.base.unwrap_or(mars.base),
        };
        Some(config.checked(map))
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

fn named(word: &str) -> Option<BitmapBase> {
    match word {
        "heap" => Some(BitmapBase::Heap),
        "gp" => Some(BitmapBase::Gp),
        "static" => Some(BitmapBase::Static),
        // The words of MARS's menu: "global data", "static data", "memory map".
        "global" => Some(BitmapBase::Data),
        "mmio" | "memory" | "mapped" => Some(BitmapBase::Mmio),
        _ => None,
    }
}
