//! The effects of keys and clicks.

use jetan_debug::command;
use jetan_isa::Reg;

use super::keys::{self, KeyAction};
use super::layout::Pane;
use super::prompt::{PromptKind, PromptOutcome};
use super::source::point_at;
use super::{DebuggerApp, DebuggerJob, MORE_CALLS, MessageTone};
use crate::game::Key;
use crate::terminal::{CloseReason, TerminalInput, WheelTurn};

/// Rows that a turn of the wheel is worth.
const WHEEL_ROWS: isize = 3;

impl DebuggerApp<'_, '_> {
    /// Takes something that somebody did.
    pub fn press(&mut self, input: TerminalInput) {
        // Clicks and the wheel go to what they point at, also while something is typed.
        match input {
            TerminalInput::Click(x, y) => return self.click(x, y),
            TerminalInput::Wheel(x, y, turn) => return self.turn(x, y, turn),
            _ => {}
        }
        if self.prompt.kind().is_some() {
            return self.press_prompt(input);
        }
        if let Some(top) = self.help {
            return self.press_help(top, input);
        }
        let action = keys::action(input);
        // Any other key takes the first q back.
        self.is_leaving &= matches!(action, Some(KeyAction::Leave(_)));
        match input {
            // Digits choose panes and are not in the table of keys; a test keeps them out of it.
            TerminalInput::Key(Key::Char(digit @ '0'..='9')) => {
                if let Some(pane) = Pane::of_digit(digit) {
                    self.focus_on(pane);
                }
            }
            _ => match action {
                Some(action) => self.act(action),
                None => self.say(MessageTone::Plain, "`?` lists the keys, `:` takes commands"),
            },
        }
    }

    /// Leaves, if that was asked for before: a slip of the finger must not end a long session.
    fn leave(&mut self, ended: CloseReason) {
        if self.is_leaving {
            self.ended = Some(ended);
        }
        self.is_leaving = true;
        self.say(MessageTone::Stop, "press q again to quit; this run is not being recorded");
    }

    fn press_help(&mut self, top: usize, input: TerminalInput) {
        let by = match keys::action(input) {
            Some(KeyAction::Move(by)) => by,
            Some(KeyAction::Page(by)) => by * 5,
            _ => {
                self.help = None;
                return;
            }
        };
        // Bounded when it is drawn, where the height is known.
        self.help = Some(top.saturating_add_signed(by));
    }

    fn press_prompt(&mut self, input: TerminalInput) {
        match self.prompt.press(input) {
            PromptOutcome::Open => {}
            // The program goes on waiting where it is.
            PromptOutcome::Left => self.resumed = None,
            PromptOutcome::Complete => {
                let words = command::complete(self.debugger, self.prompt.completed());
                self.prompt.complete(words);
            }
            PromptOutcome::EndOfInput => {
                // First the end of input, then again the command that waited for it.
                self.jobs.push_back(DebuggerJob::Typed("eof".to_owned()));
                self.jobs.extend(self.resumed.take());
            }
            PromptOutcome::Entered(PromptKind::Command, line) => self.enter_command(line),
            PromptOutcome::Entered(PromptKind::Search, text) => self.search(text),
            PromptOutcome::Entered(PromptKind::Input, line) => {
                self.jobs.push_back(DebuggerJob::Typed(format!("input {line}")));
                self.jobs.extend(self.resumed.take());
                // The console was brought for the question.
                if self.screen.is_there(self.debugger.machine()) && self.focus() != Pane::Console {
                    self.bring(Pane::Screen);
                }
            }
        }
    }

    /// An empty line does the last command again, as people know it from gdb.
    fn enter_command(&mut self, line: String) {
        let line = if line.trim().is_empty() { self.last.clone() } else { Some(line) };
        let Some(line) = line else { return };
        self.last = Some(line.clone());
        self.jobs.push_back(DebuggerJob::Typed(line.trim().to_owned()));
    }

    fn search(&mut self, text: String) {
        if !text.is_empty() {
            self.searched = text;
        }
        let text = self.searched.clone();
        self.focus_on(Pane::Source);
        if text.is_empty() || !self.source.search(self.debugger, &text) {
            self.say(MessageTone::Bad, &format!("`{text}` is not in this file"));
        }
    }

    fn say(&mut self, tone: MessageTone, text: &str) {
        self.message = (tone, text.to_owned());
    }

    fn act(&mut self, action: KeyAction) {
        match action {
            KeyAction::Do(line) => {
                self.last = Some(line.to_owned());
                self.jobs.push_back(DebuggerJob::Pressed(line.to_owned()));
            }
            KeyAction::Ask(text) => self.prompt.ask(PromptKind::Command, text),
            KeyAction::Command => self.prompt.ask(PromptKind::Command, ""),
            KeyAction::Search => self.prompt.ask(PromptKind::Search, ""),
            // Whoever looks at the screen means the keyboard, not the console.
            KeyAction::Input if self.focus() == Pane::Screen => {
                self.prompt.ask(PromptKind::Command, "key ");
            }
            KeyAction::Input => self.prompt.ask(PromptKind::Input, ""),
            KeyAction::Move(by) => self.move_in(self.focus(), by, 0),
            KeyAction::Sideways(by) => self.move_in(self.focus(), 0, by),
            KeyAction::Page(halves) => {
                // Half of the source's height in every pane, so that the key means one distance
                // everywhere.
                let half = (self.source.height() / 2).max(1);
                self.move_in(self.focus(), halves * isize::from(half as i16), 0);
            }
            KeyAction::Focus(by) => self.change_focus(by),
            KeyAction::File(by) => {
                self.focus_on(Pane::Source);
                self.source.change_file(self.debugger, by);
            }
            KeyAction::Visited(by) => match self.visited.go(by) {
                Some(count) => self.jobs.push_back(DebuggerJob::Revisit(count)),
                None => self.say(MessageTone::Plain, "there is no other place that you were at"),
            },
            KeyAction::Follow => self.source.follow(self.debugger),
            KeyAction::Help => self.help = Some(0),
            KeyAction::Leave(ended) => self.leave(ended),
            KeyAction::Expand => self.source.is_expanded = !self.source.is_expanded,
            KeyAction::Tools => self.focus_on(Pane::Tools),
            KeyAction::Zoom => self.is_zoomed = !self.is_zoomed,
            KeyAction::Base => self.change_base(),
            KeyAction::Breakpoint => self.toggle(self.source.cursor),
            KeyAction::Enter => self.enter(),
            KeyAction::Why => self.about("why"),
            KeyAction::Watch => self.about("watch"),
            KeyAction::Set => self.set(),
            KeyAction::Delete => self.delete(),
        }
    }

    /// Moves what is chosen in a pane.
    fn move_in(&mut self, pane: Pane, down: isize, sideways: isize) {
        match pane {
            Pane::Source => self.source.move_by(self.debugger, down),
            Pane::Registers => self.registers.move_by(down, sideways),
            Pane::Fpu => self.fpu.move_by(down, sideways),
            Pane::Memory => self.memory.move_by(down, sideways),
            Pane::Stack => self.stack.move_by(down),
            Pane::Calls | Pane::Stops | Pane::Log => self.move_in_list(pane, down),
            Pane::Console => {
                self.console.move_by(&self.debugger.timeline, down, sideways);
            }
            Pane::Tools if sideways != 0 => {
                self.tools.change(sideways);
                self.refresh();
            }
            Pane::Tools => self.tools.list.move_by(down),
            Pane::Screen => {}
        }
    }

    /// Moves in a list, and says the whole line, for which the pane may be too narrow.
    fn move_in_list(&mut self, pane: Pane, down: isize) {
        let list = match pane {
            Pane::Calls => &mut self.calls,
            Pane::Stops => &mut self.stops,
            _ => &mut self.log,
        };
        list.move_by(down);
        if let Some(line) = list.lines.get(list.chosen) {
            self.message = (MessageTone::Plain, line.trim_start().to_owned());
        }
    }

    /// The next pane in sight takes the keys.
    fn change_focus(&mut self, by: isize) {
        let seen: Vec<Pane> =
            self.layout.groups.iter().map(|group| self.front(group.panes)).collect();
        // With one pane in sight the key goes through all there are.
        let all = if seen.len() > 1 { seen } else { Pane::ALL.to_vec() };
        let at = all.iter().position(|pane| *pane == self.focus()).unwrap_or(0);
        // Not `%`, which is negative when it goes back from the first.
        let next = (at.cast_signed() + by).rem_euclid(all.len().cast_signed()).unsigned_abs();
        self.focus_on(all[next]);
    }

    fn change_base(&mut self) {
        let (what, base) = match self.focus() {
            Pane::Fpu => (self.fpu.chosen(), self.fpu.change_base()),
            Pane::Memory => ("memory".to_owned(), self.memory.change_base()),
            Pane::Stack => ("the stack".to_owned(), self.stack.change_base()),
            _ => (self.registers.chosen(), self.registers.change_base()),
        };
        self.say(MessageTone::Plain, &format!("{what}: {base}"));
    }

    /// A breakpoint at a line, or none any more; at the next line with an instruction if this one
    /// has none.
    fn toggle(&mut self, line: u32) {
        // A bound for the search in a file whose rest has no instructions.
        let last = line.saturating_add(1000);
        let found = (line..=last).find_map(|line| self.source.address(line));
        let Some(address) = found else {
            return self.say(MessageTone::Bad, "there is no instruction at this line or after it");
        };
        let line = match point_at(self.debugger, address) {
            Some(id) => format!("delete {id}"),
            // By address: a line of a macro stands for several instructions.
            None => format!("break {address:#010x}"),
        };
        self.jobs.push_back(DebuggerJob::Pressed(line));
    }

    fn enter(&mut self) {
        let list = match self.focus() {
            Pane::Source => return self.run_to_cursor(),
            Pane::Stops => return self.switch(),
            Pane::Tools => return self.jobs.push_back(DebuggerJob::CountTools),
            Pane::Calls => &self.calls,
            Pane::Log => &self.log,
            _ => return self.about("why"),
        };
        if list.lines.get(list.chosen).is_some_and(|line| line == MORE_CALLS) {
            return self.jobs.push_back(DebuggerJob::Typed("where".to_owned()));
        }
        match list.step() {
            Some(count) => self.jobs.push_back(DebuggerJob::Pressed(format!("goto {count}"))),
            None => self.say(MessageTone::Plain, "there is nothing to jump to on this line"),
        }
    }

    fn run_to_cursor(&mut self) {
        match self.source.address(self.source.cursor) {
            Some(address) => self.jobs.push_back(DebuggerJob::RunTo(address)),
            None => self.say(MessageTone::Bad, "there is no instruction at this line"),
        }
    }

    /// Switches the chosen breakpoint off or on.
    fn switch(&mut self) {
        let Some(point) = self.debugger.points().get(self.stops.chosen) else { return };
        let word = if point.is_enabled { "disable" } else { "enable" };
        self.jobs.push_back(DebuggerJob::Pressed(format!("{word} {}", point.id)));
    }

    fn delete(&mut self) {
        let Some(point) = self.debugger.points().get(self.stops.chosen) else {
            return self.say(MessageTone::Plain, "there are no breakpoints");
        };
        if self.focus() == Pane::Stops {
            let line = format!("delete {}", point.id);
            self.jobs.push_back(DebuggerJob::Pressed(line));
        } else {
            self.say(
                MessageTone::Plain,
                "7 lists the breakpoints; `d` removes the chosen one there",
            );
        }
    }

    /// The chosen item, as a command would name it.
    fn chosen(&self) -> Option<String> {
        // `$sp` may be misaligned, and the pane shows whole words.
        let sp = self.debugger.machine().registers.get(Reg::SP) & !3;
        match self.focus() {
            Pane::Registers => Some(self.registers.chosen()),
            Pane::Fpu => Some(self.fpu.chosen()),
            Pane::Memory => Some(format!("{:#010x}", self.memory.chosen)),
            Pane::Stack => Some(format!("{:#010x}", sp.wrapping_add(4 * self.stack.chosen))),
            _ => None,
        }
    }

    /// A question about what is chosen; without anything chosen it is asked what about.
    fn about(&mut self, word: &str) {
        match (self.chosen(), self.focus()) {
            (Some(place), _) => self.jobs.push_back(DebuggerJob::Typed(format!("{word} {place}"))),
            (None, Pane::Console) if word == "why" => {
                match self.console.chosen(&self.debugger.timeline) {
                    Some(byte) => {
                        self.jobs.push_back(DebuggerJob::Typed(format!("why output {byte}")));
                    }
                    None => self.say(MessageTone::Plain, "nothing has been printed yet"),
                }
            }
            (None, _) => self.prompt.ask(PromptKind::Command, &format!("{word} ")),
        }
    }

    fn set(&mut self) {
        let text = match (self.chosen(), self.focus()) {
            // The expression language has registers by name and memory in brackets.
            (Some(place), Pane::Registers | Pane::Fpu) => format!("set {place} = "),
            (Some(place), _) => format!("set [{place}] = "),
            (None, _) => "set ".to_owned(),
        };
        self.prompt.ask(PromptKind::Command, &text);
    }

    fn click(&mut self, x: u16, y: u16) {
        if self.help.take().is_some() {
            return;
        }
        if let Some(count) = self.bar.step_at(x, y) {
            return self.jobs.push_back(DebuggerJob::Pressed(format!("goto {count}")));
        }
        if let Some((_, pane)) = self.tabs.iter().find(|(area, _)| area.contains((x, y).into())) {
            return self.focus_on(*pane);
        }
        let Some(pane) = self.pane_at(x, y) else { return };
        self.focus_on(pane);
        match pane {
            Pane::Source => {
                if let Some((line, is_margin)) = self.source.line_at(x, y) {
                    self.source.cursor = line;
                    if is_margin {
                        self.toggle(line);
                    }
                }
            }
            Pane::Registers => self.registers.click(x, y),
            Pane::Fpu => self.fpu.click(x, y),
            Pane::Memory => self.memory.click(x, y),
            Pane::Calls => self.calls.click(y),
            Pane::Stops => self.stops.click(y),
            Pane::Log => self.log.click(y),
            Pane::Tools => self.tools.list.click(y),
            Pane::Console => self.console.click(x, y),
            Pane::Stack => self.stack.click(y),
            Pane::Screen => {}
        }
    }

    fn turn(&mut self, x: u16, y: u16, turn: WheelTurn) {
        let by = if turn == WheelTurn::Up { -WHEEL_ROWS } else { WHEEL_ROWS };
        match (self.help, self.pane_at(x, y)) {
            (Some(top), _) => self.help = Some(top.saturating_add_signed(by)),
            (None, Some(pane)) => self.move_in(pane, by, 0),
            (None, None) => {}
        }
    }

    fn pane_at(&self, x: u16, y: u16) -> Option<Pane> {
        let groups = self.layout.groups.iter();
        let mut found = groups.filter(|group| group.area.contains((x, y).into()));
        found.next().map(|group| self.front(group.panes))
    }
}
