//! The line that is typed into: commands, a search, or input for the program.

use jetan_debug::command::CommandCompletion;

use crate::game::Key;
use crate::terminal::TerminalInput;

/// The longest line, in bytes; more would be refused by every command.
const LINE_BYTES_MAX: usize = 4096;
/// The most lines that are remembered.
const HISTORY_MAX: usize = 1000;

/// The purpose of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromptKind {
    Command,
    Search,
    /// It is typed into the program's console.
    Input,
}

/// The result of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PromptOutcome {
    /// The line is still being typed.
    Open,
    /// It was left.
    Left,
    /// It is complete.
    Entered(PromptKind, String),
    /// The program's input has ended.
    EndOfInput,
    /// Somebody wants to know how the line could go on.
    Complete,
}

/// A line being typed, and those before it.
#[derive(Debug, Default)]
pub(super) struct InputPrompt {
    open: Option<PromptKind>,
    text: String,
    /// The offset of the next character, in bytes.
    cursor: usize,
    history: Vec<String>,
    /// The line of the history that is looked at.
    recalled: Option<usize>,
    /// The text before history was looked at.
    draft: String,
    /// Words between which Tab changes, and the chosen one.
    words: CommandCompletion,
    chosen: Option<usize>,
}

impl InputPrompt {
    /// The purpose of the line being typed, if there is one.
    pub(super) fn kind(&self) -> Option<PromptKind> {
        self.open
    }

    /// The line, and where in it the cursor is, in bytes.
    pub(super) fn line(&self) -> (&str, usize) {
        (&self.text, self.cursor)
    }

    /// The completions of the last word, and the one that stands in the line.
    pub(super) fn candidates(&self) -> (&[String], Option<usize>) {
        (&self.words.words, self.chosen)
    }

    /// Begins a line with some text.
    pub(super) fn ask(&mut self, kind: PromptKind, text: &str) {
        let history = std::mem::take(&mut self.history);
        *self = InputPrompt { open: Some(kind), history, ..InputPrompt::default() };
        self.replace(text);
    }

    /// Leaves the line.
    pub(super) fn leave(&mut self) {
        self.open = None;
        self.text.clear();
        self.cursor = 0;
    }

    /// Takes a key.
    pub(super) fn press(&mut self, input: TerminalInput) -> PromptOutcome {
        // Any key but Tab accepts the word that stands there.
        if input != TerminalInput::Key(Key::Tab) && input != TerminalInput::Key(Key::BackTab) {
            self.words = CommandCompletion::default();
            self.chosen = None;
        }
        match input {
            TerminalInput::Key(Key::Esc) | TerminalInput::Control('c' | 'g') => {
                self.leave();
                return PromptOutcome::Left;
            }
            TerminalInput::Key(Key::Enter) => return self.enter(),
            // A pasted end of line must not execute a command that nobody has read yet.
            TerminalInput::Pasted('\n') => self.insert(' '),
            // Deleting beyond the start leaves the line, as in vi and less.
            TerminalInput::Key(Key::Backspace) | TerminalInput::Control('h')
                if self.text.is_empty() =>
            {
                self.leave();
                return PromptOutcome::Left;
            }
            TerminalInput::Control('d')
                if self.text.is_empty() && self.open == Some(PromptKind::Input) =>
            {
                self.leave();
                return PromptOutcome::EndOfInput;
            }
            TerminalInput::Key(Key::Tab) if self.words.words.is_empty() => {
                return PromptOutcome::Complete;
            }
            TerminalInput::Key(Key::Tab) => self.choose(1),
            TerminalInput::Key(Key::BackTab) => {
                self.choose(self.words.words.len().saturating_sub(1));
            }
            TerminalInput::Key(Key::Up) | TerminalInput::Control('p') => self.recall(true),
            TerminalInput::Key(Key::Down) | TerminalInput::Control('n') => self.recall(false),
            TerminalInput::Key(Key::Char(character)) | TerminalInput::Pasted(character) => {
                self.insert(character);
            }
            _ => self.edit(input),
        }
        PromptOutcome::Open
    }

    /// Keys that move in the line or take something out of it, as shells have them.
    fn edit(&mut self, input: TerminalInput) {
        match input {
            TerminalInput::Key(Key::Left) | TerminalInput::Control('b') => {
                self.cursor = self.before();
            }
            TerminalInput::Key(Key::Right) | TerminalInput::Control('f') => {
                self.cursor = self.after();
            }
            TerminalInput::Key(Key::Home) | TerminalInput::Control('a') => self.cursor = 0,
            TerminalInput::Key(Key::End) | TerminalInput::Control('e') => {
                self.cursor = self.text.len();
            }
            TerminalInput::Key(Key::Backspace) | TerminalInput::Control('h') => {
                let start = self.before();
                self.text.drain(start..self.cursor);
                self.cursor = start;
            }
            TerminalInput::Key(Key::Delete) | TerminalInput::Control('d') => {
                let end = self.after();
                self.text.drain(self.cursor..end);
            }
            TerminalInput::Control('u') => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            TerminalInput::Control('k') => self.text.truncate(self.cursor),
            TerminalInput::Control('w') => {
                // First the blanks, then the word, as shells do it.
                let kept = self.text[..self.cursor].trim_end();
                let start = kept.rfind(char::is_whitespace).map_or(0, |at| at + 1);
                self.text.drain(start..self.cursor);
                self.cursor = start;
            }
            _ => {}
        }
    }

    fn before(&self) -> usize {
        self.text[..self.cursor].char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        let next = self.text[self.cursor..].chars().next();
        self.cursor + next.map_or(0, char::len_utf8)
    }

    fn insert(&mut self, character: char) {
        if self.text.len() + character.len_utf8() <= LINE_BYTES_MAX && !character.is_control() {
            self.text.insert(self.cursor, character);
            self.cursor += character.len_utf8();
        }
    }

    fn replace(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        self.cursor = self.text.len();
    }

    fn enter(&mut self) -> PromptOutcome {
        let Some(kind) = self.open else { return PromptOutcome::Left };
        let line = std::mem::take(&mut self.text);
        self.leave();
        let is_new = self.history.last() != Some(&line);
        // Input for the program and searches are not commands, so recalling does not offer them.
        if kind == PromptKind::Command && is_new && !line.trim().is_empty() {
            self.history.push(line.clone());
            if self.history.len() > HISTORY_MAX {
                self.history.remove(0);
            }
        }
        PromptOutcome::Entered(kind, line)
    }

    /// Shows an older or a newer line that begins as the one that was typed.
    fn recall(&mut self, is_older: bool) {
        if self.open != Some(PromptKind::Command) {
            return;
        }
        if self.recalled.is_none() {
            self.draft.clone_from(&self.text);
        }
        let at = self.recalled.unwrap_or(self.history.len());
        let fits = |idx: &usize| self.history[*idx].starts_with(&self.draft);
        let found = if is_older {
            (0..at).rev().find(fits)
        } else {
            (at + 1..self.history.len()).find(fits)
        };
        match found {
            Some(idx) => {
                self.recalled = Some(idx);
                let line = self.history[idx].clone();
                self.replace(&line);
            }
            None if !is_older => {
                self.recalled = None;
                let draft = self.draft.clone();
                self.replace(&draft);
            }
            None => {}
        }
    }

    /// The text up to the cursor, which is what is completed.
    pub(super) fn completed(&self) -> &str {
        &self.text[..self.cursor]
    }

    /// Takes what the last word could be: what all have in common is typed, a single one as a
    /// whole.
    pub(super) fn complete(&mut self, words: CommandCompletion) {
        let Some(first) = words.words.first() else { return };
        let common = words.words.iter().fold(first.as_str(), |common, word| {
            let same = common.chars().zip(word.chars()).take_while(|(one, other)| one == other);
            &common[..same.map(|(one, _)| one.len_utf8()).sum()]
        });
        let is_only = words.words.len() == 1;
        let text = format!("{common}{}", if is_only { " " } else { "" });
        self.put_word(words.start, &text);
        if !is_only {
            self.words = words;
        }
    }

    fn put_word(&mut self, start: usize, text: &str) {
        if start <= self.cursor && self.text.is_char_boundary(start) {
            self.text.replace_range(start..self.cursor, text);
            self.cursor = start + text.len();
        }
    }

    fn choose(&mut self, step: usize) {
        let count = self.words.words.len();
        if count == 0 {
            return;
        }
        // BackTab passes the number of words less one, which is a step back in their cycle.
        let next = self.chosen.map_or(if step == 1 { 0 } else { count - 1 }, |at| at + step);
        self.chosen = Some(next % count);
        let word = self.words.words[next % count].clone();
        self.put_word(self.words.start, &word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(prompt: &mut InputPrompt, text: &str) {
        for character in text.chars() {
            prompt.press(TerminalInput::Key(Key::Char(character)));
        }
    }

    fn press(prompt: &mut InputPrompt, keys: &[TerminalInput]) {
        for &key in keys {
            prompt.press(key);
        }
    }

    #[test]
    fn a_line_is_edited_as_in_a_shell() {
        let mut prompt = InputPrompt::default();
        prompt.ask(PromptKind::Command, "goto ");
        typed(&mut prompt, "éà1");
        press(&mut prompt, &[TerminalInput::Key(Key::Left), TerminalInput::Key(Key::Backspace)]);
        assert_eq!(prompt.line(), ("goto é1", 7));
        press(&mut prompt, &[TerminalInput::Control('k'), TerminalInput::Control('w')]);
        assert_eq!(prompt.line(), ("goto ", 5));
        press(&mut prompt, &[TerminalInput::Key(Key::Home), TerminalInput::Key(Key::Delete)]);
        assert_eq!(prompt.line(), ("oto ", 0));
        press(&mut prompt, &[TerminalInput::Key(Key::End), TerminalInput::Control('u')]);
        assert_eq!(prompt.line(), ("", 0));
        assert_eq!(prompt.press(TerminalInput::Key(Key::Backspace)), PromptOutcome::Left);
        assert_eq!(prompt.kind(), None);
    }

    #[test]
    fn lines_come_back_by_how_they_begin() {
        let mut prompt = InputPrompt::default();
        for line in ["b main", "why $t0", "b loop", "b loop"] {
            prompt.ask(PromptKind::Command, line);
            prompt.press(TerminalInput::Key(Key::Enter));
        }
        prompt.ask(PromptKind::Command, "b");
        for expected in ["b loop", "b main", "b main"] {
            prompt.press(TerminalInput::Key(Key::Up));
            assert_eq!(prompt.line().0, expected);
        }
        press(&mut prompt, &[TerminalInput::Key(Key::Down), TerminalInput::Key(Key::Down)]);
        assert_eq!(prompt.line(), ("b", 1));
    }

    #[test]
    fn words_are_completed_as_far_as_they_agree_and_then_in_turn() {
        let words = |words: &[&str]| CommandCompletion {
            start: 2,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        };
        let mut prompt = InputPrompt::default();
        prompt.ask(PromptKind::Command, "b l");
        assert_eq!(prompt.press(TerminalInput::Key(Key::Tab)), PromptOutcome::Complete);
        prompt.complete(words(&["loop", "loop2"]));
        assert_eq!(prompt.line().0, "b loop");
        for expected in ["b loop", "b loop2", "b loop"] {
            prompt.press(TerminalInput::Key(Key::Tab));
            assert_eq!(prompt.line().0, expected);
        }
        prompt.complete(words(&["main"]));
        assert_eq!(prompt.line().0, "b main ");
        prompt.complete(words(&[]));
        assert_eq!(prompt.line().0, "b main ");
    }

    #[test]
    fn end_of_input_is_an_empty_line_of_input() {
        let mut prompt = InputPrompt::default();
        prompt.ask(PromptKind::Input, "");
        assert_eq!(prompt.press(TerminalInput::Control('d')), PromptOutcome::EndOfInput);
        prompt.ask(PromptKind::Command, "");
        assert_eq!(prompt.press(TerminalInput::Control('d')), PromptOutcome::Open);
        typed(&mut prompt, &"x".repeat(2 * LINE_BYTES_MAX));
        assert_eq!(prompt.line().0.len(), LINE_BYTES_MAX);
    }
}
