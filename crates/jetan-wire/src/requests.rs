//! Every request: its name, what it takes, what it answers, and what it does to others.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::message::request;
use crate::{
    AllRegisters, Assemble, Assembled, AtPosition, Autoplay, BelongingAnswer, BelongingQuery,
    BranchesAnswer, BranchesQuery, BreakpointList, Breakpoints, CacheAnswer, CacheQuery, CallStack,
    Cancel, Changes, CheckBegun, CheckRequest, CodeRange, CodeRows, Completions, Data,
    DatapathAnswer, Definitions, DialogClosed, DocumentChange, DocumentOutline, DrawnFrame, Edits,
    Evaluate, Evaluated, ExampleGroups, Explanation, FailureCode, FileList, FileRead, FloatAnswer,
    FloatQuery, GameList, GameRecord, GotoRequest, GradeRequest, Greeting, Hello, Highlighting,
    Hover, InFile, Jumps, Key, LabelFilter, LabelList, LessonSolution, LessonTried, Lessons,
    LineExpansion, LineHeat, LineValues, ManualIndex, ManualPages, ManualSearch, MemoryMapAnswer,
    MemoryMapQuery, MemoryRange, MemoryWords, MixAnswer, MixQuery, Move, Nothing, Open, OpenCase,
    OpenExample, OpenGame, OpenRecording, OpenableProgram, Pad, PageName, PipelineAnswer,
    PipelineQuery, Profile, ProjectRoots, RecordPart, References, Rename, ReplayRequest,
    RequestFailure, RubricFound, RubricGraded, Save, SavedStamp, Segments, SetRequest, Signature,
    SourceLine, Speed, StartRequest, Started, StepName, StepQuery, StepRequest, Strength, Switch,
    Timeline, TryLesson, TypedInput, Versus, WatchList, Watches, WhereWas, WhyLinks, WhyQuery,
};

/// The subject of a message: a section of the protocol's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageGroup {
    /// The connection and its greeting.
    Session,
    /// The folder and the examples.
    Files,
    /// Open documents.
    Documents,
    /// The questions of an editor about them.
    Editor,
    /// Starting, moving and feeding a run.
    Running,
    /// Breakpoints and watches.
    Breakpoints,
    /// Looking at the step where the run stands.
    Looking,
    /// The tools of a course.
    Tools,
    /// Checking a program against a project.
    Checking,
    /// The manual.
    Manual,
    /// Lessons: the first hour, others that come with Jetan, and that of the folder.
    Learning,
    /// The five games.
    Games,
    /// The displays of a run.
    Displays,
}

/// Something special about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestTrait {
    /// It only looks: several such can be asked for by one `look`.
    Looks,
}

/// A row of the table: everything about a request besides its types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestRow {
    /// As it is sent.
    pub name: &'static str,
    /// The subject.
    pub group: MessageGroup,
    /// The traits of the request.
    pub traits: &'static [RequestTrait],
}

impl RequestRow {
    /// Whether it only looks.
    pub fn looks(&self) -> bool {
        self.traits.contains(&RequestTrait::Looks)
    }
}

macro_rules! requests {
    ($($group:ident $name:literal $([$($trait:ident)+])? $(#[doc = $doc:literal])+
        $variant:ident($fields:ty) -> $reply:ty;)*) => {
        /// A request of a client.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Request {
            $($(#[doc = $doc])+ $variant($fields),)*
        }

        /// An answer, under the name of the request.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        // Smaller with words of 32 bits.
        #[cfg_attr(
            target_pointer_width = "64",
            expect(clippy::large_enum_variant, reason = "it is written at once and not kept")
        )]
        pub enum Reply {
            $(#[doc = concat!("The answer to `", $name, "`.")] $variant($reply),)*
        }

        /// All requests.
        pub const REQUESTS: &[RequestRow] = &[
            $(RequestRow {
                name: $name,
                group: MessageGroup::$group,
                traits: &[$($(RequestTrait::$trait),+)?],
            },)*
        ];

        impl Request {
            /// Reads the fields of a request; none if there is none of this name.
            pub(crate) fn read(
                name: &str,
                fields: Value,
            ) -> Option<Result<Request, serde_json::Error>> {
                Some(match name {
                    $($name => <$fields>::deserialize(fields).map(Request::$variant),)*
                    _ => return None,
                })
            }

            /// The row of the request.
            pub fn row(&self) -> &'static RequestRow {
                match self {
                    $(Request::$variant(_) => &RequestRow {
                        name: $name,
                        group: MessageGroup::$group,
                        traits: &[$($(RequestTrait::$trait),+)?],
                    },)*
                }
            }
        }

        /// The rows of all requests with their types, for those who describe them.
        #[cfg(test)]
        pub(crate) fn visit_requests(visitor: &mut impl crate::generated::Visitor) {
            $(visitor.request::<$fields, $reply>(MessageGroup::$group, $name, concat!($($doc),+));)*
        }
    };
}

requests! {
    Session "hello"
    /// Is the first message of every connection.
    Hello(Greeting) -> Hello;
    Session "cancel"
    /// Gives up a request that is not answered yet, or all such; they are answered as `cancelled`.
    /// If there is none, nothing happens.
    Cancel(Cancel) -> Nothing;

    Files "files"
    /// Lists the sources of the folder.
    Files(Nothing) -> FileList;
    Files "read"
    /// Reads a file of the folder.
    Read(InFile) -> FileRead;
    Files "save"
    /// Writes a file; `changed-on-disk` if it is no longer the one with this stamp, or is there
    /// although no stamp was given.
    Save(Save) -> SavedStamp;
    Files "focus"
    /// Looks whether files have changed, which a page asks for when it gets the focus.
    Focus(Nothing) -> Nothing;
    Files "examples"
    /// Lists the programs that come with Jetan.
    Examples(Nothing) -> ExampleGroups;
    Files "openExample"
    /// Gives one of them; opens nothing by itself.
    OpenExample(OpenExample) -> OpenableProgram;

    Documents "open"
    /// Opens a document; a path that is open already gets the text.
    Open(Open) -> Nothing;
    Documents "change"
    /// Changes its text.
    Change(DocumentChange) -> Nothing;
    Documents "close"
    /// Closes it.
    Close(InFile) -> Nothing;
    Documents "project"
    /// Says what is assembled together from now on. Sent before its documents are opened it spares
    /// their readers mistakes that are none. Without it each open document stands for itself, or
    /// for the document that includes it.
    Project(ProjectRoots) -> Nothing;
    Documents "belonging"
    /// Finds out what is to be assembled when a file is run.
    Belonging(BelongingQuery) -> BelongingAnswer;

    Editor "highlight"
    /// Classifies the words of a document.
    Highlight(InFile) -> Highlighting;
    Editor "hover"
    /// Tells about the word at a position.
    Hover(AtPosition) -> Hover;
    Editor "complete"
    /// Proposes what could stand there.
    Complete(AtPosition) -> Completions;
    Editor "signature"
    /// Gives the forms of the statement there.
    Signature(AtPosition) -> Signature;
    Editor "definition"
    /// Finds where a name is defined.
    Definition(AtPosition) -> Definitions;
    Editor "references"
    /// Finds where a name is used.
    References(AtPosition) -> References;
    Editor "rename"
    /// Gives the edits that rename it; `not-allowed` says why not.
    Rename(Rename) -> Edits;
    Editor "symbols"
    /// Lists what a document defines.
    Symbols(InFile) -> DocumentOutline;
    Editor "format"
    /// Gives the edits that format it.
    Format(InFile) -> Edits;
    Editor "expansion"
    /// Shows what a line became.
    Expansion(SourceLine) -> LineExpansion;

    Running "assemble"
    /// Assembles files.
    Assemble(Assemble) -> Assembled;
    Running "start"
    /// Starts a program, or is refused as `not-assembled`. Ends an earlier run; breakpoints and
    /// watches stay.
    Start(StartRequest) -> Started;
    Running "openRecording"
    /// Plays back a recording of `jetan run --record`, and stands at its end or at the step that
    /// it is about. Refused as `bad-request` if it is not a recording of this program.
    OpenRecording(OpenRecording) -> Started;
    Running "reset"
    /// Goes to the start, with a fresh recording, same options and sources as they are now.
    Reset(Nothing) -> Started;
    Running "stop"
    /// Ends the run: the state is `idle`.
    Stop(Nothing) -> Nothing;
    Running "run"
    /// Continues to the next stop.
    Run(Nothing) -> Nothing;
    Running "pause"
    /// Pauses the run, and cancels questions about it.
    Pause(Nothing) -> Nothing;
    Running "step"
    /// Executes a statement, or a single instruction.
    Step(StepRequest) -> Nothing;
    Running "over"
    /// Executes a statement with its calls, or a single instruction with its call.
    Over(StepRequest) -> Nothing;
    Running "out"
    /// Runs to the return of the innermost call.
    Out(Nothing) -> Nothing;
    Running "back"
    /// Goes a statement back, or a single instruction.
    Back(StepRequest) -> Nothing;
    Running "backOver"
    /// Goes a statement with its calls back.
    BackOver(Nothing) -> Nothing;
    Running "backOut"
    /// Goes back to the innermost call.
    BackOut(Nothing) -> Nothing;
    Running "reverse"
    /// Goes back to a breakpoint, a watched change or the beginning.
    Reverse(Nothing) -> Nothing;
    Running "goto"
    /// Goes to a step.
    Goto(GotoRequest) -> Nothing;
    Running "speed"
    /// Says how fast a run goes.
    Speed(Speed) -> Nothing;
    Running "input"
    /// Types on the console.
    Input(TypedInput) -> Nothing;
    Running "endInput"
    /// Says that nothing more is typed.
    EndInput(Nothing) -> Nothing;
    Running "key"
    /// Presses a key of the keyboard device.
    Key(Key) -> Nothing;
    Running "pad"
    /// Says which key of the lab's pad is down.
    Pad(Pad) -> Nothing;
    Running "answer"
    /// Closes a dialog.
    Answer(DialogClosed) -> Nothing;

    Breakpoints "breakpoints" [Looks]
    /// Sets all breakpoints.
    Breakpoints(BreakpointList) -> Breakpoints;
    Breakpoints "watches"
    /// Sets all watches.
    Watches(WatchList) -> Watches;

    Looking "look"
    /// Answers several requests at once: those that only look. One that fails has its error in
    /// place of its answer.
    Look(LookRequest) -> LookReplies;
    Looking "registers" [Looks]
    /// Shows all registers.
    Registers(Nothing) -> AllRegisters;
    Looking "set"
    /// Changes a register or memory.
    Set(SetRequest) -> Nothing;
    Looking "memory"
    /// Shows memory.
    Memory(MemoryRange) -> MemoryRange;
    Looking "code" [Looks]
    /// Shows instructions with their words and lines, as they are in memory now.
    Code(CodeRange) -> CodeRows;
    Looking "segments" [Looks]
    /// Shows where there is something to look at.
    Segments(Nothing) -> Segments;
    Looking "labels" [Looks]
    /// Lists the labels.
    Labels(Nothing) -> LabelList;
    Looking "stack" [Looks]
    /// Shows the stack.
    Stack(Nothing) -> MemoryWords;
    Looking "heap" [Looks]
    /// Shows what `sbrk` has given.
    Heap(Nothing) -> MemoryWords;
    Looking "calls" [Looks]
    /// Shows the calls that have not returned.
    Calls(Nothing) -> CallStack;
    Looking "jumps" [Looks]
    /// Shows the last jumps.
    Jumps(Nothing) -> Jumps;
    Looking "changes" [Looks]
    /// Shows what is other than at the last stop.
    Changes(Nothing) -> Changes;
    Looking "data" [Looks]
    /// Shows what stands at labels.
    Data(LabelFilter) -> Data;
    Looking "evaluate" [Looks]
    /// Computes an expression.
    Evaluate(Evaluate) -> Evaluated;
    Looking "why" [Looks]
    /// Finds out how something came about.
    Why(WhyQuery) -> WhyLinks;
    Looking "explain"
    /// Finds out why the run failed, or what a paused one does forever; `not-now` if it has ended
    /// as it should.
    Explain(Nothing) -> Explanation;
    Looking "timeline" [Looks]
    /// Shows the run as a bar.
    Timeline(Nothing) -> Timeline;
    Looking "whereWas" [Looks]
    /// Tells where the run stood, for a pointer over the bar.
    WhereWas(StepQuery) -> WhereWas;
    Looking "values" [Looks]
    /// Shows what the lines around here read and wrote.
    Values(InFile) -> LineValues;
    Looking "heat" [Looks]
    /// Shows how often lines were executed.
    Heat(InFile) -> LineHeat;
    Looking "profile" [Looks]
    /// Shows where the run has spent its instructions.
    Profile(Nothing) -> Profile;

    Tools "cache"
    /// Shows what caches have done so far, and what is in them.
    Cache(CacheQuery) -> CacheAnswer;
    Tools "branches"
    /// Shows how well predictors have foreseen the branches.
    Branches(BranchesQuery) -> BranchesAnswer;
    Tools "pipeline"
    /// Shows the cycles of five-stage pipelines, and their diagram around this step.
    Pipeline(PipelineQuery) -> PipelineAnswer;
    Tools "datapath" [Looks]
    /// Shows the values on the wires of the single-cycle datapath.
    Datapath(Nothing) -> DatapathAnswer;
    Tools "memoryMap"
    /// Shows which parts of memory were touched, and how often.
    MemoryMap(MemoryMapQuery) -> MemoryMapAnswer;
    Tools "mix"
    /// Counts instructions by class and format.
    Mix(MixQuery) -> MixAnswer;
    Tools "float" [Looks]
    /// Takes a floating-point pattern apart; only a register needs a run.
    Float(FloatQuery) -> FloatAnswer;

    Checking "check"
    /// Begins to check a program.
    Check(CheckRequest) -> CheckBegun;
    Checking "checkStop"
    /// Ends the check.
    CheckStop(Nothing) -> Nothing;
    Checking "openCase"
    /// Loads a failing case into the debugger, at the instruction that wrote the wrong value (of a
    /// value that was only carried on and printed, the store) or printed the wrong character, with
    /// the whole run on both sides of it. `not-now` if its run was too long to be kept.
    OpenCase(OpenCase) -> Started;
    Checking "rubric"
    /// Reads the folder's `rubric.toml`, if there is one.
    Rubric(Nothing) -> RubricFound;
    Checking "grade"
    /// Runs a program on the visible cases of the folder's rubric.
    Grade(GradeRequest) -> RubricGraded;

    Manual "manual"
    /// Lists the articles, or looks for words.
    Manual(ManualSearch) -> ManualIndex;
    Manual "page"
    /// Gives an article.
    Page(PageName) -> ManualPages;

    Learning "lessons"
    /// Lists the lessons with their steps.
    Lessons(Nothing) -> Lessons;
    Learning "tryLesson"
    /// Tries a program.
    TryLesson(TryLesson) -> LessonTried;
    Learning "lessonSolution"
    /// Gives a program that passes.
    LessonSolution(StepName) -> LessonSolution;

    Games "games"
    /// Lists what there is to play.
    Games(Nothing) -> GameList;
    Games "game"
    /// Puts a game on the table, in place of the one there is, which stays saved if it is not over.
    Game(OpenGame) -> Nothing;
    Games "play"
    /// Makes a move, or is refused as `bad-move`, which says why not.
    Play(Move) -> Nothing;
    Games "undo"
    /// Takes a move back, where the state's `can` has it.
    Undo(Nothing) -> Nothing;
    Games "redo"
    /// Makes it again.
    Redo(Nothing) -> Nothing;
    Games "hint"
    /// Asks for a hint, which comes with the state.
    Hint(Nothing) -> Nothing;
    Games "analyse"
    /// Asks for an analysis, which the state has as long as it is on.
    Analyse(Switch) -> Nothing;
    Games "mistakes"
    /// Of Sudoku: asks which digits are wrong.
    Mistakes(Nothing) -> Nothing;
    Games "solve"
    /// Of Sudoku and Tetrisito: the engine does the rest, and the game does not count.
    Solve(Nothing) -> Nothing;
    Games "level"
    /// Gives the computer another strength, from now on.
    Level(Strength) -> Nothing;
    Games "autoplay"
    /// Of 2048: the engine plays the game on the table, or some aside.
    Autoplay(Autoplay) -> Nothing;
    Games "think"
    /// Stops a thought: hint, analysis, a puzzle being made; the computer's move is thought of
    /// again when `on` is true.
    Think(Switch) -> Nothing;
    Games "replay"
    /// Puts a game on the table to be watched: one of the list, a record's text, or the game that
    /// is on the table; without the first two it goes to another move of what is watched.
    Replay(ReplayRequest) -> Nothing;
    Games "record"
    /// Gives the game on the table as text, to be shared.
    Record(RecordPart) -> GameRecord;
    Games "leave"
    /// Saves the game and clears the table.
    Leave(Nothing) -> Nothing;
    Games "versus"
    /// Starts a new game side by side with a program.
    Versus(Versus) -> Nothing;

    Displays "drawn"
    /// Says that a picture was drawn; sent without `id`.
    Drawn(DrawnFrame) -> Nothing;
}

/// Requests that are answered together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// Names, or requests as objects with `do`; at most 32.
    #[cfg_attr(test, ts(type = "(string | { do: string })[]"))]
    pub want: Vec<LookItem>,
}

/// One of several requests that are answered together.
#[derive(Clone, Debug, PartialEq)]
pub struct LookItem {
    /// The name, under which it is answered.
    pub name: String,
    /// The request, or why it is none.
    pub asked: Result<Request, RequestFailure>,
}

impl<'de> Deserialize<'de> for LookItem {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<LookItem, D::Error> {
        // By way of a value, since a name alone and an object with `do` are one list, which serde's
        // untagged enums report badly.
        let (name, fields) = match Value::deserialize(source)? {
            Value::String(name) => (name, Map::new()),
            Value::Object(mut fields) => match fields.remove("do") {
                Some(Value::String(name)) => (name, fields),
                _ => return Err(D::Error::custom("`do` is missing in `want`")),
            },
            _ => return Err(D::Error::custom("`want` has names and requests")),
        };
        // Checked while reading, so that `look` cannot change anything, whatever the workbench does
        // with it later.
        let looks = REQUESTS.iter().any(|row| row.name == name && row.looks());
        let asked = if looks {
            request(&name, fields)
        } else {
            let message = "this cannot be asked together with others";
            Err(RequestFailure::new(FailureCode::BadRequest, message))
        };
        Ok(LookItem { name, asked })
    }
}

/// The answers to several requests, by their names.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(transparent)]
pub struct LookReplies(
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))] pub BTreeMap<String, LookReply>,
);

/// One of several answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum LookReply {
    /// The answer.
    Done(Box<Reply>),
    /// There is none.
    Refused {
        /// Why.
        error: RequestFailure,
    },
}
