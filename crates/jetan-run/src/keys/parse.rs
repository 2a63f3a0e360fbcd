//! From the text of a script to its steps, or to every mistake in it.

mod token;

use jetan_isa::suggest::closest;
use jetan_order::SharedSort;

use super::{
    KeyScript, NAMED_KEYS, NESTING_MAX, STEPS_MAX, ScriptError, ScriptStep, ScriptStepKind,
    TEXT_BYTES_MAX, WAIT_MAX, named_key,
};
use token::{ScriptLexer, ScriptPosition, ScriptToken, character};

/// More mistakes than this help nobody.
const ERRORS_MAX: usize = 20;

const WAIT_HELP: &str = "write `wait 1000` (instructions), `wait 50ms` (clock), `wait frame` or \
                         `wait poll`";
const REPEAT_HELP: &str = "write `repeat 3 { … }`";
const PAD_HELP: &str = "`pad 0` to `pad 15` press a key of the keypad, `pad up` lets it go";

/// Reads a script, or gives every mistake in it, in order, the first 20 or so.
pub fn parse(text: &str) -> Result<KeyScript, Vec<ScriptError>> {
    if text.len() > TEXT_BYTES_MAX {
        // Refused before reading: positions in the script are kept in 32 bits, which this bound
        // makes safe.
        let message = format!("a script has at most {TEXT_BYTES_MAX} bytes");
        return Err(vec![ScriptPosition { line: 1, column: 1 }.error(message)]);
    }
    // Some editors mark a file as UTF-8.
    // Stripped and not treated as white space: it is only a mark at the very beginning.
    let mut parser = ScriptParser::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    while !parser.is_at_end && parser.errors.len() < ERRORS_MAX {
        parser.parse_statement();
    }
    parser.finish()
}

struct ScriptParser<'t> {
    tokens: ScriptLexer<'t>,
    /// The next token.
    token: ScriptToken<'t>,
    place: ScriptPosition,
    is_at_end: bool,
    script: KeyScript,
    blocks: Vec<OpenRepeat>,
    /// The number of steps of the innermost block so far, its repetitions written out.
    steps: u64,
    errors: Vec<ScriptError>,
}

/// A block that is not closed yet.
struct OpenRepeat {
    /// The position at which it was opened.
    place: ScriptPosition,
    /// The position of its `repeat`.
    repeat: ScriptPosition,
    first_step: usize,
    count: u32,
    steps_before: u64,
}

/// A statement that is wrong: what follows it up to its end is skipped.
type StatementResult = Result<(), ScriptError>;

impl<'t> ScriptParser<'t> {
    fn new(text: &'t str) -> ScriptParser<'t> {
        let mut parser = ScriptParser {
            tokens: ScriptLexer::of(text),
            token: ScriptToken::End,
            place: ScriptPosition { line: 1, column: 1 },
            is_at_end: false,
            script: KeyScript::default(),
            blocks: Vec::new(),
            steps: 0,
            errors: Vec::new(),
        };
        parser.advance();
        parser
    }

    fn advance(&mut self) {
        let (place, token) = self.tokens.next();
        self.place = place;
        // Without a text that is wrong, what is around it is still understood.
        // An empty text types nothing and is a complete statement, so that one wrong escape gives
        // one message.
        self.token = token.unwrap_or_else(|error| {
            self.errors.push(error);
            ScriptToken::Quoted(Vec::new())
        });
        self.is_at_end = matches!(self.token, ScriptToken::Eof);
    }

    fn parse_statement(&mut self) {
        let result = match &self.token {
            ScriptToken::End | ScriptToken::Eof => Ok(()),
            ScriptToken::Close => self.close(),
            ScriptToken::Open => Err(self.place.error("`{` without `repeat`").help(REPEAT_HELP)),
            ScriptToken::Quoted(_) => {
                self.parse_text();
                self.expect_end()
            }
            ScriptToken::Word(word) => self.parse_word(word),
        };
        // After an error everything up to the end of the statement is skipped: what follows a word
        // that is not understood would only give more errors.
        if let Err(error) = result {
            self.errors.push(error);
            self.skip();
        } else if matches!(self.token, ScriptToken::End) {
            self.advance();
        }
    }

    fn parse_word(&mut self, word: &'t str) -> StatementResult {
        let place = self.place;
        match word {
            "repeat" => return self.parse_repeat(),
            "wait" => self.parse_wait()?,
            "pad" => self.parse_pad()?,
            _ => {
                let key = key(word).map_err(|error| error.at(place))?;
                self.advance();
                self.push_keys(place, &[key]);
            }
        }
        self.expect_end()
    }

    fn parse_text(&mut self) {
        let place = self.place;
        if let ScriptToken::Quoted(keys) = std::mem::replace(&mut self.token, ScriptToken::End) {
            self.push_keys(place, &keys);
        }
        self.advance();
    }

    fn parse_wait(&mut self) -> StatementResult {
        let place = self.place;
        self.advance();
        let kind = match self.token {
            ScriptToken::Word("frame") => ScriptStepKind::WaitFrame,
            ScriptToken::Word("poll") => ScriptStepKind::WaitPoll,
            ScriptToken::Word(word) => self.wait_time(word)?,
            _ => return Err(place.error("`wait` does not say how long").help(WAIT_HELP)),
        };
        self.advance();
        // `wait 50 ms` with a space. Only after a bare number: `wait 50ms ms` is an error that
        // `expect_end` reports.
        if let (ScriptStepKind::WaitCount(time), ScriptToken::Word("ms")) = (kind, &self.token) {
            self.advance();
            self.push(place, ScriptStepKind::WaitMs(time), 1);
        } else {
            self.push(place, kind, 1);
        }
        Ok(())
    }

    fn wait_time(&self, word: &str) -> Result<ScriptStepKind, ScriptError> {
        let (digits, is_ms) = match word.strip_suffix("ms") {
            Some(digits) => (digits, true),
            None => (word, false),
        };
        match number(digits) {
            // A bound far below the end of 64 bits, so that counts, milliseconds and microseconds
            // of waits can be added without overflow.
            Some(time) if time > WAIT_MAX => {
                let help = format!("the longest is {WAIT_MAX}");
                Err(self.place.error(format!("`wait {word}` is too long")).help(help))
            }
            Some(time) if is_ms => Ok(ScriptStepKind::WaitMs(time)),
            Some(time) => Ok(ScriptStepKind::WaitCount(time)),
            None => {
                let message = format!("`{word}` is nothing to wait for");
                Err(self.place.error(message).help(WAIT_HELP))
            }
        }
    }

    fn parse_pad(&mut self) -> StatementResult {
        let place = self.place;
        self.advance();
        let ScriptToken::Word(word) = self.token else {
            return Err(place.error("`pad` does not say which key").help(PAD_HELP));
        };
        let key = match (word, number(word)) {
            ("up", _) => None,
            (_, Some(key @ 0..=15)) => Some(key as u8),
            _ => {
                let message = format!("the keypad has no key `{word}`");
                return Err(self.place.error(message).help(PAD_HELP));
            }
        };
        self.advance();
        self.push(place, ScriptStepKind::Pad(key), 1);
        Ok(())
    }

    fn parse_repeat(&mut self) -> StatementResult {
        let repeat = self.place;
        self.advance();
        let ScriptToken::Word(word) = self.token else {
            return Err(repeat.error("`repeat` does not say how often").help(REPEAT_HELP));
        };
        let Some(count) = number(word) else {
            let message = format!("`{word}` does not say how often to repeat");
            return Err(self.place.error(message).help(REPEAT_HELP));
        };
        // Compared before the cast to 32 bits below, which this bound makes lossless.
        if count > STEPS_MAX {
            let help = format!("at most {STEPS_MAX} times");
            return Err(self.place.error(format!("`repeat {word}` is too often")).help(help));
        }
        self.advance();
        self.skip_line_ends();
        if !matches!(self.token, ScriptToken::Open) {
            let message = format!("after `repeat {word}` comes `{{`");
            return Err(repeat.error(message).help(REPEAT_HELP));
        }
        self.open(repeat, count as u32)
    }

    /// The brace of a block may stand on a line of its own.
    fn skip_line_ends(&mut self) {
        while matches!(self.token, ScriptToken::End) && self.tokens.is_after_line_end() {
            self.advance();
        }
    }

    fn open(&mut self, repeat: ScriptPosition, count: u32) -> StatementResult {
        if self.blocks.len() >= NESTING_MAX {
            // Nothing after this could be understood.
            // Blocks that are open are forgotten too, or each of them would be reported as never
            // closed.
            self.is_at_end = true;
            self.blocks.clear();
            let message = format!("`repeat` can stand in `repeat` {NESTING_MAX} deep at most");
            return Err(repeat.error(message));
        }
        self.blocks.push(OpenRepeat {
            place: self.place,
            repeat,
            first_step: self.script.steps.len(),
            count,
            steps_before: self.steps,
        });
        // Steps are counted per block and multiplied when it closes; the outer count waits in
        // `steps_before`.
        self.steps = 0;
        self.script
            .steps
            .push(ScriptStep { line: repeat.line, kind: ScriptStepKind::Repeat { count, end: 0 } });
        self.advance();
        Ok(())
    }

    fn close(&mut self) -> StatementResult {
        let Some(block) = self.blocks.pop() else {
            let error = self.place.error("this `}` closes nothing");
            self.advance();
            return Err(error);
        };
        self.advance();
        let within = self.steps;
        // Saturating: sixteen nested blocks of 10^9 repetitions overflow 64 bits, and too many is
        // too many.
        let steps = within.saturating_mul(u64::from(block.count));
        self.steps = block.steps_before.saturating_add(steps);
        let end = self.script.steps.len() as u32;
        if steps == 0 {
            // A player must not go through nothing a thousand million times.
            self.script.steps.truncate(block.first_step);
        } else if let Some(ScriptStep {
            kind: ScriptStepKind::Repeat { end: unknown, .. }, ..
        }) = self.script.steps.get_mut(block.first_step)
        {
            *unknown = end;
        }
        // What is around a block that is too long is too long as well: one mistake, one message.
        if steps > STEPS_MAX && within <= STEPS_MAX {
            return Err(block.repeat.error(too_long()));
        }
        self.expect_end()
    }

    fn push_keys(&mut self, place: ScriptPosition, keys: &[u8]) {
        // A `Type` step has at least one key: a player would type the first key of the next text
        // for an empty one.
        if keys.is_empty() {
            return;
        }
        let start = self.script.typed.len() as u32;
        self.script.typed.extend_from_slice(keys);
        let end = self.script.typed.len() as u32;
        self.push(place, ScriptStepKind::Type { start, end }, keys.len() as u64);
    }

    fn push(&mut self, place: ScriptPosition, kind: ScriptStepKind, steps: u64) {
        self.script.steps.push(ScriptStep { line: place.line, kind });
        self.steps = self.steps.saturating_add(steps);
    }

    fn expect_end(&mut self) -> StatementResult {
        let message = match &self.token {
            // A brace ends a statement too (`repeat 2 { w }`), and is left for the block to take.
            ScriptToken::End | ScriptToken::Eof | ScriptToken::Close => return Ok(()),
            ScriptToken::Word(word) => format!("a `;` is missing before `{word}`"),
            ScriptToken::Quoted(_) => "a `;` is missing before this text".to_owned(),
            ScriptToken::Open => {
                return Err(self.place.error("`{` without `repeat`").help(REPEAT_HELP));
            }
        };
        Err(self.place.error(message))
    }

    /// Goes to where the next statement can begin. A block that is in the way is entered, so that
    /// its end closes it and nothing else.
    fn skip(&mut self) {
        loop {
            match self.token {
                _ if self.is_at_end => return,
                ScriptToken::End => return self.advance(),
                ScriptToken::Eof | ScriptToken::Close => return,
                ScriptToken::Open => {
                    // Once and not as often as was meant: the block is entered only to find its
                    // end, and nothing of it is ever played.
                    if let Err(error) = self.open(self.place, 1) {
                        self.errors.push(error);
                    }
                    return;
                }
                ScriptToken::Word(_) | ScriptToken::Quoted(_) => self.advance(),
            }
        }
    }

    fn finish(mut self) -> Result<KeyScript, Vec<ScriptError>> {
        if self.errors.len() < ERRORS_MAX {
            for block in &self.blocks {
                self.errors.push(block.place.error("this `{` is never closed"));
            }
        }
        // Only without other errors: of a block that was skipped the number of steps is wrong.
        if self.errors.is_empty() && self.steps > STEPS_MAX {
            self.errors.push(ScriptPosition { line: 1, column: 1 }.error(too_long()));
        }
        if self.errors.is_empty() {
            return Ok(self.script);
        }
        // Errors of blocks come at the end and those of texts in the middle of a token; people read
        // them from top to bottom.
        self.errors.shared_sort_by_key(|error| (error.line, error.column));
        self.errors.truncate(ERRORS_MAX);
        Err(self.errors)
    }
}

/// A mistake whose place is not known yet.
struct UnlocatedError(String, Option<String>);

impl UnlocatedError {
    fn at(self, place: ScriptPosition) -> ScriptError {
        ScriptError { help: self.1, ..place.error(self.0) }
    }
}

/// The character of a key that is not quoted.
fn key(word: &str) -> Result<u8, UnlocatedError> {
    let mut characters = word.chars();
    // One character is that key, whatever it is: no name is that short, and `w` must not be looked
    // up in a list.
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return character(only).ok_or_else(|| unsendable(only));
    }
    named_key(word).ok_or_else(|| {
        let names = NAMED_KEYS.iter().map(|&(name, _)| name).chain(["wait", "repeat", "pad"]);
        let help = match closest(word, names) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "to type letters one after the other, quote them: 'hello'".to_owned(),
        };
        UnlocatedError(format!("there is no key `{word}`"), Some(help))
    })
}

fn unsendable(character: char) -> UnlocatedError {
    let message = format!("the keyboard cannot type `{}`", character.escape_debug());
    UnlocatedError(message, Some("it sends one byte: the characters up to ÿ".to_owned()))
}

/// A number, of which groups of digits can be set off: `1_000_000`. Too large ones are the largest.
fn number(word: &str) -> Option<u64> {
    let digits = word.replace('_', "");
    // A digit must come first: `_` alone would pass for a number of which all digits are digits.
    let is_number = word.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

fn too_long() -> String {
    format!("this makes more than {STEPS_MAX} keys and waits")
}
