//! Beginning, beginning again, and saying goodbye.

use jetan_pack::ProjectFile;
use jetan_report::fold::LineFold;
use jetan_report::{human, visible};
use jetan_wire::{
    BelongingQuery, Cancel, ClockChoice, EngineChoice, FailureCode, Greeting, Nothing,
    OpenRecording, Request, RequestFailure, RunOptions, StartRequest,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::adapter::{
    AdapterHost, CommandError, CommandReply, CommandResult, DebugAdapter, PendingAction,
    RequestCall, RequestRef, ask, done, done_plainly,
};
use crate::breakpoints::exception_filters;
use crate::paths::{self, SourcePaths};
use crate::protocol::arguments::{
    CancelArguments, InitializeArguments, NoArguments, RestartArguments,
};
use crate::protocol::bodies::{Capabilities, Thread, ThreadList};
use crate::protocol::events::{
    AdapterEvent, Exited, OutputText, ProcessBegan, RunStopped, ThreadChanged,
};

/// The most folders above a program that are looked into for its project file.
const FOLDERS_MAX: usize = 8;
/// The number of the only thread.
pub(crate) const THREAD: i64 = 1;

/// The attributes of a launch configuration. Those of editors themselves (`type`, `name`) are
/// passed over.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct LaunchArguments {
    /// The source to run. If it is a part of a larger program in its folder, that is run.
    pub(crate) program: String,
    /// Further sources, assembled together with the first.
    pub(crate) files: Vec<String>,
    /// Arguments for the program, in `$a0` and `$a1`.
    pub(crate) args: Vec<String>,
    /// A file with the program's input; without it, input is typed in the debug console.
    pub(crate) input: Option<String>,
    /// A recording of `jetan run --record`, which is looked at instead of running the program.
    pub(crate) recording: Option<String>,
    /// The folder that files are read from; that of the program unless said otherwise.
    pub(crate) cwd: Option<String>,
    /// Whether it stops before the first instruction.
    pub(crate) stop_on_entry: bool,
    /// Whether it stops where the program has ended, from where steps lead back.
    pub(crate) stop_on_exit: bool,
    /// The pack whose services the program uses; at most one.
    pub(crate) packs: Vec<String>,
    /// The memory configuration.
    pub(crate) memory: Option<String>,
    /// Delayed branching.
    pub(crate) delayed_branching: bool,
    /// Self-modifying code.
    pub(crate) self_modifying: bool,
    /// Exactly as MARS.
    pub(crate) strict: bool,
    /// Whether the program starts at `main` instead of its first instruction.
    pub(crate) start_at_main: bool,
    /// The seed of the random generators.
    pub(crate) seed: Option<i64>,
    /// The time that the program sees: `real` or `virtual`.
    pub(crate) clock: ClockChoice,
    /// The engine: `auto`, `interp` or `jit`.
    pub(crate) engine: EngineChoice,
    /// The bitmap display: `WxH/UxV@BASE`, `none` or `auto`.
    pub(crate) bitmap: Option<String>,
    /// The lab's keypad and digits.
    pub(crate) lab: bool,
    /// Mars Bot.
    pub(crate) bot: bool,
    /// Whether mistakes are looked for that a run does not notice.
    pub(crate) check: bool,
    /// The form of values in registers and memory.
    pub(crate) number_format: NumberFormat,
    /// Whether breakpoints are passed over.
    pub(crate) no_debug: bool,
}

/// The form of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum NumberFormat {
    /// Signed numbers; addresses in hex.
    #[default]
    Decimal,
    /// Eight digits.
    Hex,
}

impl LaunchArguments {
    /// Whether a run that was recorded is looked at.
    pub(crate) fn is_recorded(&self) -> bool {
        self.recording.as_ref().is_some_and(|path| !path.is_empty())
    }

    /// The options of the run, without its input.
    fn options(&self) -> CommandResult<RunOptions> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let mut packs = self.packs.iter().filter(|pack| !pack.is_empty());
        let pack = packs.next().cloned();
        if packs.next().is_some() {
            return Err(CommandError::new("`packs` has one name: a program uses one pack"));
        }
        Ok(RunOptions {
            arguments: self.args.clone(),
            pack,
            memory: given(&self.memory),
            delayed: self.delayed_branching,
            smc: self.self_modifying,
            strict: self.strict,
            start_at_main: self.start_at_main,
            seed: self.seed,
            clock: self.clock,
            engine: self.engine,
            bitmap: given(&self.bitmap),
            lab: self.lab,
            bot: self.bot,
            check: self.check,
            ..RunOptions::default()
        })
    }
}

impl DebugAdapter {
    pub(crate) fn initialize(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: InitializeArguments,
    ) -> CommandResult {
        if self.client.is_some() {
            return Err(CommandError::new("`initialize` was sent before"));
        }
        self.greet(&arguments)?;
        let greeting = Greeting { protocol: jetan_wire::PROTOCOL, resume: None };
        ask!(self, call.host, Hello(greeting))?;
        done(&capabilities())
    }

    pub(crate) fn launch(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: LaunchArguments,
    ) -> CommandResult {
        if self.launch.is_some() {
            return Err(CommandError::new("a program was launched before"));
        }
        if arguments.is_recorded() {
            return self.attach(call, arguments);
        }
        self.load(&arguments, call.host)?;
        self.respond(&call.request, Ok(Value::Null));
        self.renew_points(call.host);
        self.introduce(arguments, "launch");
        Ok(CommandReply::Sent)
    }

    /// Says that there is a program, which may be given breakpoints.
    fn introduce(&mut self, arguments: LaunchArguments, start_method: &'static str) {
        let name = arguments.program.clone();
        self.launch = Some(arguments);
        let process = ProcessBegan { name, is_local_process: true, start_method, pointer_size: 32 };
        self.send(&AdapterEvent::Process(process));
        self.send_thread("started");
        // Only now: breakpoints are verified against the program that will run.
        self.send(&AdapterEvent::Initialized);
    }

    /// Looks at a run that was recorded: it is played back, and the response follows.
    pub(crate) fn attach(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: LaunchArguments,
    ) -> CommandResult {
        if self.launch.is_some() {
            return Err(CommandError::new("a program was launched before"));
        }
        if self.is_attaching() {
            return Err(CommandError::new("a recording is being played back"));
        }
        if !arguments.is_recorded() {
            let why = "`recording` is missing: the path of a file of `jetan run --record`";
            return Err(CommandError::new(why));
        }
        let (roots, options) = self.prepare(&arguments, call.host)?;
        let path = self.paths.name(arguments.recording.as_deref().unwrap_or_default());
        let open = Request::OpenRecording(OpenRecording { roots, path, options });
        let then = PendingAction::Attach(Box::new(arguments));
        self.ask_later(open, then, Some(call.request.clone()), call.host);
        Ok(CommandReply::Sent)
    }

    /// The recording is there, or cannot be used.
    pub(crate) fn attached(
        &mut self,
        request: &RequestRef,
        arguments: LaunchArguments,
        answer: Result<(), RequestFailure>,
    ) {
        if let Err(failure) = answer {
            return self.respond(request, Err(failure.into()));
        }
        self.respond(request, Ok(Value::Null));
        self.introduce(arguments, "attach");
    }

    fn send_thread(&mut self, reason: &'static str) {
        self.send(&AdapterEvent::Thread(ThreadChanged { reason, thread_id: THREAD }));
    }

    /// Assembles a program and puts it at its beginning.
    fn load(
        &mut self,
        arguments: &LaunchArguments,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<()> {
        let (roots, options) = self.prepare(arguments, host)?;
        self.begin(roots, options, host)
    }

    /// The sources of a program, and the options of its run.
    fn prepare(
        &mut self,
        arguments: &LaunchArguments,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<(Vec<String>, RunOptions)> {
        if arguments.program.is_empty() {
            return Err(CommandError::new("`program` is missing: the path of a source"));
        }
        let folder = match &arguments.cwd {
            Some(folder) if !folder.is_empty() => folder.clone(),
            _ => project_folder(&arguments.program, host),
        };
        let folder = host.open_folder(&folder).map_err(CommandError)?;
        self.paths = SourcePaths::new(&folder);
        // A program that is not in the folder of `cwd` keeps its path; one that is relative was
        // meant from there.
        let program = match (&arguments.cwd, paths::is_absolute(&arguments.program)) {
            (None, false) => last_part(&arguments.program).to_owned(),
            _ => self.paths.name(&arguments.program),
        };
        let mut options = arguments.options()?;
        if let Some(input) = arguments.input.as_deref().filter(|input| !input.is_empty()) {
            options.stdin = Some(self.read_input(input, host)?);
            options.ends_input = true;
        }
        let roots = self.roots(arguments, program, host)?;
        options.start_at_main |= roots.len() > 1;
        Ok((roots, options))
    }

    fn read_input(&mut self, path: &str, host: &mut dyn AdapterHost) -> CommandResult<String> {
        let name = self.paths.name(path);
        let file = jetan_wire::InFile { path: name };
        let read = ask!(self, host, Read(file));
        read.map(|file| file.text)
            .map_err(|CommandError(why)| CommandError(format!("{path}: {why}")))
    }

    /// The sources to assemble.
    fn roots(
        &mut self,
        arguments: &LaunchArguments,
        program: String,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<Vec<String>> {
        if !arguments.files.is_empty() {
            let others = arguments.files.iter().map(|path| self.paths.name(path));
            return Ok(std::iter::once(program).chain(others).collect());
        }
        let query = BelongingQuery { path: program, roots: Vec::new() };
        let found = ask!(self, host, Belonging(query))?;
        if let Some(why) = found.why {
            self.say(format!("{}: {why}\n", found.roots.join(", ")));
        }
        Ok(found.roots)
    }

    fn begin(
        &mut self,
        roots: Vec<String>,
        options: RunOptions,
        host: &mut dyn AdapterHost,
    ) -> CommandResult<()> {
        let start = StartRequest { roots, options, run: false };
        let Err(failure) = self.ask(Request::Start(start), host) else {
            return Ok(());
        };
        if failure.code == FailureCode::NotAssembled {
            // The diagnostics are made by the next slice.
            self.bench.advance(host);
            self.report_errors();
        }
        Err(failure.into())
    }

    /// The errors of the sources in the words of `jetan run`.
    fn report_errors(&mut self) {
        let sets = self.bench.diagnostics().filter(|(_, all)| !all.is_empty());
        let reports: Vec<(String, String, u32)> = sets
            .map(|(sources, all)| {
                let span = all[0].span;
                let file = sources.file(span.file);
                let text = human::report(all, sources, false, LineFold::NONE);
                (
                    visible::text(&text).into_owned(),
                    file.name().to_owned(),
                    file.locate(span.start).0,
                )
            })
            .collect();
        for (output, name, number) in reports {
            let source = Some(self.source(&name));
            let line = Some(self.line(number.saturating_sub(1)));
            let column = Some(self.column());
            let output = OutputText { category: "stderr", output, source, line, column };
            self.send(&AdapterEvent::Output(output));
        }
    }

    pub(crate) fn configuration_done(
        &mut self,
        call: &mut RequestCall<'_>,
        _: NoArguments,
    ) -> CommandResult {
        if self.launch.is_none() {
            return Err(CommandError::new("nothing was launched"));
        }
        if self.is_configured {
            return Err(CommandError::new("`configurationDone` was sent before"));
        }
        self.is_configured = true;
        self.respond(&call.request, Ok(Value::Null));
        self.enter(call.host);
        Ok(CommandReply::Sent)
    }

    /// Stands at the beginning, or runs.
    fn enter(&mut self, host: &mut dyn AdapterHost) {
        if self.launch.as_ref().is_some_and(LaunchArguments::is_recorded) {
            self.stand_in_recording(host);
        } else if self
            .launch
            .as_ref()
            .is_some_and(|launch| launch.stop_on_entry && !launch.no_debug)
        {
            let stopped = RunStopped {
                reason: "entry",
                thread_id: THREAD,
                all_threads_stopped: true,
                ..RunStopped::default()
            };
            self.send(&AdapterEvent::Stopped(stopped));
        } else {
            self.set_out(Request::Run(Nothing {}), Value::Null, None, host);
        }
    }

    pub(crate) fn restart(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: RestartArguments,
    ) -> CommandResult {
        let Some(launch) = self.launch.clone() else {
            return Err(CommandError::new("nothing was launched"));
        };
        let launch = match arguments.arguments {
            Some(changed) => read_launch(changed)?,
            None => launch,
        };
        if launch.is_recorded() {
            return Err(CommandError::new(
                "a recorded run has its only beginning: step back to it",
            ));
        }
        self.movement = None;
        self.load(&launch, call.host)?;
        self.launch = Some(launch);
        self.respond(&call.request, Ok(Value::Null));
        self.renew_points(call.host);
        // A client that restarts while it sets breakpoints for the first time runs when it is done.
        if self.is_configured {
            self.enter(call.host);
        }
        Ok(CommandReply::Sent)
    }

    pub(crate) fn terminate_run(
        &mut self,
        call: &mut RequestCall<'_>,
        _: NoArguments,
    ) -> CommandResult {
        self.respond(&call.request, Ok(Value::Null));
        // Refused without a run, which is just as well.
        let _ = self.ask(Request::Stop(Nothing {}), call.host);
        self.terminate();
        Ok(CommandReply::Sent)
    }

    /// There is no run any more.
    pub(crate) fn terminate(&mut self) {
        self.movement = None;
        if self.launch.take().is_some() {
            self.is_configured = false;
            self.send_thread("exited");
            self.send(&AdapterEvent::Terminated);
        }
    }

    /// The program has ended with a code, and there is nothing more to see.
    pub(crate) fn exit(&mut self, exit_code: i32) {
        self.send(&AdapterEvent::Exited(Exited { exit_code }));
        self.terminate();
    }

    pub(crate) fn disconnect(
        &mut self,
        call: &mut RequestCall<'_>,
        _: NoArguments,
    ) -> CommandResult {
        let _ = self.ask(Request::Stop(Nothing {}), call.host);
        self.movement = None;
        self.launch = None;
        self.finish();
        done_plainly()
    }

    pub(crate) fn cancel(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: CancelArguments,
    ) -> CommandResult {
        let by_progress = arguments.progress_id.and_then(|id| id.parse().ok());
        let by_request = arguments.request_id.and_then(|seq| self.pending_of(seq));
        self.respond(&call.request, Ok(Value::Null));
        if let Some(request) = by_progress.or(by_request) {
            let _ = self.ask(Request::Cancel(Cancel { request: Some(request) }), call.host);
        }
        Ok(CommandReply::Sent)
    }

    pub(crate) fn threads(&mut self, _: &mut RequestCall<'_>, _: NoArguments) -> CommandResult {
        let one = Thread { id: THREAD, name: "program" };
        done(&ThreadList { threads: if self.launch.is_some() { vec![one] } else { Vec::new() } })
    }
}

fn read_launch(changed: Map<String, Value>) -> CommandResult<LaunchArguments> {
    LaunchArguments::deserialize(Value::Object(changed))
        .map_err(|error| CommandError(format!("the arguments cannot be used: {error}")))
}

/// The folder of a program: its own, or the one above it whose project file lists it.
fn project_folder(program: &str, host: &mut dyn AdapterHost) -> String {
    let own = paths::parent(program);
    // A relative path is not followed upwards: it is not known where it begins.
    if !paths::is_absolute(program) {
        return own;
    }
    let mut folder = own.clone();
    for _ in 0..FOLDERS_MAX {
        let Ok(opened) = host.open_folder(&folder) else { break };
        let name = SourcePaths::new(&opened).name(program);
        let mut read = |name: &str| host.read(name).ok().map(|file| file.bytes);
        if let Some(project) = ProjectFile::of_folder("", &mut read) {
            let is_listed = project.roots.contains(&name);
            return if is_listed { folder } else { own };
        }
        let above = paths::parent(&folder);
        if above == folder {
            break;
        }
        folder = above;
    }
    own
}

/// The last part of a path.
fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn capabilities() -> Capabilities {
    Capabilities {
        supports_configuration_done_request: true,
        supports_function_breakpoints: true,
        supports_conditional_breakpoints: true,
        supports_hit_conditional_breakpoints: true,
        supports_evaluate_for_hovers: true,
        exception_breakpoint_filters: exception_filters(),
        supports_step_back: true,
        supports_set_variable: true,
        supports_restart_frame: true,
        supports_goto_targets_request: true,
        supports_restart_request: true,
        supports_value_formatting_options: true,
        supports_exception_info_request: true,
        supports_delayed_stack_trace_loading: true,
        supports_log_points: true,
        supports_terminate_request: true,
        supports_data_breakpoints: true,
        supports_data_breakpoint_bytes: true,
        supports_read_memory_request: true,
        supports_write_memory_request: true,
        supports_disassemble_request: true,
        supports_cancel_request: true,
        supports_set_expression: true,
        supports_stepping_granularity: true,
        supports_instruction_breakpoints: true,
        supports_exception_filter_options: true,
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::Error;
    use serde::de::{Deserializer, Error as _, Visitor};
    use serde::forward_to_deserialize_any;

    use super::*;
    use crate::commands::COMMANDS;

    /// Takes the names of the fields that a type asks for.
    struct FieldNames<'f>(&'f mut Vec<&'static str>);

    impl<'de> Deserializer<'de> for FieldNames<'_> {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            Err(Error::custom("not a struct"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            _: V,
        ) -> Result<V::Value, Error> {
            self.0.extend(fields);
            Err(Error::custom("only the names are wanted"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }

    /// The first words of the rows of a table of the page, sorted.
    fn rows(table: &str) -> Vec<&'static str> {
        let page = include_str!("../../../docs/dap.md");
        let (_, after) = page.split_once(&format!("<!-- table: {table} -->")).expect("a table");
        let (inside, _) = after.split_once("<!-- end -->").expect("its end");
        let rows = inside.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let mut rows: Vec<&str> = rows.collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn the_page_has_every_attribute_of_a_launch() {
        let mut names = Vec::new();
        assert!(LaunchArguments::deserialize(FieldNames(&mut names)).is_err());
        names.sort_unstable();
        assert_eq!(rows("launch"), names);
    }

    #[test]
    fn the_page_has_every_request_of_our_own() {
        let mut own: Vec<&str> =
            COMMANDS.iter().copied().filter(|name| name.starts_with("jetan/")).collect();
        own.sort_unstable();
        assert_eq!(rows("requests"), own);
    }
}
