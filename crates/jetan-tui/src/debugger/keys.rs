//! Every key of the debugger, and what it does; the help is made of this table.

use crate::game::Key;
use crate::terminal::{Ended, Input};

/// The action that a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
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
    Base,
    Command,
    Search,
    Input,
    Follow,
    Help,
    Leave(Ended),
}

/// A line of the help: keys, what they ask for, and what that does.
pub(super) struct Row {
    pub(super) shown: &'static str,
    pub(super) keys: &'static [Input],
    pub(super) action: Action,
    pub(super) summary: &'static str,
}

const fn char(character: char) -> Input {
    Input::Key(Key::Char(character))
}

const fn function(number: u8) -> Input {
    Input::Key(Key::Function(number))
}

const UP: Input = Input::Key(Key::Up);
const DOWN: Input = Input::Key(Key::Down);
const LEFT: Input = Input::Key(Key::Left);
const RIGHT: Input = Input::Key(Key::Right);

macro_rules! rows {
    ($($shown:literal [$($key:expr),+] $action:expr, $summary:literal;)*) => {
        pub(super) const ROWS: &[Row] = &[$(Row {
            shown: $shown,
            keys: &[$($key),+],
            action: $action,
            summary: $summary,
        }),*];
    };
}

rows! {
    "s Right F11" [char('s'), RIGHT, function(7), function(11)] Action::Do("step"),
        "a statement forwards";
    "S Left F8" [char('S'), LEFT, function(8)] Action::Do("reverse-step"), "a statement back";
    "n F10" [char('n'), function(10)] Action::Do("next"), "forwards, calls as a whole";
    "N" [char('N')] Action::Do("reverse-next"), "back, calls as a whole";
    "f" [char('f')] Action::Do("finish"), "step out: run until the procedure returns";
    "F" [char('F')] Action::Do("reverse-finish"), "back to the call of the procedure";
    "c F5" [char('c'), function(5)] Action::Do("continue"), "run to a reason to stop";
    "C" [char('C')] Action::Do("reverse-continue"), "continue backwards to the last stop";
    "." [char('.')] Action::Do("stepi"), "an instruction forwards";
    "," [char(',')] Action::Do("reverse-stepi"), "an instruction back";
    "Home F12" [Input::Key(Key::Home), function(12)] Action::Do("goto start"), "to the start";
    "End" [Input::Key(Key::End)] Action::Do("goto end"), "to the end of what is known";
    "g" [char('g')] Action::Ask("goto "), "go to a count, an output, a call, a write";
    "u" [char('u')] Action::Visited(-1), "to where you were before";
    "Ctrl-R" [Input::Control('r')] Action::Visited(1), "and forth again";
    "b Space F9" [char('b'), char(' '), function(9)] Action::Breakpoint, "breakpoint on or off";
    "Enter" [Input::Key(Key::Enter)] Action::Enter, "source: run to here; lists: go there";
    "y" [char('y')] Action::Why, "why is this value here?";
    "w" [char('w')] Action::Watch, "stop when this is written";
    "=" [char('=')] Action::Set, "change this";
    "d" [char('d')] Action::Delete, "remove the chosen breakpoint";
    "v" [char('v')] Action::Base, "show this in another base";
    "e" [char('e')] Action::Expand, "instructions below each line, or not";
    "i" [char('i')] Action::Input, "type input for the program";
    ":" [char(':')] Action::Command, "type a command; `:help` lists them";
    "/" [char('/')] Action::Search, "search in the source";
    "x" [char('x')] Action::Ask("x/16w "), "show memory somewhere";
    "p" [char('p')] Action::Ask("print "), "compute something";
    "k j Up Down" [char('k'), UP] Action::Move(-1), "move the cursor";
    "" [char('j'), DOWN] Action::Move(1), "";
    "h l" [char('h')] Action::Sideways(-1), "move what is chosen sideways";
    "" [char('l')] Action::Sideways(1), "";
    "PgUp PgDn" [Input::Key(Key::PageUp), Input::Control('b')] Action::Page(-2), "by pages";
    "" [Input::Key(Key::PageDown), Input::Control('f')] Action::Page(2), "";
    "Ctrl-U Ctrl-D" [Input::Control('u')] Action::Page(-1), "by half pages";
    "" [Input::Control('d')] Action::Page(1), "";
    "Tab 1-9 0" [Input::Key(Key::Tab)] Action::Focus(1), "choose a pane";
    "" [Input::Key(Key::BackTab)] Action::Focus(-1), "";
    "z" [char('z')] Action::Zoom, "this pane alone, or all again";
    "[ ]" [char('[')] Action::File(-1), "another file";
    "" [char(']')] Action::File(1), "";
    "Esc" [Input::Key(Key::Esc)] Action::Follow, "stop a search or a run; show the program";
    "? F1" [char('?'), function(1)] Action::Help, "this help";
    "q" [char('q')] Action::Leave(Ended::Quit), "leave, if pressed twice";
    // The second is what Ctrl-\ types.
    "Ctrl-C" [Input::Control('c'), Input::Control('|')] Action::Leave(Ended::Interrupted),
        "stop a search or a run; leave, if pressed twice";
}

/// The action that a key asks for.
pub(super) fn action(input: Input) -> Option<Action> {
    ROWS.iter().find(|row| row.keys.contains(&input)).map(|row| row.action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        let keys: Vec<Input> = ROWS.iter().flat_map(|row| row.keys).copied().collect();
        for (idx, key) in keys.iter().enumerate() {
            assert!(!keys[..idx].contains(key), "{key:?}");
            assert!(!matches!(key, Input::Key(Key::Char('0'..='9'))), "digits choose panes");
        }
    }

    #[test]
    fn every_command_of_a_key_is_one() {
        for row in ROWS {
            if let Action::Do(line) | Action::Ask(line) = row.action {
                let name = line.split([' ', '/']).next().unwrap_or_default();
                let rows = jetan_debug::command::COMMANDS;
                assert!(rows.iter().any(|row| row.names.contains(&name)), "{line}");
            }
        }
    }
}
