//! A tool of a course, with its figures up to the instruction where the run stands.

use jetan_debug::Debugger;
use jetan_debug::tool_watch::{TOOL_COMMANDS, ToolWatch};

use super::list::ListPane;

/// Instructions that are counted for a picture: more would be felt at every step.
const PICTURE_INSTRUCTIONS: u64 = 1 << 22;
/// Instructions between two questions whether to go on.
const SLICE_INSTRUCTIONS: u64 = 1 << 20;

/// The last line of figures that are not those of here yet.
pub(super) const MORE_STEPS: &str = "not counted up to here yet: Enter goes on";

/// One tool, and the settings of the others.
pub(super) struct ToolPane {
    pub(super) list: ListPane,
    /// The command of each tool, with the settings it had last.
    commands: [String; TOOL_COMMANDS.len()],
    chosen: usize,
    watch: Option<ToolWatch>,
    /// Whether the figures are those of where the run stands.
    is_whole: bool,
}

impl Default for ToolPane {
    fn default() -> ToolPane {
        let commands = TOOL_COMMANDS.map(|(name, usual)| format!("{name} {usual}"));
        let commands = commands.map(|line| line.trim_end().to_owned());
        let list = ListPane::default();
        ToolPane { list, commands, chosen: 0, watch: None, is_whole: true }
    }
}

impl ToolPane {
    /// Whether it was looked at before.
    pub(super) fn is_used(&self) -> bool {
        self.watch.is_some()
    }

    /// Shows the tool of a command from now on; whether it is a command of a tool.
    pub(super) fn choose(&mut self, line: &str) -> bool {
        let name = line.split_whitespace().next().unwrap_or_default();
        let tool = TOOL_COMMANDS.iter().position(|(command, _)| *command == name);
        let (Some(tool), Some(Ok(watch))) = (tool, ToolWatch::of_command(line)) else {
            return false;
        };
        let has_settings = line.trim() != name;
        if has_settings || tool != self.chosen || self.watch.is_none() {
            self.watch = Some(watch);
        }
        if has_settings {
            line.trim().clone_into(&mut self.commands[tool]);
        }
        self.chosen = tool;
        true
    }

    /// Another tool.
    pub(super) fn change(&mut self, by: isize) {
        let count = self.commands.len().cast_signed();
        let next = (self.chosen.cast_signed() + by).rem_euclid(count).unsigned_abs();
        let line = self.commands[next].clone();
        self.choose(&line);
    }

    /// Counts a little further, and shows what there is.
    pub(super) fn refresh(&mut self, debugger: &Debugger<'_>) {
        if self.watch.is_none() {
            self.change(0);
        }
        self.count(debugger, PICTURE_INSTRUCTIONS);
        self.show(debugger);
    }

    /// Counts up to where the run stands, as long as `goes_on` says so.
    pub(super) fn finish(&mut self, debugger: &Debugger<'_>, goes_on: &mut dyn FnMut(u64) -> bool) {
        self.count(debugger, SLICE_INSTRUCTIONS);
        while !self.is_whole && goes_on(self.watch.as_ref().map_or(0, ToolWatch::count)) {
            self.count(debugger, SLICE_INSTRUCTIONS);
        }
        self.show(debugger);
    }

    fn count(&mut self, debugger: &Debugger<'_>, instructions: u64) {
        let Some(watch) = &mut self.watch else { return };
        // A run that cannot be replayed has said so elsewhere; there is nothing more to count.
        self.is_whole = watch.approach(&debugger.timeline, instructions).unwrap_or(true);
    }

    fn show(&mut self, debugger: &Debugger<'_>) {
        let Some(watch) = &self.watch else { return };
        let head = format!("> {}  (h l other tools)", self.line());
        let mut lines = vec![head];
        lines.extend(watch.lines(&debugger.timeline, &debugger.names));
        if !self.is_whole {
            // In the place of the line that says how far it came.
            lines.pop();
            lines.push(MORE_STEPS.to_owned());
        }
        self.list.set(lines);
    }

    /// The command of the tool that is shown.
    pub(super) fn line(&self) -> &str {
        &self.commands[self.chosen]
    }
}
