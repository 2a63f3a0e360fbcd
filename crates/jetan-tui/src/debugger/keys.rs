//! Every key of the debugger, and what it does; the help is made of this table.

use super::layout::TOOLS_KEY;
use crate::game::Key;
use crate::terminal::{CloseReason, TerminalInput};

/// The action that a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyAction {
    /// A command of the debugger's language.
    Do(&'static str),
    /// A command of which the user types the rest.
    Ask(&'static str),
    /// The cursor moves by so many rows.
    Move(isize),
    /// The cursor moves by so many pages halved.
    Page(isize),
    /// The chosen item moves sideways.
    Sideways(isize),
    /// Another pane gets the focus.
    Focus(isize),
    /// Another file is shown.
    File(isize),
    /// Back to where one was before, or forth again.
    Visited(isize),
    Breakpoint,
    Enter,
    Why,
    Watch,
    Set,
    Delete,
    Expand,
    Zoom,
    Tools,
    Base,
    Command,
    Search,
    Input,
    Follow,
    Help,
    Leave(CloseReason),
}

/// A line of the help: keys, what they ask for, and what that does.
pub(super) struct KeyBinding {
    pub(super) shown: &'static str,
    pub(super) keys: &'static [TerminalInput],
    pub(super) action: KeyAction,
    pub(super) summary: &'static str,
}

const fn char(character: char) -> TerminalInput {
    TerminalInput::Key(Key::Char(character))
}

const fn function(number: u8) -> TerminalInput {
    TerminalInput::Key(Key::Function(number))
}

const UP: TerminalInput = TerminalInput::Key(Key::Up);
const DOWN: TerminalInput = TerminalInput::Key(Key::Down);
const LEFT: TerminalInput = TerminalInput::Key(Key::Left);
const RIGHT: TerminalInput = TerminalInput::Key(Key::Right);

macro_rules! rows {
    ($($shown:literal [$($key:expr),+] $action:expr, $summary:literal;)*) => {
        pub(super) const ROWS: &[KeyBinding] = &[$(KeyBinding {
            shown: $shown,
            keys: &[$($key),+],
            action: $action,
            summary: $summary,
        }),*];
    };
}

rows! {
    "s Right F11" [char('s'), RIGHT, function(7), function(11)] KeyAction::Do("step"),
        "step";
    "S Left F8" [char('S'), LEFT, function(8)] KeyAction::Do("reverse-step"), "step back";
    "n F10" [char('n'), function(10)] KeyAction::Do("next"), "step over";
    "N" [char('N')] KeyAction::Do("reverse-next"), "step back over";
    "f" [char('f')] KeyAction::Do("finish"), "step out: run until the procedure returns";
    "F" [char('F')] KeyAction::Do("reverse-finish"), "step back out: to the call of the procedure";
    "c F5" [char('c'), function(5)] KeyAction::Do("continue"), "continue to the next stop";
    "C" [char('C')] KeyAction::Do("reverse-continue"), "continue backwards to the last stop";
    "." [char('.')] KeyAction::Do("stepi"), "step one instruction";
    "," [char(',')] KeyAction::Do("reverse-stepi"), "step back one instruction";
    "Home F12" [TerminalInput::Key(Key::Home), function(12)] KeyAction::Do("goto start"),
        "to the start";
    "End" [TerminalInput::Key(Key::End)] KeyAction::Do("goto end"), "to the end of what is known";
    "g" [char('g')] KeyAction::Ask("goto "), "go to a count, an output, a call, a write";
    "u" [char('u')] KeyAction::Visited(-1), "to where you were before";
    "Ctrl-R" [TerminalInput::Control('r')] KeyAction::Visited(1), "and forth again";
    "b Space F9" [char('b'), char(' '), function(9)] KeyAction::Breakpoint, "toggle a breakpoint";
    "Enter" [TerminalInput::Key(Key::Enter)] KeyAction::Enter,
        "source: run to here; lists: go there";
    "y" [char('y')] KeyAction::Why, "why is this value here?";
    "w" [char('w')] KeyAction::Watch, "stop when this is written";
    "=" [char('=')] KeyAction::Set, "change this";
    "d" [char('d')] KeyAction::Delete, "remove the chosen breakpoint";
    "v" [char('v')] KeyAction::Base, "show this in another base";
    "e" [char('e')] KeyAction::Expand, "instructions below each line, or not";
    "i" [char('i')] KeyAction::Input, "type input for the program";
    ":" [char(':')] KeyAction::Command, "type a command; `:help` lists them";
    "/" [char('/')] KeyAction::Search, "search in the source";
    "x" [char('x')] KeyAction::Ask("x/16w "), "show memory somewhere";
    "p" [char('p')] KeyAction::Ask("print "), "compute something";
    "k j Up Down" [char('k'), UP] KeyAction::Move(-1), "move the cursor";
    "" [char('j'), DOWN] KeyAction::Move(1), "";
    "h l" [char('h')] KeyAction::Sideways(-1), "move what is chosen sideways";
    "" [char('l')] KeyAction::Sideways(1), "";
    "PgUp PgDn" [TerminalInput::Key(Key::PageUp), TerminalInput::Control('b')] KeyAction::Page(-2),
        "by pages";
    "" [TerminalInput::Key(Key::PageDown), TerminalInput::Control('f')] KeyAction::Page(2), "";
    "Ctrl-U Ctrl-D" [TerminalInput::Control('u')] KeyAction::Page(-1), "by half pages";
    "" [TerminalInput::Control('d')] KeyAction::Page(1), "";
    "Tab 1-9 0" [TerminalInput::Key(Key::Tab)] KeyAction::Focus(1), "choose a pane";
    "" [TerminalInput::Key(Key::BackTab)] KeyAction::Focus(-1), "";
    "t" [char(TOOLS_KEY)] KeyAction::Tools, "cache, branches, pipeline or mix up to here";
    "z" [char('z')] KeyAction::Zoom, "this pane alone, or all again";
    "[ ]" [char('[')] KeyAction::File(-1), "another file";
    "" [char(']')] KeyAction::File(1), "";
    "Esc" [TerminalInput::Key(Key::Esc)] KeyAction::Follow,
        "stop a search or a run; show the program";
    "? F1" [char('?'), function(1)] KeyAction::Help, "this help";
    "q" [char('q')] KeyAction::Leave(CloseReason::Quit), "leave, if pressed twice";
    // The second is what Ctrl-\ types.
    "Ctrl-C" [TerminalInput::Control('c'), TerminalInput::Control('|')]
        KeyAction::Leave(CloseReason::Interrupted),
        "stop a search or a run; leave, if pressed twice";
}

/// The action that a key asks for.
pub(super) fn action(input: TerminalInput) -> Option<KeyAction> {
    ROWS.iter().find(|row| row.keys.contains(&input)).map(|row| row.action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        let keys: Vec<TerminalInput> = ROWS.iter().flat_map(|row| row.keys).copied().collect();
        for (idx, key) in keys.iter().enumerate() {
            assert!(!keys[..idx].contains(key), "{key:?}");
            assert!(
                !matches!(key, TerminalInput::Key(Key::Char('0'..='9'))),
                "digits choose panes"
            );
        }
    }

    #[test]
    fn every_command_of_a_key_is_one() {
        for row in ROWS {
            if let KeyAction::Do(line) | KeyAction::Ask(line) = row.action {
                let name = line.split([' ', '/']).next().unwrap_or_default();
                let rows = jetan_debug::command::COMMANDS;
                assert!(rows.iter().any(|row| row.names.contains(&name)), "{line}");
            }
        }
    }
}
