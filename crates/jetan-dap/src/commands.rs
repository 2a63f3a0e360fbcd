//! Every command, with the types of its arguments and the function that does it.

use jetan_wire::LookRequest;
use serde::Deserialize;
use serde_json::Value;

use crate::adapter::{CommandError, CommandResult, DebugAdapter, RequestCall, shown_name};
use crate::launch::LaunchArguments;
use crate::protocol::arguments::{
    CancelArguments, DataBreakpointInfoArguments, DisassembleArguments, EvaluateArguments,
    FrameArguments, GotoArguments, GotoTargetsArguments, InitializeArguments, InputArguments,
    KeyArguments, NoArguments, ReadMemoryArguments, RestartArguments, SetBreakpointsArguments,
    SetDataBreakpointsArguments, SetExceptionBreakpointsArguments, SetExpressionArguments,
    SetFunctionBreakpointsArguments, SetInstructionBreakpointsArguments, SetVariableArguments,
    StackTraceArguments, StepArguments, TimePositionArguments, VariablesArguments, WhyArguments,
    WriteMemoryArguments,
};

macro_rules! commands {
    ($($name:literal $arguments:ty, $handler:ident;)*) => {
        /// The names of all commands.
        #[cfg(test)]
        pub(crate) const COMMANDS: &[&str] = &[$($name),*];

        /// Does a request.
        pub(crate) fn execute(
            adapter: &mut DebugAdapter,
            call: &mut RequestCall<'_>,
            arguments: Value,
        ) -> CommandResult {
            match call.request.command.as_str() {
                $($name => {
                    let arguments = <$arguments>::deserialize(arguments).map_err(wrong_fields)?;
                    adapter.$handler(call, arguments)
                })*
                other => {
                    let name = shown_name(other);
                    Err(CommandError(format!("there is no command `{name}`")))
                }
            }
        }
    };
}

fn wrong_fields(error: serde_json::Error) -> CommandError {
    CommandError(format!("the arguments cannot be used: {error}"))
}

commands! {
    "initialize" InitializeArguments, initialize;
    "launch" LaunchArguments, launch;
    "attach" LaunchArguments, attach;
    "configurationDone" NoArguments, configuration_done;
    "restart" RestartArguments, restart;
    "terminate" NoArguments, terminate_run;
    "disconnect" NoArguments, disconnect;
    "cancel" CancelArguments, cancel;
    "threads" NoArguments, threads;

    "setBreakpoints" SetBreakpointsArguments, set_breakpoints;
    "setFunctionBreakpoints" SetFunctionBreakpointsArguments, set_function_breakpoints;
    "setInstructionBreakpoints" SetInstructionBreakpointsArguments, set_instruction_breakpoints;
    "dataBreakpointInfo" DataBreakpointInfoArguments, data_breakpoint_info;
    "setDataBreakpoints" SetDataBreakpointsArguments, set_data_breakpoints;
    "setExceptionBreakpoints" SetExceptionBreakpointsArguments, set_exception_breakpoints;
    "exceptionInfo" NoArguments, exception_info;

    "continue" NoArguments, go_on;
    "next" StepArguments, step_over;
    "stepIn" StepArguments, step_in;
    "stepOut" StepArguments, step_out;
    "stepBack" StepArguments, step_back;
    "reverseContinue" NoArguments, reverse_continue;
    "pause" NoArguments, pause;
    "gotoTargets" GotoTargetsArguments, goto_targets;
    "goto" GotoArguments, goto;
    "restartFrame" FrameArguments, restart_frame;

    "stackTrace" StackTraceArguments, stack_trace;
    "scopes" FrameArguments, scopes;
    "variables" VariablesArguments, variables;
    "setVariable" SetVariableArguments, set_variable;
    "setExpression" SetExpressionArguments, set_expression;
    "evaluate" EvaluateArguments, evaluate;
    "readMemory" ReadMemoryArguments, read_memory;
    "writeMemory" WriteMemoryArguments, write_memory;
    "disassemble" DisassembleArguments, disassemble;

    "jetan/why" WhyArguments, why;
    "jetan/timePosition" TimePositionArguments, time_position;
    "jetan/look" LookRequest, look;
    "jetan/displayFrame" NoArguments, display_frame;
    "jetan/findings" NoArguments, show_findings;
    "jetan/input" InputArguments, type_input;
    "jetan/key" KeyArguments, press_key;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_row_in_the_table_of_messages() {
        let table: Value =
            serde_json::from_str(include_str!("../../../testdata/dap/messages.json"))
                .expect("the table is JSON");
        let rows = table["responses"].as_object().expect("responses");
        let mut rows: Vec<&str> = rows.keys().map(String::as_str).collect();
        let mut commands = COMMANDS.to_vec();
        rows.sort_unstable();
        commands.sort_unstable();
        assert_eq!(commands, rows);
    }
}
