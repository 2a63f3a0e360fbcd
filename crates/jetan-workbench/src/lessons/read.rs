//! Reads `lesson.toml` and the files of its steps, with every mistake at its line.

mod trial;

use jetan_pack::codes;
use jetan_pack::error::{PackError, PackErrors};
use jetan_pack::fields::{SpannedValue, TableReader, TextSpan, mismatch};
use toml::de::DeTable;

use super::lesson::{Lesson, LessonStep, StepText, TextBlock};

/// Bytes of `lesson.toml`; the first hour has a fortieth.
const LESSON_BYTES_MAX: usize = 256 << 10;
/// The most steps of a lesson.
const STEPS_MAX: usize = 100;
/// The most letters of pictures.
const COLOURS_MAX: usize = 32;
/// The most articles that a step names.
const PAGES_MAX: usize = 20;
/// Characters of a heading or a name.
const TITLE_CHARS_MAX: usize = 200;
/// Characters of the name of a step.
const NAME_CHARS_MAX: usize = 40;
/// Bytes of a file of a step.
const STEP_BYTES_MAX: usize = 128 << 10;
/// Bytes of all files of a lesson.
const ALL_BYTES_MAX: usize = 4 << 20;

/// Reads a file beside `lesson.toml`; none if it is not there.
pub(super) type StepFiles<'r> = dyn FnMut(&str) -> Option<Vec<u8>> + 'r;

/// A lesson, or everything that is wrong with it.
pub(super) fn read(text: &str, files: &mut StepFiles<'_>) -> Result<Lesson, Vec<PackError>> {
    let mistakes = PackErrors::default();
    if text.len() > LESSON_BYTES_MAX {
        bad(&mistakes, &(0..0), "lesson.toml has more than 256 KiB");
        return Err(mistakes.placed(""));
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        // Some errors are about the whole text; they are shown at its start.
        let span = error.span().unwrap_or(0..0);
        let message = error.message().lines().next().unwrap_or_default();
        mistakes.add(PackError::new(codes::SYNTAX, &span, message));
    }
    let fields = TableReader::new(root.get_ref(), 0..0, &mistakes);
    fields.allow_only(&["title", "end", "colours", "step"]);
    let title = title(&fields, "title").map(|title| title.value.to_owned());
    let end = fields.needed_if_there("end").map(|end| end.value.to_owned());
    let colours = colours(&fields);
    let tables = fields.tables("step");
    if tables.is_empty() && fields.count("step") == 0 {
        let message = "a lesson has at least one `[[step]]`";
        mistakes.add(PackError::new(codes::MISSING_KEY, &(0..0), message));
    }
    if let Some(table) = tables.get(STEPS_MAX) {
        bad(&mistakes, &table.place, format!("a lesson has at most {STEPS_MAX} steps"));
    }
    let (left, names) = (ALL_BYTES_MAX, Vec::new());
    let mut reader = StepReader { files, mistakes: &mistakes, left, colours, names };
    let steps = tables.iter().take(STEPS_MAX);
    let steps: Vec<_> = steps.filter_map(|table| reader.step(table)).collect();
    let errors = mistakes.placed(text);
    match title {
        Some(title) if errors.is_empty() => Ok(Lesson { title, end, steps }),
        _ => Err(errors),
    }
}

fn bad(mistakes: &PackErrors, place: &TextSpan, message: impl Into<String>) {
    mistakes.add(PackError::new(codes::BAD_VALUE, place, message));
}

/// A heading or a name: not empty and not long.
fn title<'t>(fields: &TableReader<'t>, key: &str) -> Option<SpannedValue<&'t str>> {
    let text = fields.needed_text(key)?;
    if text.value.chars().count() <= TITLE_CHARS_MAX {
        return Some(text);
    }
    let message = format!("`{key}` has more than {TITLE_CHARS_MAX} characters");
    bad(fields.mistakes, &text.place, message);
    None
}

fn title_if_there(fields: &TableReader, key: &str) -> Option<String> {
    fields.get(key)?;
    title(fields, key).map(|title| title.value.to_owned())
}

/// Letters of pictures and their colours.
fn colours(fields: &TableReader) -> Vec<(char, u32)> {
    let mut colours = vec![('.', 0)];
    let Some(value) = fields.get("colours") else { return colours };
    let mistakes = fields.mistakes;
    let Some(table) = TableReader::of_value(value, "colours", mistakes) else { return colours };
    for (key, _) in table.entries() {
        let mut letters = key.value.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            bad(mistakes, &key.place, "a colour is named by one letter");
            continue;
        };
        if letter == '.' || letter == '?' || letter.is_whitespace() || letter.is_control() {
            let message = "`.` is black and `?` any other colour: choose another letter";
            bad(mistakes, &key.place, message);
        } else if let Some(colour) = table.integer_in(key.value, 0, 0x00ff_ffff) {
            colours.push((letter, colour.value as u32));
        }
        if colours.len() > COLOURS_MAX {
            bad(mistakes, &key.place, format!("there are at most {COLOURS_MAX} colours"));
            break;
        }
    }
    colours
}

struct StepReader<'r, 'f> {
    files: &'r mut StepFiles<'f>,
    mistakes: &'r PackErrors,
    /// Bytes that files may still have.
    left: usize,
    colours: Vec<(char, u32)>,
    /// The names of the steps so far.
    names: Vec<String>,
}

impl StepReader<'_, '_> {
    fn step(&mut self, fields: &TableReader<'_>) -> Option<LessonStep> {
        const KEYS: [&str; 6] = ["name", "chapter", "title", "minutes", "pages", "trials"];
        fields.allow_only(&KEYS);
        let title = title(fields, "title").map(|title| title.value.to_owned());
        let chapter = title_if_there(fields, "chapter");
        let minutes = fields.integer_in("minutes", 1, 600).map(|minutes| minutes.value as u32);
        let pages = pages(fields);
        let trials = trial::trials(fields, &self.colours);
        let name = self.name(fields)?;
        let text = self.needed_file(&name, "text.md");
        let text = text.map(|text| self.text(&text, &name));
        let start = self.needed_file(&name, "start.asm");
        let solution = self.file(&name, "solution.asm");
        Some(LessonStep {
            name: name.value.to_owned(),
            chapter,
            title: title?,
            minutes,
            text: text?,
            start: start?,
            solution,
            pages,
            trials,
        })
    }

    /// The name of a step, which is that of its folder as well.
    fn name<'t>(&mut self, fields: &TableReader<'t>) -> Option<SpannedValue<&'t str>> {
        let name = fields.needed_text("name")?;
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        // It becomes the path of files: nothing that leads out of the folder can be spelled so.
        if name.value.len() > NAME_CHARS_MAX || !name.value.chars().all(is_plain) {
            let message = format!(
                "the name of a step has at most {NAME_CHARS_MAX} characters: small letters, \
                 digits and `-`"
            );
            bad(self.mistakes, &name.place, message);
            return None;
        }
        if self.names.iter().any(|known| known == name.value) {
            let message = format!("there are two steps called `{}`", name.value);
            self.mistakes.add(PackError::new(codes::NAME_TWICE, &name.place, message));
            return None;
        }
        self.names.push(name.value.to_owned());
        Some(name)
    }

    fn needed_file(&mut self, name: &SpannedValue<&str>, file: &str) -> Option<String> {
        let path = format!("{}/{file}", name.value);
        let Some(bytes) = (self.files)(&path) else {
            bad(self.mistakes, &name.place, format!("there is no file `{path}`"));
            return None;
        };
        self.text_of(bytes, &path, &name.place)
    }

    fn file(&mut self, name: &SpannedValue<&str>, file: &str) -> Option<String> {
        let path = format!("{}/{file}", name.value);
        (self.files)(&path).and_then(|bytes| self.text_of(bytes, &path, &name.place))
    }

    fn text_of(&mut self, bytes: Vec<u8>, path: &str, place: &TextSpan) -> Option<String> {
        let left = self.left.checked_sub(bytes.len());
        if bytes.len() > STEP_BYTES_MAX || left.is_none() {
            let message = format!("`{path}` is too large: 128 KiB a file, 4 MiB together");
            bad(self.mistakes, place, message);
            return None;
        }
        self.left = left.unwrap_or_default();
        let text = String::from_utf8(bytes).ok();
        if text.is_none() {
            bad(self.mistakes, place, format!("`{path}` is not valid UTF-8"));
        }
        text.map(|text| text.replace("\r\n", "\n"))
    }

    /// The parts of `text.md`: paragraphs, `# Do` with the task, and any number of `# Hint`.
    fn text(&mut self, text: &str, name: &SpannedValue<&str>) -> StepText {
        // The line end belongs to the separator: a `#` within a line is not a heading.
        let text = format!("\n{text}");
        let mut parts = text.split("\n# ");
        let mut step =
            StepText { intro: blocks(parts.next().unwrap_or_default()), ..StepText::default() };
        for part in parts {
            match part.split_once('\n').unwrap_or((part, "")) {
                ("Do", task) => step.task = blocks(task),
                ("Hint", hint) => step.hints.push(hint.trim().replace('\n', " ")),
                (heading, _) => {
                    let heading: String = heading.chars().take(NAME_CHARS_MAX).collect();
                    let message = format!("`{}/text.md` has a heading `# {heading}`", name.value);
                    let error = PackError::new(codes::BAD_VALUE, &name.place, message);
                    self.mistakes.add(error.help("the headings are `# Do` and `# Hint`"));
                }
            }
        }
        if step.task.is_empty() {
            let message = format!("`{}/text.md` has no task after `# Do`", name.value);
            bad(self.mistakes, &name.place, message);
        }
        step
    }
}

/// Paragraphs; lines that are all indented by four blanks are a program.
fn blocks(text: &str) -> Vec<TextBlock> {
    let parts = text.split("\n\n").map(|part| part.trim_matches('\n'));
    let parts = parts.filter(|part| !part.trim().is_empty());
    let block = |part: &str| {
        let code: Option<Vec<&str>> = part.lines().map(|line| line.strip_prefix("    ")).collect();
        match code {
            Some(lines) => TextBlock::Code(lines.join("\n")),
            None => TextBlock::Words(part.trim().replace('\n', " ")),
        }
    };
    parts.map(block).collect()
}

/// Articles of the manual, all of which must be there.
fn pages(fields: &TableReader<'_>) -> Vec<String> {
    let listed = fields.list("pages");
    if let Some(value) = listed.get(PAGES_MAX) {
        bad(fields.mistakes, &value.span(), format!("a step names at most {PAGES_MAX} articles"));
    }
    let mut pages = Vec::new();
    for value in listed.into_iter().take(PAGES_MAX) {
        let Some(name) = value.get_ref().as_str() else {
            fields.mistakes.add(mismatch("pages", "a list of texts in quotes", value));
            continue;
        };
        // A long text is not a name, and looking for it takes time that grows with it.
        if name.len() <= NAME_CHARS_MAX && jetan_manual::article(name).is_some() {
            pages.push(name.to_owned());
        } else {
            let shown: String = name.chars().take(NAME_CHARS_MAX).collect();
            let message = format!("the manual has no article `{shown}`");
            bad(fields.mistakes, &value.span(), message);
        }
    }
    pages
}
