/**
 * The messages of docs/protocol.md as types.
 *
 * Made from the types of crates/jetan-wire by `UPDATE_EXPECT=1 cargo test -p jetan-wire`; what is
 * written here by hand is lost.
 */

export const PROTOCOL = 1;

/** An answer. */
export interface AnswerMessage {
  /** The number of the request; null if that could not be read. */
  re: number | null;
  /** The answer itself. */
  ok: unknown;
  /** Why it is not done. */
  error?: RequestFailure;
}

/** A request that is not wanted any more. */
export interface Cancel {
  /** Its number; none is all of them. */
  request?: number;
}

/** Why a request is not done, as a word. */
export type FailureCode =
  | "unknown-request"
  | "bad-request"
  | "protocol"
  | "too-large"
  | "too-many"
  | "no-file"
  | "not-allowed"
  | "changed-on-disk"
  | "not-written"
  | "not-open"
  | "not-assembled"
  | "not-started"
  | "not-now"
  | "expression"
  | "no-place"
  | "no-page"
  | "no-lesson"
  | "no-case"
  | "no-game"
  | "bad-move"
  | "bad-game"
  | "cancelled"
  | "internal";

/** Something that a service may be able to do. */
export type Feature = "ide" | "check" | "manual" | "lessons" | "games" | "rubrics";

/** The first message of every connection. */
export interface Greeting {
  /** The version that the client speaks. */
  protocol: number;
  /** The session to be taken up again. */
  resume?: string;
}

/** Who answers. */
export interface Hello {
  /** The version that is spoken here. */
  protocol: number;
  /** The name by which a lost connection takes the session up again. */
  session: string;
  /** Whether that has happened; if not, the session is new. */
  resumed: boolean;
  /** That of Jetan. */
  version: string;
  /** Abilities besides editing, running and looking. */
  features: Feature[];
  /** The folder that is worked in. */
  workspace: Workspace;
  /** The packs that a program can ask for. */
  packs: PackName[];
}

/** The progress of a request that takes long. */
export interface JobProgress {
  /** Its number. */
  request: number;
  /** Its name. */
  name: string;
  /** The step that is being looked at, or another number that grows or falls with the work. */
  count: number;
}

/** No fields at all. */
export type Nothing = object;

/** A pack that comes with Jetan. */
export interface PackName {
  /** By which it is asked for. */
  name: string;
  /** The name that people read. */
  title: string;
}

/** Why a request is not done. */
export interface RequestFailure {
  /** The kind of reason, for programs. */
  code: FailureCode;
  /** The reason, for people. */
  message: string;
}

/** The folder that is worked in. */
export interface Workspace {
  /** The folder's name for people; none if there is no folder. */
  name?: string;
  /** Whether nothing in it can be written. */
  isReadOnly: boolean;
  /** The files that belong together, if that was said when the server was started. */
  roots: string[];
}

/** The time that a program sees. */
export type ClockChoice = "real" | "virtual";

/** An encoding of characters. */
export type Encoding = "utf-8" | "windows-1252";

/** An engine to run a program; the results are the same. */
export type EngineChoice = "auto" | "interp" | "jit";

/** A program that can be opened. */
export interface Example {
  /** By which it is asked for. */
  id: string;
  /** The name that people read. */
  title: string;
  /** A sentence. */
  summary: string;
  /** The project that it is the program of. */
  project?: string;
}

/** Examples that belong together. */
export interface ExampleGroup {
  /** The heading. */
  title: string;
  /** In the order of the menu. */
  examples: Example[];
}

/** The programs that come with Jetan. */
export interface ExampleGroups {
  /** In the order of the menu. */
  groups: ExampleGroup[];
}

/** An open document's file has another content now. */
export interface FileChanged {
  /** The file. */
  path: string;
  /** The new content; none if the file is gone. */
  stamp?: string;
}

/** A row of a listing. */
export interface FileEntry {
  /** Relative to the folder, with `/`. */
  path: string;
  /** The length in bytes. */
  size: number;
  /** Whether it cannot be written. */
  isReadOnly: boolean;
}

/** The sources of the folder and what they may read, at most 10,000. */
export interface FileList {
  /** In the order of their paths. */
  files: FileEntry[];
  /** Whether there are more. */
  isCut: boolean;
  /** Names that cannot be used, up to 20 of them. */
  unusable: string[];
}

/** A file of the folder. */
export interface FileRead {
  /** The whole text. */
  text: string;
  /** A text that is only compared: another one when the content is. */
  stamp: string;
  /** The encoding on the disk. */
  encoding: Encoding;
  /** Whether it cannot be written. */
  isReadOnly: boolean;
}

/** A file with all that is in it. */
export interface FileText {
  /** The document's name. */
  path: string;
  /** The whole text. */
  text: string;
}

/** A file. */
export interface InFile {
  /** Relative to the folder, with `/`. */
  path: string;
}

/** An example. */
export interface OpenExample {
  /** The `id` of the list. */
  example: string;
}

/** A program with what it takes to open it; nothing is opened by itself. */
export interface OpenableProgram {
  /** Everything that it needs. */
  files: FileText[];
  /** The files to assemble, the leading one first. */
  roots: string[];
  /** The options of the run. */
  options: RunOptions;
}

/** The options of a run. */
export interface RunOptions {
  /** Text that is typed at the start. */
  stdin?: string;
  /** Whether nothing follows it. */
  endsInput?: boolean;
  /** Words for the program. */
  arguments?: string[];
  /** The pack by name. */
  pack?: string;
  /** `Default`, `CompactDataAtZero` or `CompactTextAtZero`. */
  memory?: string;
  /** Delayed branching. */
  delayed?: boolean;
  /** Self-modifying code. */
  smc?: boolean;
  /** Exactly as MARS. */
  strict?: boolean;
  /** At `main` rather than at the first instruction. */
  startAtMain?: boolean;
  /** That of the random generators. */
  seed?: number;
  /** The time that the program sees. */
  clock?: ClockChoice;
  /** The engine. */
  engine?: EngineChoice;
  /** `WxH/UxV@BASE`, `none`, or `auto`. */
  bitmap?: string;
  /** Whether there is the lab's keypad with its digits. */
  lab?: boolean;
  /** Whether there is Mars Bot, which moves by a virtual clock. */
  bot?: boolean;
  /** Whether mistakes are looked for that a run does not notice. */
  check?: boolean;
}

/** A file to be written. */
export interface Save {
  /** Relative to the folder, with `/`. */
  path: string;
  /** All that is to be in it. */
  text: string;
  /** The content that it replaces; none if there is to be no such file yet. */
  stamp?: string;
}

/** The new state of a file. */
export interface SavedStamp {
  /** A text that is only compared. */
  stamp: string;
}

/** The program to be assembled when a file is run. */
export interface BelongingAnswer {
  /**
   * The files that were chosen, if it is one of them or included by one; else the larger program
   * that it is a part of; else the file itself.
   */
  roots: string[];
  /** The roots and everything that they include. */
  files: string[];
  /** The reason to think that a larger program is meant. */
  why?: string;
  /** A larger program that has mistakes or no `main`. */
  offer?: RootsOffer;
}

/** The file that is to be run. */
export interface BelongingQuery {
  /** The file that is shown. */
  path: string;
  /** The files that were chosen to be assembled together. */
  roots?: string[];
}

/** A mistake in a source. */
export interface Diagnostic {
  /** The mistake. */
  span: Span;
  /** The gravity. */
  severity: Severity;
  /** By which the manual explains it. */
  code: string;
  /** In one line. */
  message: string;
  /** A remark to be written at the place; may be empty. */
  label: string;
  /** Advice, a sentence each. */
  help: string[];
  /** Other places that matter. */
  labels: LabelledSpan[];
  /** The macros and includes that led here. */
  frames: LabelledSpan[];
  /** Edits that may mend it. */
  fixes: Fix[];
}

/**
 * The mistakes of a file; sent when their list or the version has changed, also for files that are
 * not open but belong to the project.
 */
export interface Diagnostics {
  /** The file. */
  path: string;
  /** The version of the document that it is about. */
  version?: number;
  /** In the order of the assembler. */
  items: Diagnostic[];
}

/** A document's new text: as a whole or by edits. */
export interface DocumentChange {
  /** The document's name. */
  path: string;
  /** The client's number for the new text. */
  version?: number;
  /** All that is in it. */
  text?: string;
  /** In place of `text`, each for the text as the edits before it have left it. */
  edits?: DocumentEdit[];
}

/** An edit of a document that the request names. */
export interface DocumentEdit {
  /** The part that is replaced. */
  span: Span;
  /** The new text. */
  text: string;
}

/** A way to mend a mistake. */
export interface Fix {
  /** The effect, in words. */
  title: string;
  /** All for the texts as they are. */
  edits: FileEdit[];
}

/** A part of a source, and what is said about it. */
export interface LabelledSpan {
  /** The source. */
  path: string;
  /** The part of it. */
  span: Span;
  /** A few words. */
  text: string;
}

/** A document to be opened; one that is open already gets the text. */
export interface Open {
  /** The document's name. */
  path: string;
  /** All that is in it. */
  text: string;
  /** The client's number for this text. */
  version?: number;
}

/** A program that is assembled together from now on. */
export interface ProjectRoots {
  /** The files to assemble, the leading one first. */
  roots: string[];
  /** The options of the run. */
  options?: RunOptions;
}

/** A larger program that a file is a part of. */
export interface RootsOffer {
  /** The files of the program. */
  roots: string[];
  /** The reason to think so. */
  text: string;
}

/** The gravity of a mistake. */
export type Severity = "error" | "warning";

/** A part of a text. */
export interface Span {
  /** The first character. */
  from: TextPosition;
  /** One past the last. */
  to: TextPosition;
}

/** A line and a column, both from 0; columns count UTF-16 units, as editors do. */
export type TextPosition = [number, number];

/** A position in a document. */
export interface AtPosition {
  /** The document. */
  path: string;
  /** The position in it. */
  position: TextPosition;
}

/** Something that could be written. */
export interface CompletionItem {
  /** By what it is found. */
  label: string;
  /** The text that is inserted. */
  insert: string;
  /** The kind of thing. */
  kind: CompletionKind;
  /** A remark beside it; may be empty. */
  detail: string;
  /** One sentence; may be empty. */
  summary: string;
}

/** A kind of proposal. */
export type CompletionKind =
  | "instruction"
  | "pseudo"
  | "directive"
  | "register"
  | "label"
  | "equivalent"
  | "macro"
  | "parameter"
  | "service"
  | "file";

/** Proposals for a position. */
export interface Completions {
  /** The part that each of them replaces. */
  span: Span;
  /** The likeliest first. */
  items: CompletionItem[];
  /** Whether there are more. */
  isCut: boolean;
}

/** The definitions of a name. */
export interface Definitions {
  /** Usually one. */
  places: SourceSpan[];
}

/** The symbols of a document. */
export interface DocumentOutline {
  /** In the order of the text. */
  symbols: OutlineSymbol[];
  /** Parts that can be folded. */
  folds: OutlineFold[];
}

/** Changes, all for the texts as they are. */
export interface Edits {
  /** In any order. */
  edits: FileEdit[];
}

/** An instruction in memory. */
export interface ExpandedInstruction {
  /** The address. */
  address: number;
  /** The bits of it. */
  word: number;
  /** Disassembled. */
  text: string;
}

/** An edit of one of several documents. */
export interface FileEdit {
  /** The document. */
  path: string;
  /** The part that is replaced. */
  span: Span;
  /** The new text. */
  text: string;
}

/** Parts that can be folded. */
export type FoldKind = "procedure" | "macro" | "comment" | "segment";

/** The words of a document by class. */
export interface Highlighting {
  /** The version of the document that it is about. */
  version?: number;
  /** All classes. */
  classes: WordClass[];
  /**
   * Line, first column, one past the last, and an index into `classes`: four numbers for each word.
   */
  spans: number[];
}

/** An explanation of a word; nothing if nothing is known. */
export interface Hover {
  /** The word. */
  span?: Span;
  /** The text. */
  blocks?: HoverPart[];
  /** The article of the manual that says more. */
  more?: string;
}

/** A part of a page; in texts, words between backticks are code, and nothing else is marked up. */
export type HoverPart =
  | { title: string; kind: string }
  | { text: string }
  | { code: string }
  | { table: string[][] };

/** The instructions that a line became. */
export interface LineExpansion {
  /** In their order. */
  instructions: ExpandedInstruction[];
}

/** Lines that can be folded: the first, the last, and what they are. */
export type OutlineFold = [number, number, FoldKind];

/** Something that a document defines. */
export interface OutlineSymbol {
  /** As the source spells it. */
  name: string;
  /** The kind of symbol. */
  kind: SymbolKind;
  /** A remark beside it; may be empty. */
  detail: string;
  /** The name. */
  span: Span;
  /** All of it. */
  whole: Span;
  /** The symbols inside it. */
  children: OutlineSymbol[];
}

/** A use of a name. */
export interface Reference {
  /** The source. */
  path: string;
  /** The name. */
  span: Span;
  /** Whether it is defined here. */
  isDefinition: boolean;
}

/** The uses of a name. */
export interface References {
  /** With its definitions. */
  places: Reference[];
}

/** A name to be changed everywhere. */
export interface Rename {
  /** The document. */
  path: string;
  /** A position in the name. */
  position: TextPosition;
  /** The new name. */
  name: string;
}

/** The forms of the statement at a position; nothing if it has none. */
export interface Signature {
  /** All ways to write it. */
  forms?: SignatureForm[];
  /** The first form that agrees with what was typed. */
  active?: number;
  /** The operand that is being typed. */
  operand?: number;
}

/** A way to write an instruction. */
export interface SignatureForm {
  /** The whole form. */
  label: string;
  /** The effect, in words. */
  summary: string;
  /** The operands as columns of the label: the first, and one past the last. */
  operands: [number, number][];
}

/** A line of a source. */
export interface SourceLine {
  /** The source. */
  path: string;
  /** From 0. */
  line: number;
}

/** A part of a source. */
export interface SourceSpan {
  /** The source. */
  path: string;
  /** The part of it. */
  span: Span;
}

/** A kind of symbol. */
export type SymbolKind = "procedure" | "label" | "data" | "macro" | "equivalent";

/** A class of words of a source. */
export type WordClass =
  | "comment"
  | "instruction"
  | "pseudo"
  | "directive"
  | "register"
  | "number"
  | "character"
  | "string"
  | "definition"
  | "label"
  | "macro"
  | "parameter"
  | "equivalent"
  | "unknown"
  | "punctuation"
  | "error";

/** Files to be assembled. */
export interface Assemble {
  /** The files, the leading one first. */
  roots: string[];
  /** The options of the run. */
  options?: RunOptions;
}

/** The result of assembling; diagnostics follow as events. */
export interface Assembled {
  /** Whether the program can be run. */
  ok: boolean;
  /** The number of errors. */
  errors: number;
  /** The number of warnings. */
  warnings: number;
}

/** Something that a check has found. */
export interface CheckFinding {
  /** The check. */
  check: string;
  /** A word for machines. */
  code: string;
  /** In one line. */
  message: string;
  /** The step. */
  count: number;
  /** The place to look at first comes first. */
  places: FindingPlace[];
  /** Advice. */
  help: string;
}

/** A button of a dialog. */
export type DialogButton = "yes" | "no" | "cancel";

/** The answer to a dialog: either of the two. */
export interface DialogClosed {
  /** The text that was typed. */
  text?: string;
  /** The button that was pressed. */
  button?: DialogButton;
}

/** A kind of dialog. */
export type DialogKind = "confirm" | "input" | "message";

/** The program shows a dialog; `answer` closes it. */
export interface DialogShown {
  /** The kind of question. */
  kind: DialogKind;
  /** The words of the program. */
  text: string;
  /** Of a message: 0 error, 1 information, 2 warning, 3 question. */
  level?: number;
}

/** A line that a finding is about. */
export interface FindingPlace {
  /** The source. */
  path: string;
  /** From 0. */
  line: number;
  /** A remark to be written at the line. */
  text: string;
}

/** All findings of the checks; comes whenever the list has changed. */
export interface Findings {
  /** In the order of time. */
  items: CheckFinding[];
  /**
   * Whether the checks have seen everything that is recorded; they follow the program at their own
   * pace.
   */
  isWhole: boolean;
}

/** A place in a run. */
export type Goal = number | NamedGoal | LineGoal | WriteGoal | OutputGoal | LandmarkGoal;

/** A destination. */
export interface GotoRequest {
  /** The place. */
  to: Goal;
}

/** A key of the keyboard device. */
export interface Key {
  /** A character, or a name as `KeyboardEvent.key` has it (`Enter`, `ArrowUp`, `Escape` …). */
  key: string;
}

/** A kind of stop. */
export type Landmark = "syscall" | "exception" | "output" | "frame" | "call";

/** The next stop of a kind, or the last one before this step. */
export interface LandmarkGoal {
  /** The kind of stop. */
  next: Landmark;
  /** Whether it is looked for backwards. */
  back?: boolean;
}

/** The execution of a line. */
export interface LineGoal {
  /** The source. */
  path: string;
  /** From 0. */
  line: number;
  /** For the how-manieth time; the first unless said otherwise. */
  times?: number;
}

/** A log point has said something. */
export interface LogText {
  /** The text, with its values. */
  text: string;
}

/** A place in a run that has a name. */
export type NamedGoal = "start" | "end" | "firstOutput";

/** A recorded run to be looked at. */
export interface OpenRecording {
  /** The files, the leading one first, as they were when the run was recorded. */
  roots: string[];
  /** The path of the recording. */
  path: string;
  /** The options of the run; those that the recording knows are taken from it. */
  options?: RunOptions;
}

/** The step of a printed byte. */
export interface OutputGoal {
  /** The byte of the console. */
  output: number;
}

/** A sound of a pack. */
export interface PackSound {
  /** The number of the sound. */
  id: number;
  /** The fate of the sound. */
  mode: SoundMode;
}

/** The lab's pad. */
export interface Pad {
  /** The key that is down now, 0 to 15; none without one. */
  key?: number;
}

/** Why a run stands where it stands. */
export interface PauseReason {
  /** The reason. */
  kind: ReasonKind;
  /** The breakpoint or watch, by the client's name. */
  id?: string;
  /** It in words. */
  text?: string;
}

/**
 * From byte `at` of everything that was printed the console has this text and nothing after it.
 */
export interface PrintedText {
  /** Before the end of what is shown, if the run went back in time. */
  at: number;
  /** To whom it was printed. */
  stream: Stream;
  /** At most 64 KiB. */
  text: string;
  /** Bytes before `at` that are not sent, because there were too many. */
  skipped?: number;
}

/** A reason to stand somewhere. */
export type ReasonKind =
  | "start"
  | "step"
  | "pause"
  | "case"
  | "breakpoint"
  | "watch"
  | "condition"
  | "beginning"
  | "not-found"
  | "not-in-call"
  | "travel"
  | "exit"
  | "off-the-end"
  | "fault"
  | "input"
  | "dialog"
  | "running"
  | "changed"
  | "full"
  | "internal";

/** A run that is there now. */
export interface RunBegan {
  /** The number of the run in this session, from 1. */
  number: number;
  /** The files that were assembled, the leading one first. */
  roots: string[];
  /** The name of the pack whose services it has. */
  pack?: string;
}

/** Something odd about a run. */
export interface RunNote {
  /** A word for machines. */
  code: string;
  /** A sentence. */
  message: string;
  /** The line that it is about. */
  place?: SourceLine;
}

/** All oddities of the run so far; comes when the run stands and the list has changed. */
export interface RunNotes {
  /** In the order of the program. */
  items: RunNote[];
}

/** The state of a run. */
export interface RunState {
  /** The kind of state. */
  kind: StateKind;
  /** Instructions executed since the start. */
  count: number;
  /** The last known step. */
  end: number;
  /** The address of the instruction that is next; none without a run. */
  pc?: number;
  /** The line that is executed next. */
  at?: SourceLine;
  /** The address of that instruction as label and distance. */
  label?: string;
  /** That instruction; not while it runs. */
  instruction?: string;
  /** Why it stands there. */
  reason: PauseReason;
  /** Of a run that has ended, if it said one. */
  exit?: number;
  /** Of a run that has failed. */
  fault?: FaultReport;
  /** The need of a program that waits. */
  waiting?: WaitingFor;
  /** Of a run that goes on: instructions in a second. */
  perSecond?: number;
  /** Whether the program has looked for a key of the keyboard device. */
  wantsKeys?: boolean;
}

/** Something to be heard. */
export type Sound = { kind: "note" } & SoundNote | { kind: "sound" } & PackSound;

/** The fate of a sound. */
export type SoundMode = "once" | "loop" | "stop";

/** A note of the MIDI services. */
export interface SoundNote {
  /** 60 is the middle C. */
  pitch: number;
  /** The length in milliseconds. */
  ms: number;
  /** As MIDI numbers them. */
  instrument: number;
  /** 0 to 127. */
  volume: number;
}

/** The speed of a run. */
export interface Speed {
  /** Statements in a second, 0.1 to 1,000,000; full speed without a number. */
  perSecond?: number;
}

/** A program to be run. */
export interface StartRequest {
  /** The files, the leading one first. */
  roots: string[];
  /** The options of the run. */
  options?: RunOptions;
  /** Whether it runs at once. */
  run?: boolean;
}

/** It is there. */
export interface Started {
  /** Always true. */
  ok: boolean;
}

/** A state of a run. */
export type StateKind = "idle" | "running" | "paused" | "waiting" | "ended" | "faulted";

/** The length of a motion. */
export interface StepRequest {
  /** The size of a step. */
  unit?: StepUnit;
  /** The number of steps; one unless said otherwise. */
  times?: number;
}

/** The size of a step. */
export type StepUnit = "statement" | "instruction";

/** To whom something was printed. */
export type Stream = "console" | "error" | "display";

/** Console input. */
export interface TypedInput {
  /** The line end included, if one is meant. */
  text: string;
}

/** A need of a program. */
export type WaitingFor = "input" | "dialog";

/** Before the last write. */
export interface WriteGoal {
  /** A register or an address. */
  write: string;
}

/** All services. */
export type AnyService = "any";

/** A reason to stop: a line, an address, a label, a service or exceptions. */
export interface Breakpoint {
  /** The front end's, any text of up to 64 characters. */
  id: string;
  /** The source of a line. */
  path?: string;
  /** From 0; where it will really stop, when it comes back. */
  line?: number;
  /** An instruction; where it will stop, when it comes back. */
  address?: number;
  /** A label. */
  label?: string;
  /** A service, or any. */
  service?: ServiceChoice;
  /** Whether it stops for exceptions. */
  exception?: boolean;
  /** It stops only if this is not 0. */
  condition?: string;
  /** A text with `{expressions}`, said instead of stopping. */
  log?: string;
  /** Times it is passed before it stops. */
  ignore?: number;
  /** Whether it stops anything; it does unless this is false. */
  enabled?: boolean;
  /** Whether there is such a place; said by the service. */
  isVerified?: boolean;
  /** Times it was met; said by the service. */
  hits?: number;
  /** Why it will not stop anything; said by the service. */
  message?: string;
}

/** All breakpoints; without a list they stay as they are. */
export interface BreakpointList {
  /** At most 1,000. */
  items?: Breakpoint[];
}

/** All breakpoints, each with what became of it. */
export interface Breakpoints {
  /** In the order in which they were sent. */
  items: Breakpoint[];
}

/** A breakpoint or a watch. */
export type PointItem = Breakpoint | WatchItem;

/** Breakpoints and watches after an edit or a start has moved them. */
export interface PointList {
  /** The watches after the breakpoints; they have a `place`. */
  items: PointItem[];
}

/** The services that a breakpoint is for. */
export type ServiceChoice = number | AnyService;

/** A place whose accesses stop a run. */
export interface WatchItem {
  /** The front end's, any text of up to 64 characters. */
  id: string;
  /** A place as in `why`, `screen` (of a pack), `keyboard`, `display` or `digits`. */
  place: string;
  /** The accesses it stops for. */
  on: WatchOn;
  /** The address that is watched, when it comes back. */
  address?: number;
  /** It stops only if this is not 0. */
  condition?: string;
  /** A text with `{expressions}`, said instead of stopping. */
  log?: string;
  /** Times it is passed before it stops. */
  ignore?: number;
  /** Whether it stops anything; it does unless this is false. */
  enabled?: boolean;
  /** Whether there is such a place; said by the service. */
  isVerified?: boolean;
  /** Times it was met; said by the service. */
  hits?: number;
  /** Why it will not stop anything; said by the service. */
  message?: string;
}

/** All watches; without a list they stay as they are. */
export interface WatchList {
  /** At most 1,000. */
  items?: WatchItem[];
}

/** An access that a watch stops for. */
export type WatchOn = "write" | "read" | "access";

/** All watches, each with what became of it. */
export interface Watches {
  /** In the order in which they were sent. */
  items: WatchItem[];
}

/** All registers. */
export interface AllRegisters {
  /** `$zero` to `$ra`. */
  cpu: RegisterValue[];
  /** HI. */
  hi: number;
  /** LO. */
  lo: number;
  /** The program counter. */
  pc: number;
  /** `$f0` to `$f31`. */
  fpu: FpuValue[];
  /** The condition flags of coprocessor 1, a bit each. */
  flags: number;
  /** The registers of coprocessor 0. */
  cp0: RegisterValue[];
  /** The names of those that are other than at the last stop. */
  changed: string[];
}

/** An argument of a call. */
export interface Argument {
  /** The register. */
  name: string;
  /** The bits. */
  value: number;
  /** The meaning of the bits. */
  text: string;
}

/** A procedure and where it stands. */
export interface CallFrame {
  /** The label, or the address in hex. */
  name: string;
  /** The source of the line where it stands. */
  path?: string;
  /** From 0. */
  line?: number;
  /** The instruction where it stands. */
  address: number;
  /** When. */
  count: number;
  /** Those of `$a0` to `$a3` that it takes, as they stood at the call. */
  arguments: Argument[];
  /** Registers that it has put on the stack. */
  saved: SavedRegister[];
  /** Mistakes in it, a sentence each. */
  doubts: string[];
}

/** The calls that have not returned. */
export interface CallStack {
  /** The innermost first; of a long run the nearest that are found at once. */
  frames: CallFrame[];
  /** Whether there may be more. */
  isCut: boolean;
}

/** The instructions of a chain of calls. */
export interface Chain {
  /** Procedures, the outermost first, by their place in `names`. */
  chain: number[];
  /** The instructions of the last one. */
  own: number;
}

/** A value that was another. */
export interface Changed {
  /** The name for people. */
  name: string;
  /** The debugger's name for it. */
  place: string;
  /** The value before. */
  was: HeldValue;
  /** The value now. */
  is: HeldValue;
}

/** The differences from the last stop. */
export interface Changes {
  /** The count of that stop. */
  since: number;
  /** Registers. */
  registers: Changed[];
  /** Words of memory. */
  words: Changed[];
  /** Words beyond those. */
  more: number;
}

/** Instructions to be shown. */
export interface CodeRange {
  /** The first address; around the instruction that is next without it. */
  address?: number;
  /** The number of rows, up to 1,000. */
  rows: number;
}

/** An instruction in memory. */
export interface CodeRow {
  /** The address. */
  address: number;
  /** The bits of it. */
  word: number;
  /** The basic instruction. */
  text: string;
  /** The label at this address. */
  label?: string;
  /** The line that it was assembled from. */
  at?: SourceLine;
  /** The text of that line, at its first instruction. */
  source?: string;
  /** Whether the program has stored something else there since it was loaded. */
  isChanged?: boolean;
}

/** Instructions as they are in memory now. */
export interface CodeRows {
  /** The address of the instruction that is next. */
  pc: number;
  /** The parts of memory that the program has code in, as address and number of instructions. */
  parts: [number, number][];
  /** In order of address. */
  rows: CodeRow[];
}

/** A number. */
export type Computed = number | number;

/** The data at labels. */
export interface Data {
  /** In the order of their addresses. */
  items: DataItem[];
  /** Whether there are more. */
  isCut: boolean;
}

/** The data at a label. */
export interface DataItem {
  /** The label. */
  name: string;
  /** Of the first byte. */
  address: number;
  /** The number up to the next label. */
  bytes: number;
  /** `word`, `half`, `byte`, `text`, `float` or `double`. */
  kind: string;
  /** Whether that was guessed from how it is used. */
  isGuessed: boolean;
  /** The first elements in words. */
  text: string;
}

/** Something to be computed. */
export interface Evaluate {
  /** In the words of the debugger. */
  expression: string;
}

/** The value of an expression. */
export interface Evaluated {
  /** The number. */
  value: Computed;
  /** The number as text. */
  text: string;
  /** The place that it is the address of. */
  label?: string;
}

/** A line, if it is known, and what is said about it. */
export interface ExplainedLine {
  /** The source. */
  path?: string;
  /** From 0. */
  line?: number;
  /** A remark to be written at the line. */
  text: string;
  /** When it was executed. */
  count?: number;
  /** More, a sentence each. */
  notes?: string[];
}

/**
 * Why the run failed, or what a run that was paused does forever; about the end of what is
 * recorded.
 */
export interface Explanation {
  /** That of the state, with help that fits what was found out. */
  fault?: FaultReport;
  /** The beginning of a jump into nowhere. */
  jump?: ExplainedLine;
  /** The line to look at, if it is another. */
  cause?: ExplainedLine;
  /** A loop or a chain of calls that does not end. */
  endless?: ExplainedLine;
  /** The story of a return that went wrong. */
  astray?: string;
  /** Advice, a sentence each. */
  help: string[];
  /** The calls that led there, a line each. */
  calls: string[];
  /** Those of `why` for the value that the fault is about. */
  links: WhyLink[];
}

/** Why a program failed. */
export interface FaultReport {
  /** By which the manual explains it. */
  code: string;
  /** In one line. */
  message: string;
  /** A remark to be written at the line. */
  label: string;
  /** The values that the line worked on. */
  notes: string[];
  /** Advice, a sentence each. */
  help: string[];
  /** The line. */
  place?: SourceLine;
}

/** A register of coprocessor 1 and what is in it. */
export interface FpuValue {
  /** With its `$`. */
  name: string;
  /** As they are. */
  bits: number;
  /** As a number of single precision; a text, since JSON has no words for some. */
  single: string;
  /** With the next register, as a number of double precision. */
  double?: string;
}

/** A value: a word, or a floating-point number as text. */
export type HeldValue = number | string;

/** A jump that was taken. */
export interface Jump {
  /** The step before it. */
  count: number;
  /** The jump itself, as label and distance. */
  from: string;
  /** The target, as label and distance. */
  to: string;
  /** The source of the jump. */
  path?: string;
  /** From 0. */
  line?: number;
  /** The line itself. */
  source?: string;
  /** The line where it led. */
  target?: SourceLine;
}

/** The last jumps that were taken. */
export interface Jumps {
  /** The newest first. */
  jumps: Jump[];
}

/** The labels that are wanted. */
export interface LabelFilter {
  /** A part of their names; all without it. */
  part?: string;
}

/** The labels of the program. */
export interface LabelList {
  /** In the order of their addresses. */
  labels: ProgramLabel[];
  /** Whether there are more. */
  isCut: boolean;
}

/** The instructions of a line. */
export interface LineCount {
  /** The source. */
  path: string;
  /** From 0. */
  line: number;
  /** Instructions. */
  count: number;
}

/** The executions of lines. */
export interface LineHeat {
  /** Line and count. When the program has ended, lines that were never executed have 0. */
  lines: [number, number][];
  /** Whether only the end of the run was counted. */
  isSampled: boolean;
}

/** The values of a line. */
export interface LineValue {
  /** From 0. */
  line: number;
  /** The values. */
  text: string;
}

/** Values that the lines around here read and wrote. */
export interface LineValues {
  /** In the order of the text. */
  lines: LineValue[];
}

/** A service. */
export interface LinkService {
  /** By which it is called. */
  number: number;
  /** A word for the service. */
  name: string;
}

/** The answers to several requests, by their names. */
export type LookReplies = Record<string, unknown>;

/** Requests that are answered together. */
export interface LookRequest {
  /** Names, or requests as objects with `do`; at most 32. */
  want: (string | { do: string })[];
}

/** A kind of mark on the bar of time. */
export type MarkKind = "breakpoint" | "edit" | "fault" | "input" | "key" | "output";

/** Bytes of memory; they come before the answer, as a binary message with the request's number. */
export interface MemoryRange {
  /** Of the first. */
  address: number;
  /** Their number, at most 64 KiB. */
  bytes: number;
}

/** A word of stack or heap, and what it is as far as anybody can tell. */
export interface MemoryWord {
  /** The address. */
  address: number;
  /** The bits. */
  value: number;
  /** The meaning of the word. */
  text?: string;
  /** Whether `$sp` points to it. */
  isTop?: boolean;
  /** The procedure whose frame begins with this word. */
  frame?: string;
  /** Whether it is a saved register that was overwritten. */
  isWrong?: boolean;
}

/** Words of the stack, from `$sp` upwards, or of the heap. */
export interface MemoryWords {
  /** In the order of their addresses. */
  words: MemoryWord[];
  /** Whether there are more. */
  isCut: boolean;
}

/**
 * The instructions of everything that is recorded, the largest numbers first. Counting begins when
 * it is first asked and takes its time.
 */
export interface Profile {
  /** By line. */
  lines: LineCount[];
  /** By procedure. */
  procedures: ProfiledProcedure[];
  /** The procedures of the chains. */
  names: string[];
  /** By chain of calls. */
  chains: Chain[];
  /** All instructions. */
  total: number;
  /** Whether all that is recorded has been counted; until then, ask again. */
  isWhole: boolean;
}

/** The instructions of a procedure. */
export interface ProfiledProcedure {
  /** The label. */
  name: string;
  /** Times it was called. */
  calls: number;
  /** Instructions of its own. */
  own: number;
  /** With those of the procedures that it called. */
  total: number;
  /** The source that defines it. */
  path?: string;
  /** From 0. */
  line?: number;
}

/** A label. */
export interface ProgramLabel {
  /** As the source spells it. */
  name: string;
  /** The address it stands for. */
  address: number;
  /** Whether data follows it. */
  isData: boolean;
  /** The source that defines it. */
  path: string;
  /** From 0. */
  line: number;
}

/** A register and what is in it. */
export interface RegisterValue {
  /** With its `$`. */
  name: string;
  /** By which instructions name it. */
  number: number;
  /** The bits. */
  value: number;
}

/** A register that a procedure has put on the stack. */
export interface SavedRegister {
  /** The register. */
  name: string;
  /** The address. */
  address: number;
  /** The value. */
  value: number;
  /** The value at the call. */
  expected: number;
}

/** A part of memory. */
export interface Segment {
  /** A word for its purpose. */
  name: string;
  /** Of its first byte. */
  address: number;
  /** Bytes that are worth looking at. */
  bytes: number;
}

/** Parts of memory with something to look at. */
export interface Segments {
  /** In the order of their names. */
  segments: Segment[];
  /** The stack pointer. */
  sp: number;
  /** The global pointer. */
  gp: number;
}

/** A value to be put somewhere; what came after this step is forgotten. */
export interface SetRequest {
  /** A register, a label or an address. */
  place: string;
  /** A number or an expression. */
  value: TypedValue;
}

/** A step of the run. */
export interface StepQuery {
  /** After so many instructions. */
  count: number;
}

/** The run as a bar. */
export interface Timeline {
  /** The first step. */
  first: number;
  /** The last known one. */
  last: number;
  /** The step where it stands. */
  now: number;
  /** In the order of time. */
  marks: TimelineMark[];
  /** Whether earlier ones are left out. */
  isCut: boolean;
}

/** Something that happened. */
export interface TimelineMark {
  /** When. */
  count: number;
  /** The kind of event. */
  kind: MarkKind;
}

/** A number, or something that is computed. */
export type TypedValue = number | string;

/** A place of an earlier step. */
export interface WhereWas {
  /** When. */
  count: number;
  /** The address of the instruction that was next. */
  pc: number;
  /** The source of the line. */
  path?: string;
  /** From 0. */
  line?: number;
}

/** A value, and how it came to be where it is. */
export interface WhyLink {
  /** The distance from the question. */
  depth: number;
  /** It in words. */
  text: string;
  /** A register, or an address and a number of bytes. */
  place: string;
  /** The bits. */
  value: number;
  /** The source of the value. */
  origin: WhyOrigin;
  /** The service that it comes from. */
  service?: LinkService;
  /** When it was put there. */
  count?: number;
  /** The source of the line that did it. */
  path?: string;
  /** From 0. */
  line?: number;
  /** The line itself. */
  source?: string;
}

/** The causes of something. */
export interface WhyLinks {
  /** Each follows the nearest one before it that is less deep. */
  links: WhyLink[];
  /** Whether there are more. */
  isCut: boolean;
}

/** The source of a value. */
export type WhyOrigin =
  | "computed"
  | "constant"
  | "call"
  | "service"
  | "loaded"
  | "uninitialised"
  | "again"
  | "edited"
  | "open"
  | "branch"
  | "heading";

/** The subject of the question: either of the two. */
export interface WhyQuery {
  /** A register, a label or an address as text, or `pixel COLUMN,ROW` of a bitmap. */
  place?: string;
  /** A byte of the console. */
  output?: number;
}

/** Another order of the statements of a block. */
export interface BlockReorderState {
  /** The first instruction of the block. */
  first: ToolSite;
  /** The last one. */
  last: ToolSite;
  /** The number of times the block was executed. */
  executions: number;
  /** Cycles that its instructions waited for values. */
  stalls: number;
  /** Cycles that the order saves at least, in all executions together. */
  saved: number;
  /** The same for each execution, if it is the same for all. */
  savedEach?: number;
  /** Whether every legal order was tried. */
  isExhaustive: boolean;
  /** The fewest statements that have to be moved, in their new order. */
  moves: StatementMove[];
}

/** The executions of one branch. */
export interface BranchSiteFigures {
  /** The branch. */
  site: ToolSite;
  /** Executions. */
  executed: number;
  /** Those that took it. */
  taken: number;
  /** Sequences of equal outcomes. */
  runs: number;
  /** Executions that each predictor foresaw. */
  correct: number[];
  /** Addresses of branches that share its entry in the first table that has entries. */
  aliases: number[];
}

/** Branches, and how well they were foreseen. */
export interface BranchesAnswer {
  /** The step at which counting began. */
  from: number;
  /** Instructions since then. */
  instructions: number;
  /** Conditional branches. */
  executed: number;
  /** Those that went elsewhere. */
  taken: number;
  /** In the order in which they were asked for. */
  predictors: PredictorFigures[];
  /** Branches, those that were foreseen worst first. */
  sites: BranchSiteFigures[];
  /** Branches that are not listed. */
  more: number;
  /** Returns. */
  returns: number;
  /** Those that a stack of 16 calls foresaw. */
  returnsCorrect: number;
  /** Other jumps and taken branches. */
  jumps: number;
  /** Those whose target a buffer of 16 knew. */
  jumpsCorrect: number;
  /** The table that was asked for. */
  table?: HistoryTableState;
}

/** Predictors to be compared. */
export interface BranchesQuery {
  /**
   * As `jetan run --branches` reads them, separated by commas; `all` for some of about 32 bits.
   */
  predictors: string;
  /**
   * A table as in MARS's tool besides: `ENTRIES:HISTORY`, followed by `:taken` if it begins so.
   */
  table?: string;
  /**
   * Counting begins at this step, with tools that have seen nothing; if it is missing, at the
   * beginning of the run.
   */
  from?: number;
}

/** The work of caches. */
export interface CacheAnswer {
  /** The step at which counting began. */
  from: number;
  /** Instructions since then. */
  instructions: number;
  /** In the order of the settings. */
  systems: CacheSystemState[];
  /** Padding that was tried on this run and helps. */
  hint?: PaddingAdvice;
}

/** A block in a cache. */
export interface CacheBlock {
  /** The part of the address that is compared. */
  tag: number;
  /** The address of its first byte. */
  address: number;
  /** That address as a label and a distance, or the part of memory. */
  label: string;
  /** The part of memory that it belongs to. */
  symbol: string;
  /** Whether it differs from the memory below. */
  isDirty: boolean;
  /** Whether the last reference was to it. */
  isRecent: boolean;
  /** Whether it has to go if the set is missed next. */
  isNext: boolean;
}

/** The figures of a cache. */
export interface CacheCounts {
  /** All references. */
  accesses: number;
  /** Those that read, fetches included. */
  reads: number;
  /** Those that write. */
  writes: number;
  /** References whose block was there. */
  hits: number;
  /** All others. */
  misses: number;
  /** Reads that missed. */
  readMisses: number;
  /** Writes that missed. */
  writeMisses: number;
  /** Hits in percent, 0 before any access. */
  hitPercent: number;
  /** Misses of blocks that were never referenced before. */
  compulsory: number;
  /** Misses that a fully associative LRU cache of as many blocks has too. */
  capacity: number;
  /** All other misses. */
  conflict: number;
  /** Bytes that came from below. */
  bytesIn: number;
  /** Bytes that went there. */
  bytesOut: number;
  /** Dirty blocks that were written when they had to go. */
  writebacks: number;
  /** Dirty blocks that are there now. */
  dirtyLeft: number;
  /** Misses for each thousand instructions. */
  mpki: number;
  /** The average time of an access in cycles; not for a second level. */
  amat?: number;
}

/** The effect of a reference to a cache. */
export type CacheEffect = "hit" | "compulsory" | "capacity" | "conflict";

/** The misses of one part of memory in one span of time. */
export interface CacheMissCell {
  /** The column, from 0. */
  column: number;
  /** Misses of blocks that were never referenced before. */
  compulsory: number;
  /** Misses that a fully associative LRU cache of as many blocks has too. */
  capacity: number;
  /** All other misses. */
  conflict: number;
}

/** Misses by time and address. */
export interface CacheMissMap {
  /** Accesses in a column, a power of two; the first column begins with the first access. */
  columnAccesses: number;
  /** Columns up to the last access, at most 64. */
  columns: number;
  /** Bytes in a row, a power of two. */
  rowBytes: number;
  /** Rows with misses in order of addresses, at most 64. */
  rows: CacheMissRow[];
}

/** A row of the map of misses. */
export interface CacheMissRow {
  /** The first byte. */
  address: number;
  /** As a label and a distance, or the part of memory. */
  label: string;
  /** The part of memory that the first byte belongs to. */
  symbol: string;
  /** Columns with misses, in order. */
  cells: CacheMissCell[];
}

/** Caches to be compared. */
export interface CacheQuery {
  /**
   * One to four systems as `jetan run --cache` reads them: `8x4:2:lru`; the caches of a system are
   * separated by spaces, `i=8x4 d=8x4 l2=64x4`.
   */
  settings: string[];
  /**
   * Counting begins at this step, with tools that have seen nothing; if it is missing, at the
   * beginning of the run.
   */
  from?: number;
  /** The first set of those that are shown, 0 if it is missing. */
  firstSet?: number;
  /** Whether to look for padding that would save misses, for one cache alone. */
  wantsHint: boolean;
  /** Whether misses are shown by time and address. */
  wantsMap: boolean;
}

/** A reference that a cache has seen. */
export interface CacheReference {
  /** The step of the instruction. */
  count: number;
  /** The instruction. */
  site: ToolSite;
  /** The first byte. */
  address: number;
  /** As a label and a distance, or the part of memory. */
  label: string;
  /** The purpose. */
  purpose: ReferencePurpose;
  /** The effect; of several accesses by one instruction the worst. */
  effect: CacheEffect;
  /** Accesses that the instruction made. */
  accesses: number;
  /** The part that is compared. */
  tag: number;
  /** The number of the set. */
  index: number;
  /** The word of the block. */
  word: number;
  /** The byte of the word. */
  byte: number;
}

/** A set of a cache. */
export interface CacheSetState {
  /** The number. */
  index: number;
  /** The ways, empty ones as null; of very many the first. */
  blocks: (CacheBlock | null)[];
  /** Ways that are not shown. */
  more: number;
}

/** The references of one instruction. */
export interface CacheSite {
  /** The instruction. */
  site: ToolSite;
  /** All. */
  accesses: number;
  /** Those that missed. */
  misses: number;
  /** Those that only the sets are to blame for. */
  conflict: number;
}

/** One cache: its figures and what is in it. */
export interface CacheState {
  /** `d`, `i`, `u` or `l2`. */
  role: string;
  /** With all that was left out. */
  settings: string;
  /** Bytes of data that it holds. */
  sizeBytes: number;
  /** The number of sets. */
  sets: number;
  /** Blocks in a set. */
  ways: number;
  /** The figures. */
  figures: CacheCounts;
  /** The widths in bits of tag, index, word and byte. */
  addressBits: [number, number, number, number];
  /** Whether accesses are missing, because there were too many to look into the future. */
  isCut: boolean;
  /** The first set that is shown. */
  firstSet: number;
  /** Sets from that one on, as many as fit. */
  shown: CacheSetState[];
  /** The last references, the newest first. */
  recent: CacheReference[];
  /** Instructions, those with the most misses first. */
  lines: CacheSite[];
  /** Parts of memory, those with the most misses first. */
  symbols: SymbolMisses[];
  /** Parts that made others leave, the most conflicts first. */
  evictions: SymbolEvictions[];
  /** Misses by time and address, if they were asked for; not for Belady's policy. */
  map?: CacheMissMap;
}

/** Caches that work together. */
export interface CacheSystemState {
  /** As they were asked for. */
  settings: string;
  /** The first levels, then the one below them. */
  caches: CacheState[];
}

/** Instructions of one class. */
export interface ClassCount {
  /** The name. */
  class: string;
  /** Executions. */
  instructions: number;
  /** The same in percent. */
  percent: number;
  /** Cycles of each. */
  cost: number;
}

/**
 * The single-cycle datapath of the instruction before which the run stands, or of the last one.
 */
export interface DatapathAnswer {
  /** The instruction. */
  site: ToolSite;
  /** The instruction in basic form. */
  basic: string;
  /** Whether it is the last one of a program that has ended. */
  isLast: boolean;
  /** Whether a branch or jump goes elsewhere. */
  isTaken: boolean;
  /** Wires that it uses. */
  wires: DatapathValue[];
  /** All control lines. */
  controls: DatapathControl[];
  /** The picture. */
  svg: string;
}

/** A control line. */
export interface DatapathControl {
  /** The name in textbooks. */
  name: string;
  /** Whether it is active. */
  isOn: boolean;
}

/** A wire and what is on it. */
export interface DatapathValue {
  /** The name in textbooks. */
  name: string;
  /** The value. */
  value: number;
}

/** A floating-point pattern, taken apart. */
export interface FloatAnswer {
  /** The width, 32 or 64. */
  bits: number;
  /** The pattern. */
  hex: string;
  /** The sign bit. */
  sign: string;
  /** The bits of the exponent. */
  exponent: string;
  /** The bits of the fraction. */
  fraction: string;
  /** The exponent as it is stored. */
  storedExponent: number;
  /** The number that is subtracted from it. */
  bias: number;
  /** The kind of value in words. */
  class: string;
  /** The value as textbooks explain it. */
  formula: string;
  /** The shortest text that reads back as the same value. */
  shortest: string;
  /** The value with all its digits. */
  exact: string;
  /** The next value below. */
  below?: FloatNeighbour;
  /** The next value above. */
  above?: FloatNeighbour;
}

/** A value next to another. */
export interface FloatNeighbour {
  /** The shortest text. */
  text: string;
  /** The pattern. */
  hex: string;
}

/** A floating-point pattern: that of a register, or one that was typed. */
export interface FloatQuery {
  /** `$f0` to `$f31` at this step; of a double the even one. */
  register?: string;
  /** A number, or bits that begin with `0x` or `0b`. */
  value?: string;
  /** Whether it has 64 bits. */
  isDouble: boolean;
}

/** A value that comes past the register file. */
export interface ForwardedValue {
  /** The register. */
  register: string;
  /** The number of the instruction that made it, if the diagram has it. */
  producer?: number;
  /** The stage of that instruction that has the value: `EX` or `MEM`. */
  fromStage: string;
  /** The cycle in which the value is there. */
  fromCycle: number;
  /** The stage of this instruction that takes the value: `ID`, `EX` or `MEM`. */
  toStage: string;
  /** The cycle in which it takes it, the one after. */
  toCycle: number;
}

/** A pair of instructions of which one waits for the other. */
export interface HazardState {
  /** The one that makes the value. */
  producer: ToolSite;
  /** The one that waits. */
  consumer: ToolSite;
  /** The register. */
  register: string;
  /** The reason, in words. */
  reason: string;
  /** The number of times. */
  times: number;
  /** Cycles in all. */
  stalls: number;
}

/** An entry of the table. */
export interface HistoryTableRow {
  /** The number. */
  index: number;
  /** The last outcomes, the oldest first. */
  history: string;
  /** The prediction, in MARS's words. */
  prediction: string;
  /** Right predictions. */
  correct: number;
  /** Wrong predictions. */
  incorrect: number;
}

/** A branch history table as in MARS's tool, with outcomes as they happened. */
export interface HistoryTableState {
  /** Entries. */
  entries: number;
  /** Outcomes that are remembered. */
  history: number;
  /** Entries that were used. */
  rows: HistoryTableRow[];
}

/** References to memory, by unit and by part. */
export interface MemoryMapAnswer {
  /** The step at which counting began. */
  from: number;
  /** Instructions since then. */
  instructions: number;
  /** Bytes of a unit. */
  unitBytes: number;
  /** Fetches. */
  fetches: number;
  /** Reads. */
  reads: number;
  /** Writes. */
  writes: number;
  /** By part of memory, in order of addresses. */
  symbols: SymbolReferences[];
  /**
   * Units that were touched, in order of addresses; of very many those with the most references.
   */
  units: UnitReferences[];
  /** All units that were touched. */
  unitsTouched: number;
  /** Whether there were more than can be counted one by one. */
  isCut: boolean;
  /** Working set and stack over time. */
  samples: MemorySample[];
}

/** A map of references. */
export interface MemoryMapQuery {
  /** Bytes of a unit, a power of two from 4 to 1048576. */
  unitBytes: number;
  /**
   * Counting begins at this step, with tools that have seen nothing; if it is missing, at the
   * beginning of the run.
   */
  from?: number;
}

/** Working set and stack at one time. */
export interface MemorySample {
  /** Instructions since counting began. */
  instructions: number;
  /** Distinct units that were touched since the sample before. */
  workingSet: number;
  /** The deepest stack since then, in bytes. */
  stackDepth: number;
}

/** Executed instructions by class and format. */
export interface MixAnswer {
  /** The step at which counting began. */
  from: number;
  /** Instructions of the program. */
  total: number;
  /** Those of its exception handler, which are in no class. */
  kernel: number;
  /** Instructions with registers only. */
  r: number;
  /** Instructions with a constant of 16 bits. */
  i: number;
  /** Instructions with a target of 26 bits. */
  j: number;
  /** All classes. */
  classes: ClassCount[];
  /** Cycles by the costs. */
  cycles: number;
  /** Cycles for each instruction. */
  cpi: number;
}

/** Classes of instructions. */
export interface MixQuery {
  /** Cycles by class as `jetan run --mix` reads them: `load=5,branch=3`. */
  costs?: string;
  /**
   * Counting begins at this step, with tools that have seen nothing; if it is missing, at the
   * beginning of the run.
   */
  from?: number;
}

/** Padding that was tried on this run. */
export interface PaddingAdvice {
  /** The part of memory before the padding. */
  first: string;
  /** The part after it. */
  moved: string;
  /** Bytes between them. */
  paddingBytes: number;
  /** Misses of the run as it was. */
  missesBefore: number;
  /** Misses with the padding. */
  missesAfter: number;
  /** Conflicts of the run as it was. */
  conflictBefore: number;
  /** Conflicts with the padding. */
  conflictAfter: number;
}

/** The work of pipelines. */
export interface PipelineAnswer {
  /** The step at which counting began. */
  from: number;
  /** In the order of the settings. */
  pipelines: PipelineState[];
}

/** Pipelines to be compared. */
export interface PipelineQuery {
  /** One to four, as `jetan run --pipeline` reads them: `id,fwd`. */
  settings: string[];
  /**
   * Counting begins at this step, with tools that have seen nothing; if it is missing, at the
   * beginning of the run.
   */
  from?: number;
  /** Instructions of the diagram before this step. */
  before: number;
  /**
   * Instructions from this step on, as far as they are recorded; at most 128 with those before.
   */
  after: number;
  /** Whether to look for orders of blocks in which less is waited. */
  wantsReorder: boolean;
}

/** The stages of one instruction. */
export interface PipelineRow {
  /** The number since counting began, the first is 1. */
  number: number;
  /** The instruction. */
  site: ToolSite;
  /** Whether it is the one before which the run stands. */
  isNext: boolean;
  /** Whether it comes after this step, the next one included. */
  isAhead: boolean;
  /** The cycle of its fetch. */
  firstCycle: number;
  /** The stage in each cycle from there on; a stage that is left late stands there again. */
  stages: string[];
  /** The reason for waiting. */
  stall?: string;
  /** Values that come past the register file. */
  forwards: ForwardedValue[];
}

/** One pipeline: its cycles, and the diagram around this step. */
export interface PipelineState {
  /** With all that was left out. */
  settings: string;
  /** Instructions up to this step. */
  instructions: number;
  /** Cycles until the last of them is done. */
  cycles: number;
  /** Cycles for each instruction. */
  cpi: number;
  /** Cycles lost because a loaded value was needed at once. */
  loadUse: number;
  /** Cycles in which branches waited for their operands. */
  branchOperand: number;
  /** Cycles lost to products and quotients. */
  multiplyDivide: number;
  /** Cycles lost to other values. */
  otherData: number;
  /** Fetches that were thrown away. */
  flushed: number;
  /** Delay slots with a `nop`. */
  wastedSlots: number;
  /** Branches and jumps that were foreseen wrongly, with a predictor. */
  mispredicted: number;
  /** Pairs of instructions of which one waits, the most cycles first. */
  hazards: HazardState[];
  /** The first cycle of the diagram. */
  firstCycle: number;
  /** The last one. */
  lastCycle: number;
  /** The diagram. */
  rows: PipelineRow[];
  /**
   * Orders of blocks that would have saved cycles up to this step, if they were asked for; those
   * that save most first.
   */
  reorders?: BlockReorderState[];
  /** Whether there were more blocks or orders than could be tried. */
  reordersAreCut: boolean;
}

/** The figures of one predictor. */
export interface PredictorFigures {
  /** With all that was left out. */
  name: string;
  /** Bits of state that it needs. */
  budgetBits: number;
  /** Branches that it foresaw. */
  correct: number;
  /** The same in percent, 0 before any branch. */
  correctPercent: number;
}

/** The purpose of a reference. */
export type ReferencePurpose = "fetch" | "read" | "write";

/** A statement that is moved. */
export interface StatementMove {
  /** The statement. */
  statement: ToolSite;
  /**
   * The statement that it comes right after; if it is missing, it becomes the first of the block,
   * and a label there stays at the top.
   */
  after?: ToolSite;
}

/** One part of memory made another one leave. */
export interface SymbolEvictions {
  /** The part whose block came. */
  evictor: string;
  /** The part whose block had to go. */
  victim: string;
  /** The number of times. */
  evictions: number;
  /** Those on a conflict miss. */
  conflict: number;
}

/** The misses of one part of memory. */
export interface SymbolMisses {
  /** The name. */
  symbol: string;
  /** The misses. */
  misses: number;
}

/** References to one part of memory. */
export interface SymbolReferences {
  /** The name. */
  symbol: string;
  /** Fetches. */
  fetches: number;
  /** Reads. */
  reads: number;
  /** Writes. */
  writes: number;
}

/** An instruction of the program. */
export interface ToolSite {
  /** The address. */
  address: number;
  /** The source of its line. */
  path?: string;
  /** From 0. */
  line?: number;
  /** The line, or what it is. */
  text: string;
}

/** References to one unit. */
export interface UnitReferences {
  /** The first byte. */
  address: number;
  /** As a label and a distance. */
  label?: string;
  /** The part of memory. */
  symbol: string;
  /** Fetches. */
  fetches: number;
  /** Reads. */
  reads: number;
  /** Writes. */
  writes: number;
  /** The step after the instruction that touched it last. */
  last: number;
}

/** A way to see a case again. */
export interface CaseAgain {
  /** Those of a start. */
  options: RunOptions;
  /** To be typed then. */
  keys: string;
  /** In words what no input can bring about. */
  call?: string;
}

/** The step of a case at which it is opened. */
export type CaseFocus = "write" | "output" | "cause" | "lastOutput" | "entry" | "end";

/** The extent of a check. */
export interface CheckBegun {
  /** The number of cases. */
  total: number;
  /** The parts that cases are counted by. */
  parts: CheckShare[];
  /** Remarks on how the program was understood, a sentence each. */
  notes: string[];
}

/** A case that fails; the one with the smallest input, where there is one. */
export interface CheckFailure {
  /** By which `openCase` knows it. */
  number: number;
  /** The case's name. */
  case: string;
  /** The part that it belongs to. */
  part: string;
  /** The kind of mistake. */
  kind: string;
  /** The mistake, in a sentence. */
  summary: string;
  /** Advice on the first place to look at. */
  help?: string;
  /** The right one. */
  expected: string;
  /** The program's result. */
  actual: string;
  /** The same as pictures. */
  pieces: PicturePair;
  /** The number that was executed. */
  instructions: number;
  /** The smallest input that fails like it. */
  smallest?: SmallestCase;
}

/** A stage of a check. */
export type CheckKind = "running" | "shrinking" | "done" | "stopped";

/** The results of the cases of a part. */
export interface CheckPart {
  /** A procedure, or `games`. */
  name: string;
  /** The points it is worth, where the course gives some. */
  points?: number;
  /** The points that were reached. */
  scored?: number;
  /** Cases. */
  passed: number;
  /** Cases. */
  failed: number;
  /** Cases that need what another part has failed at. */
  skipped: number;
  /** Cases that took too long, or that are still to come. */
  notJudged: number;
}

/**
 * The progress of a check. While it is `shrinking`, all cases are tried and the smallest inputs are
 * looked for that fail, one for each kind of mistake.
 */
export interface CheckProgress {
  /** The stage of the check. */
  kind: CheckKind;
  /** Cases that are judged. */
  done: number;
  /** All cases. */
  total: number;
  /** The results of the parts. */
  parts: CheckPart[];
  /** When it is done: at most 20, those with a smallest input first. */
  failures?: CheckFailure[];
}

/** A program to be checked. */
export interface CheckRequest {
  /** The project, as in the examples. */
  project: string;
  /** The files, the leading one first. */
  roots: string[];
  /** The options of the run. */
  options?: RunOptions;
  /** Cases that are generated: 200 unless said otherwise, at most 2,000. */
  cases?: number;
  /** That of the cases. */
  seed?: number;
}

/** A part of a project. */
export interface CheckShare {
  /** A procedure, or `games`. */
  name: string;
  /** The points it is worth, where the course gives some. */
  points?: number;
}

/** The result of a criterion. */
export interface CriterionResult {
  /** The name in reports. */
  name: string;
  /** The points that it earns; none if hidden cases decide, too, or something was not judged. */
  scored?: number;
  /** The number of cases that passed. */
  passed: number;
  /** The number of cases that failed. */
  failed: number;
  /** The number of cases that count neither way. */
  open: number;
  /** The rubric's message about it, if it is not passed. */
  message?: string;
}

/** A mistake in a `rubric.toml` or a `lesson.toml`. */
export interface FileMistake {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** The mistake, in a sentence. */
  message: string;
  /** A way to mend it. */
  help?: string;
}

/** A program to be graded. */
export interface GradeRequest {
  /** The files, the leading one first; not used if the rubric names files. */
  roots: string[];
}

/** A failing case. */
export interface OpenCase {
  /** That of the failure. */
  number: number;
}

/** A board with the cells marked that differ. */
export interface PictureBoard {
  /** A title above it; may be empty. */
  title: string;
  /** Cells, the top row first. */
  rows: PictureCell[][];
  /** Words below the columns. */
  labels: string[];
  /** The side of the boxes of a grid; 0 without boxes. */
  boxSide: number;
  /** Row and column of the cells that are not as in the other picture. */
  different: [number, number][];
}

/** A cell of a board. */
export interface PictureCell {
  /** The kind of its contents. */
  kind: PictureCellKind;
  /** The letter or number, as a text would have it. */
  text: string;
}

/** The contents of a cell of a board. */
export type PictureCellKind =
  | "empty"
  | "stoneOne"
  | "stoneTwo"
  | "number"
  | "filled"
  | "frozen"
  | "asked"
  | "letter";

/** The right picture and the one that came. */
export interface PicturePair {
  /** The right one. */
  expected: PicturePiece[];
  /** The one that came. */
  actual: PicturePiece[];
}

/** A part of a picture. */
export type PicturePiece = { text: string } | PictureBoard;

/** A visible criterion. */
export interface RubricCriterion {
  /** The name in reports. */
  name: string;
  /** The points it is worth. */
  points: number;
  /** Visible cases; those of a project count as one. */
  cases: number;
  /** Cases that are not shown and not run here. */
  hidden: number;
}

/** A case that fails. */
export interface RubricFailure {
  /** The name of its criterion. */
  criterion: string;
  /** The case's name. */
  case: string;
  /** The kind of mistake. */
  kind: string;
  /** The mistake, in a sentence. */
  summary: string;
  /** The first place to look at, or the rubric's message. */
  help?: string;
  /** The right result and the one that came. */
  pieces: PicturePair;
  /** The call that was made, in words. */
  call?: string;
  /** The console input, if running the program with it shows the mistake. */
  input?: string;
  /** The keys of the keyboard device. */
  keys?: string;
}

/** The rubric of the folder, or the mistakes in it. */
export interface RubricFound {
  /** The rubric; none if there is no file, or mistakes in it. */
  rubric?: RubricPage;
  /** At most 100, in the order of the text. */
  mistakes: FileMistake[];
}

/** The result of a program on the visible cases of a rubric. */
export interface RubricGraded {
  /** The visible criteria, as in the rubric. */
  criteria: CriterionResult[];
  /** At most 50 failing cases. */
  failures: RubricFailure[];
}

/** A rubric as students see it. */
export interface RubricPage {
  /** The name of the assignment. */
  title: string;
  /** The files that are assembled, in this order; those of the request if there are none. */
  files: string[];
  /** The points of everything, hidden criteria included. */
  points: number;
  /** The visible criteria. */
  criteria: RubricCriterion[];
  /** The number of hidden criteria. */
  hidden: number;
}

/** The smallest input that fails. */
export interface SmallestCase {
  /** The input as a picture. */
  picture: string;
  /** The same. */
  pieces: PicturePiece[];
  /** Times a smaller case took its place. */
  steps: number;
  /** The origin of the wrong value, a line for each step. */
  source: string[];
  /** Whether `openCase` can show it. */
  canOpen: boolean;
  /** The step at which `openCase` stands. */
  opensAt: CaseFocus;
  /** Another way to start it. */
  again: CaseAgain;
}

/** A part of an article. */
export type ManualBlock =
  | { text: string }
  | { heading: string }
  | { quote: string }
  | ManualProgram
  | { form: string; lines: string[] }
  | { table: string[][]; head: string[] };

/** A line of the list of contents. */
export interface ManualEntry {
  /** By which the article is asked for. */
  name: string;
  /** The heading. */
  title: string;
  /** The kind of thing it is about. */
  kind: string;
  /** A sentence. */
  summary: string;
}

/** Everything there is, or what was found. */
export interface ManualIndex {
  /** Everything there is. */
  sections?: ManualSection[];
  /** Articles with all the words, the likeliest first, at most 60. */
  entries?: ManualEntry[];
  /** The closest name, if there is nothing. */
  near?: string;
}

/** An article. */
export interface ManualPage {
  /** By which it is asked for. */
  name: string;
  /** The heading. */
  title: string;
  /** The kind of thing it is about. */
  kind: string;
  /** The text. */
  blocks: ManualBlock[];
}

/** The article of this name, or all that it may mean. */
export interface ManualPages {
  /** The likeliest first. */
  pages: ManualPage[];
}

/** Lines of a program. */
export interface ManualProgram {
  /** The lines. */
  code: string;
  /** Whether a mistake is in it on purpose. */
  isWrong?: boolean;
  /** The means to open it, if it is a whole program. */
  open?: OpenableProgram;
}

/** A search in the manual. */
export interface ManualSearch {
  /** Words; everything there is without any. */
  search?: string;
}

/** A part of the manual. */
export interface ManualSection {
  /** The heading. */
  title: string;
  /** The articles. */
  entries: ManualEntry[];
}

/** An article of the manual. */
export interface PageName {
  /**
   * As one would type it: `add`, `.word`, `$t0`, `syscall 4`, `Default`, `E0203`, `stack`; a
   * service of a pack is `comp2611-2048 202`, the pack itself `comp2611-2048`.
   */
  name: string;
}

/** A lesson. */
export interface LessonPage {
  /** By which it is asked for; `folder` is that of the folder. */
  name: string;
  /** The heading. */
  title: string;
  /** The words after the last step. */
  end?: string;
  /** In their order. */
  steps: StepPage[];
}

/** A program that passes. */
export interface LessonSolution {
  /** The source. */
  text: string;
}

/** Something that was tried. */
export interface LessonTrial {
  /** A name for the trial. */
  title: string;
  /** Whether the program does it. */
  passed: boolean;
  /** The mistake. */
  summary?: string;
  /** Advice on the first place to look at. */
  help?: string;
  /** The right one. */
  expected?: string;
  /** The one that came. */
  actual?: string;
  /** The same as pictures. */
  pieces?: PicturePair;
}

/** The result of a try; runs are counted and bounded. */
export interface LessonTried {
  /** Whether everything has passed. */
  isDone: boolean;
  /** In their order. */
  trials: LessonTrial[];
}

/** The lessons there are, and the mistakes in that of the folder. */
export interface Lessons {
  /** That of the folder, if it has one, then those that come with Jetan. */
  lessons: LessonPage[];
  /** The mistakes in the folder's `lesson.toml`, at most 100; it is not listed then. */
  mistakes: FileMistake[];
}

/** The name of a step. */
export interface StepName {
  /** The lesson. */
  lesson: string;
  /** The step. */
  step: string;
}

/** A step of a lesson. */
export interface StepPage {
  /** By which it is asked for. */
  name: string;
  /** The steps with the same one belong together. */
  chapter?: string;
  /** The heading. */
  title: string;
  /** About how long it takes. */
  minutes?: number;
  /** The explanation. */
  text: ManualBlock[];
  /** The task. */
  task: ManualBlock[];
  /** One after the other. */
  hints: string[];
  /** Articles of the manual. */
  pages: string[];
  /** The program to begin with. */
  file: FileText;
  /** Whether there is a solution to be shown. */
  hasSolution: boolean;
}

/** A program to be tried. */
export interface TryLesson {
  /** The lesson. */
  lesson: string;
  /** The step. */
  step: string;
  /** The files, the leading one first. */
  roots: string[];
}

/** The engine plays. */
export interface Autoplay {
  /** Whether it does. */
  on: boolean;
  /** Moves in a second of the game on the table: 8 unless said otherwise, at most 60. */
  perSecond?: number;
  /** Games to be played aside, at most 10,000. */
  games?: number;
}

/** Whether games are played aside. */
export type AutoplayKind = "running" | "done" | "stopped";

/** Games played aside. */
export interface AutoplayProgress {
  /** Whether they are. */
  kind: AutoplayKind;
  /** Games that are played. */
  games: number;
  /** Games that are wanted. */
  total: number;
  /** By their largest tile, the smallest tile first. */
  tiles: TileCount[];
  /** Slides in all of them. */
  moves: number;
  /** The largest sum of merges. */
  best: number;
}

/** A result of comparing a program and a game. */
export type BesideKind = "running" | "same" | "different" | "ended" | "failed";

/** The program beside a game. */
export interface BesideProgram {
  /** The result of the comparison. */
  kind: BesideKind;
  /** The same in words. */
  text: string;
  /** The program's board, in the form of `board.cells`, `board.tiles`. */
  cells?: number[];
  /** Comparisons so far. */
  steps: number;
  /** The first one. */
  difference?: Difference;
}

/** The part that a candidate plays in a hint. */
export type CandidateRole = "pattern" | "opposite" | "link" | "fin" | "target";

/** The part that a cell plays in a hint. */
export type CellRole = "reason" | "target";

/** The worth of a column. */
export interface ColumnWorth {
  /** From 0. */
  column: number;
  /** Short: `+4`, `=`, `-3`, `?`. */
  text: string;
  /** In words. */
  words: string;
  /** The end. */
  outcome?: Prospect;
  /** In so many moves. */
  in?: number;
  /** Whether none is better. */
  isBest: boolean;
}

/** A difference between boards. */
export interface Difference {
  /** The comparison. */
  step: number;
  /** The cells that differ. */
  cells: DifferentCell[];
  /** The same in words. */
  text: string;
  /** The address of the first of the cells. */
  address?: number;
  /** The step after the instruction that wrote it last; `goto {to: count}` shows it. */
  count?: number;
  /** The line of that instruction. */
  place?: SourceLine;
  /** True while that instruction is being looked for. */
  isSought?: boolean;
}

/** A cell that differs. */
export interface DifferentCell {
  /** From 0, row by row from the top. */
  cell: number;
  /** The right value. */
  expected: number;
  /** The value that is there. */
  actual: number;
}

/** A piece that fell. */
export interface FallenPiece {
  /** The number of the piece. */
  piece: number;
  /** Columns from the left. */
  offset: number;
  /** Rows that it fell. */
  rows: number;
  /** The cells where it came to rest. */
  landed: number[];
  /** The field with it, in the form of `board.cells`. */
  frozen: number[];
  /** The rows that vanished then. */
  cleared: number[];
  /** The field after that. */
  after: number[];
}

/** A stone that is new. */
export interface FallenStone {
  /** The cell. */
  cell: number;
  /** Whose it is. */
  player: number;
}

/** Something that can be asked for. */
export type GameAction =
  | "undo"
  | "redo"
  | "hint"
  | "analyse"
  | "solve"
  | "mistakes"
  | "autoplay"
  | "level"
  | "goOn";

/** A score. */
export interface GameBest {
  /** The class within which scores are compared. */
  class: string;
  /** The number as shown. */
  shown: string;
  /** Whether none was better. */
  isBest: boolean;
}

/** Something that can be answered. */
export interface GameChoice {
  /** The word that `play` takes. */
  move: string;
  /** The meaning, for people. */
  title: string;
}

/** The end of a game. */
export interface GameEnd {
  /** In a few words. */
  words: string;
  /** Whether the person has won, where one can. */
  isWon?: boolean;
  /** The score. */
  score?: GameBest;
}

/** A game, and what is kept of it. */
export interface GameEntry {
  /** The game. */
  game: GameName;
  /** The name that people read. */
  title: string;
  /** In a sentence. */
  rules: string;
  /** Options to agree on. */
  options: GameOption[];
  /** The game that can be taken up again. */
  saved?: SavedGame;
  /** The best. */
  scores: GameScore[];
  /** The newest first. */
  replays: GameReplay[];
}

/** The stage of the game. */
export type GameKind = "making" | "playing" | "over" | "replay";

/** The games. */
export interface GameList {
  /** The five. */
  games: GameEntry[];
  /** Troubles with saved games, a sentence each. */
  troubles: string[];
}

/** Something to be said. */
export interface GameMessage {
  /** A sentence. */
  text: string;
  /** Whether something is wrong. */
  isWarning: boolean;
}

/** A game. */
export type GameName = "tetrisito" | "four-in-a-row" | "sudoku" | "2048" | "connect-four";

/** Something to be agreed before a game. */
export interface GameOption {
  /** By which it is sent. */
  name: string;
  /** The name that people read. */
  title: string;
  /** The values to choose from. */
  values: OptionValue[];
  /** The value unless something is said. */
  default: string;
}

/** The game on the table. */
export interface GameRecord {
  /** As text. */
  record: string;
}

/** A game that can be watched. */
export interface GameReplay {
  /** By which it is asked for. */
  replay: string;
  /** The end, in a few words. */
  words: string;
  /** The number of words in its record. */
  moves: number;
  /** The length in what its players count: `7 moves`. */
  progress: string;
}

/** A score. */
export interface GameScore {
  /** The class within which scores are compared. */
  class: string;
  /** The number as shown. */
  shown: string;
  /** That of the game, in digits. */
  seed: string;
}

/** The choice of an option. */
export type GameSetting = string | number;

/** An agreement: values of options by their names, and `seed`, a number or digits. */
export type GameSettings = Record<string, GameSetting>;

/** The game on the table. */
export type GameShown = GameState | NoGame;

/** A game of one of the five kinds. */
export type GameState = StonesGame | Twenty48Game | TetrisitoGame | SudokuGame;

/** Whose turn it is. */
export type GameTurn = "person" | "computer" | "nobody";

/** A candidate of a hint. */
export interface HintCandidate {
  /** The cell. */
  cell: number;
  /** The digit. */
  value: number;
  /** The part it plays. */
  role: CandidateRole;
  /** Of a target: what follows. */
  effect?: HintEffect;
}

/** A cell of a hint. */
export interface HintCell {
  /** The cell. */
  cell: number;
  /** The part it plays. */
  role: CellRole;
}

/** The consequence for a candidate. */
export type HintEffect = "place" | "remove";

/** A dependence between two candidates. */
export interface HintLink {
  /** One. */
  from: HintLinkEnd;
  /** The other. */
  to: HintLinkEnd;
  /** Whether one of them is right. */
  isStrong: boolean;
}

/** A digit in a cell. */
export interface HintLinkEnd {
  /** The cell. */
  cell: number;
  /** The digit. */
  value: number;
}

/** A stone that would fall. */
export interface LineStone {
  /** From 0. */
  column: number;
  /** The cell where it would lie. */
  cell: number;
  /** Whose it would be. */
  player: number;
}

/** A move. */
export interface Move {
  /** In the words of the record. */
  move: string;
}

/** A tile that is new. */
export interface NewTile {
  /** The cell. */
  cell: number;
  /** The number on it. */
  number: number;
}

/** An empty table. */
export interface NoGame {
  /**  */
  game?: undefined;
}

/** A game to be put on the table: new, or one of `resume`, `record` and `position`. */
export interface OpenGame {
  /** The game; a record says it itself. */
  game?: string;
  /** The agreement; an option that is not named has its default. */
  settings?: GameSettings;
  /** Whether it is the saved game. */
  resume?: boolean;
  /** A record's text, as `record` gives it; it is not saved before a move is made. */
  record?: string;
  /**
   * In the notation that `jetan solve` reads: columns as `4453`, sixteen numbers, a grid, a puzzle.
   */
  position?: string;
}

/** Something that can be chosen. */
export interface OptionValue {
  /** As it is sent. */
  value: string;
  /** The name that people read. */
  title: string;
}

/** The fall of a piece at an offset. */
export interface PieceDrop {
  /** The word that `play` takes. */
  move: string;
  /** Columns from the left. */
  offset: number;
  /** Rows that it falls. */
  rows: number;
  /** The cells where it comes to rest; none if it sticks out. */
  cells?: number[];
}

/** The end of a game to come. */
export type Prospect = "win" | "draw" | "loss";

/** A part of a game. */
export interface RecordPart {
  /** So many moves; all without it. */
  at?: number;
}

/** The move of a game that is seen. */
export interface ReplayPosition {
  /** After so many. */
  at: number;
  /** The number of moves. */
  total: number;
  /** The last of those that are seen. */
  word?: string;
}

/** A game to be watched, or another move of the one that is. */
export interface ReplayRequest {
  /** One of the list. */
  replay?: string;
  /** A record's text. */
  record?: string;
  /** After so many moves; 0 unless said otherwise. */
  at?: number;
  /** Whether it is left for the game that was played before. */
  leave?: boolean;
}

/** A game that can be taken up again. */
export interface SavedGame {
  /** The progress in words. */
  progress: string;
  /** The agreement. */
  settings: Record<string, string>;
}

/** A tile that travelled. */
export interface SlidTile {
  /** The cell where it was. */
  from: number;
  /** The cell where it is. */
  to: number;
  /** The number on it. */
  number: number;
  /** Whether it merged. */
  isMerged: boolean;
}

/** The worth of a slide. */
export interface SlideWorth {
  /** `U`, `L`, `D` or `R`. */
  move: string;
  /** In words. */
  title: string;
  /** Comparable within one analysis; none where no tile can move. */
  value?: number;
  /** Whether none is better. */
  isBest: boolean;
}

/** The worth of columns. */
export interface StonesAnalysis {
  /** The seven. */
  columns: ColumnWorth[];
  /** The stones to come if both play best. */
  line: LineStone[];
  /** Whether it is not thought about further. */
  isFinal: boolean;
}

/** A question of a game. */
export interface StonesAsks {
  /** The subject. */
  what: StonesQuestion;
  /** Whom. */
  player?: number;
  /** In words. */
  text: string;
  /** The possible answers; of `column` one for each column, full ones too, in order. */
  answers: GameChoice[];
}

/** A board of stones. */
export interface StonesBoard {
  /** Seven. */
  columns: number;
  /** Six. */
  rows: number;
  /** The player of each cell, 0 for none. */
  cells: number[];
  /** The cells of four in line. */
  line: number[];
  /** The cell of the newest stone. */
  newest?: number;
}

/** Four in a Row and Connect Four. */
export interface StonesGame {
  /** The game. */
  game: StonesName;
  /** The board. */
  board: StonesBoard;
  /** A question of the game. */
  asks?: StonesAsks;
  /** The two. */
  players: StonesPlayer[];
  /** The way from the board before to this one. */
  motion?: StonesMotion;
  /** The answer to `hint`, as long as the board is the same. */
  hint?: StonesHint;
  /** Likewise. */
  analysis?: StonesAnalysis;
  /** The name that people read. */
  title: string;
  /** The agreement, as it can be sent again; `seed` as digits. */
  settings: Record<string, string>;
  /** The stage of the game. */
  kind: GameKind;
  /** Whose turn it is. */
  turn: GameTurn;
  /** The number of words in the record. */
  moves: number;
  /** The last of them. */
  last?: string;
  /**
   * Every word that `play` takes now and that changes the board; of Sudoku none, since a cell takes
   * what its `board` says.
   */
  legal: string[];
  /** Actions that can be asked for now. */
  can: GameAction[];
  /** The progress in words: `7 moves`. */
  progress: string;
  /** A remark about the last thing that was done. */
  message?: GameMessage;
  /** The end, in a few words. */
  outcome?: GameEnd;
  /** The thought that is going on; comes again about ten times a second. */
  thinking?: Thinking;
  /** Time played, of Sudoku. */
  elapsedMs?: number;
  /** Whether the score will count: no hints, nothing taken back that should not be. */
  counts: boolean;
  /** Whether what is played is kept; if not, `message` has said why. */
  isSaved: boolean;
  /** The move that is seen. */
  replay?: ReplayPosition;
  /** The program beside it. */
  versus?: BesideProgram;
}

/** A hint. */
export interface StonesHint {
  /** The word that `play` takes. */
  move: string;
  /** From 0. */
  column: number;
  /** In words. */
  text: string;
  /** Whether it is not thought about further. */
  isFinal: boolean;
}

/** Stones that are new or gone; several fall one after the other. */
export interface StonesMotion {
  /** New ones. */
  fallen: FallenStone[];
  /** The cells of those that were taken back. */
  taken: number[];
}

/** A game with falling stones. */
export type StonesName = "four-in-a-row" | "connect-four";

/** A player. */
export interface StonesPlayer {
  /** 1 or 2. */
  player: number;
  /** The name for people. */
  name: string;
  /** The look of the stones. */
  sign: string;
  /** Whether it is the computer. */
  isComputer: boolean;
  /** Stones on the board. */
  stones: number;
  /** Of Four in a Row: wrong keys that are left. */
  trials?: number;
  /** Of Four in a Row: moves that can be taken back. */
  undos?: number;
}

/** A kind of question. */
export type StonesQuestion = "first" | "token" | "column" | "undo";

/** The strength of the computer. */
export interface Strength {
  /** As the options list it. */
  level: string;
}

/**
 * A grid. Moves are `r4c7=5`, `r4c7=.`, notes `r4c7~139`, `r4c7~.`, several with commas, and
 * `fill`: all possible notes; values above 9 are letters.
 */
export interface SudokuBoard {
  /** Four or nine. */
  side: number;
  /** The side of a box. */
  box: number;
  /** 0 is empty. */
  cells: number[];
  /** The cells that were given. */
  clues: number[];
  /** The notes in each cell. */
  notes: number[][];
  /** The cells that cannot all be right. */
  clashes: number[];
  /** The name of the difficulty. */
  difficulty?: string;
  /** The same in numbers. */
  rating?: string;
}

/** Sudoku. */
export interface SudokuGame {
  /** The game. */
  game: SudokuName;
  /** The grid. */
  board: SudokuBoard;
  /** The cells that are wrong, after `mistakes` was asked for. */
  mistakes?: number[];
  /** The answer to `hint`, as long as the board is the same. */
  hint?: SudokuHint;
  /** The name that people read. */
  title: string;
  /** The agreement, as it can be sent again; `seed` as digits. */
  settings: Record<string, string>;
  /** The stage of the game. */
  kind: GameKind;
  /** Whose turn it is. */
  turn: GameTurn;
  /** The number of words in the record. */
  moves: number;
  /** The last of them. */
  last?: string;
  /**
   * Every word that `play` takes now and that changes the board; of Sudoku none, since a cell takes
   * what its `board` says.
   */
  legal: string[];
  /** Actions that can be asked for now. */
  can: GameAction[];
  /** The progress in words: `7 moves`. */
  progress: string;
  /** A remark about the last thing that was done. */
  message?: GameMessage;
  /** The end, in a few words. */
  outcome?: GameEnd;
  /** The thought that is going on; comes again about ten times a second. */
  thinking?: Thinking;
  /** Time played, of Sudoku. */
  elapsedMs?: number;
  /** Whether the score will count: no hints, nothing taken back that should not be. */
  counts: boolean;
  /** Whether what is played is kept; if not, `message` has said why. */
  isSaved: boolean;
  /** The move that is seen. */
  replay?: ReplayPosition;
  /** The program beside it. */
  versus?: BesideProgram;
}

/** A hint. */
export interface SudokuHint {
  /** The technique. */
  title: string;
  /** In words. */
  text: string;
  /** The cell to look at. */
  focus?: number;
  /** Does what the hint says. */
  move?: string;
  /** The cells of the rows, columns and boxes that matter. */
  houses: number[][];
  /** The cells that matter. */
  cells: HintCell[];
  /** The candidates that matter. */
  candidates: HintCandidate[];
  /** The dependences between them. */
  links: HintLink[];
}

/** Sudoku. */
export type SudokuName = "sudoku";

/** On or off. */
export interface Switch {
  /** True for on. */
  on: boolean;
}

/** A field and its pieces. */
export interface TetrisitoBoard {
  /** Six. */
  columns: number;
  /** Six. */
  rows: number;
  /** Rows at the top in which no piece may rest. */
  hidden: number;
  /** 0 for empty, -1 for filled at the start, else the number of the piece. */
  cells: number[];
  /** 1 where something is to be. */
  goal: number[];
  /** Cells that are missing. */
  toFill: number;
  /** Cells that should be empty. */
  tooMany: number;
  /** All pieces. */
  pieces: TetrisitoPiece[];
}

/** Tetrisito. */
export interface TetrisitoGame {
  /** The game. */
  game: TetrisitoName;
  /** The board. */
  board: TetrisitoBoard;
  /** The way from the board before to this one. */
  motion?: TetrisitoMotion;
  /** The answer to `hint`, as long as the board is the same. */
  hint?: TetrisitoHint;
  /** The name that people read. */
  title: string;
  /** The agreement, as it can be sent again; `seed` as digits. */
  settings: Record<string, string>;
  /** The stage of the game. */
  kind: GameKind;
  /** Whose turn it is. */
  turn: GameTurn;
  /** The number of words in the record. */
  moves: number;
  /** The last of them. */
  last?: string;
  /**
   * Every word that `play` takes now and that changes the board; of Sudoku none, since a cell takes
   * what its `board` says.
   */
  legal: string[];
  /** Actions that can be asked for now. */
  can: GameAction[];
  /** The progress in words: `7 moves`. */
  progress: string;
  /** A remark about the last thing that was done. */
  message?: GameMessage;
  /** The end, in a few words. */
  outcome?: GameEnd;
  /** The thought that is going on; comes again about ten times a second. */
  thinking?: Thinking;
  /** Time played, of Sudoku. */
  elapsedMs?: number;
  /** Whether the score will count: no hints, nothing taken back that should not be. */
  counts: boolean;
  /** Whether what is played is kept; if not, `message` has said why. */
  isSaved: boolean;
  /** The move that is seen. */
  replay?: ReplayPosition;
  /** The program beside it. */
  versus?: BesideProgram;
}

/** A hint. */
export interface TetrisitoHint {
  /** The word that `play` takes. */
  move?: string;
  /** The number of the piece. */
  piece?: number;
  /** Columns from the left. */
  offset?: number;
  /** Drops to the goal. */
  left?: number;
  /** In words. */
  text: string;
}

/** Pieces that fell; a plan has several. */
export interface TetrisitoMotion {
  /** In their order. */
  drops: FallenPiece[];
}

/** Tetrisito. */
export type TetrisitoName = "tetrisito";

/** A piece. */
export interface TetrisitoPiece {
  /** From 1. */
  number: number;
  /** Row and column of its squares. */
  cells: [number, number][];
  /** Whether it was dropped. */
  isUsed: boolean;
  /** Why it cannot be dropped now. */
  refusal?: string;
  /** Every offset. */
  drops: PieceDrop[];
}

/** The subject of a thought. */
export interface Thinking {
  /** The subject. */
  about: ThinkingSubject;
  /** Positions so far. */
  nodes: number;
}

/** The subject of a thought. */
export type ThinkingSubject = "reply" | "hint" | "analysis" | "puzzle" | "autoplay";

/** The worth of slides. */
export interface TileAnalysis {
  /** The four. */
  moves: SlideWorth[];
  /** Moves that were looked ahead. */
  depth: number;
  /** Whether it is not thought about further. */
  isFinal: boolean;
}

/** A board of tiles. */
export interface TileBoard {
  /** Four. */
  side: number;
  /** 0 is empty. */
  tiles: number[];
  /** The sum of merges. */
  score: number;
  /** The largest tile. */
  largest: number;
  /** The tile that is to be reached. */
  target: number;
}

/** Games that ended alike. */
export interface TileCount {
  /** The largest tile. */
  tile: number;
  /** The number of games. */
  games: number;
}

/** A hint. */
export interface TileHint {
  /** `U`, `L`, `D` or `R`. */
  move: string;
  /** In words. */
  text: string;
}

/** The travels of tiles. */
export interface TileMotion {
  /** Every tile, also those that stay; two that merge have the same `to`. */
  slid: SlidTile[];
  /** New ones. */
  appeared: NewTile[];
}

/** 2048. */
export interface Twenty48Game {
  /** The game. */
  game: Twenty48Name;
  /** The board. */
  board: TileBoard;
  /** The way from the board before to this one. */
  motion?: TileMotion;
  /** The answer to `hint`, as long as the board is the same. */
  hint?: TileHint;
  /** Likewise. */
  analysis?: TileAnalysis;
  /** The name that people read. */
  title: string;
  /** The agreement, as it can be sent again; `seed` as digits. */
  settings: Record<string, string>;
  /** The stage of the game. */
  kind: GameKind;
  /** Whose turn it is. */
  turn: GameTurn;
  /** The number of words in the record. */
  moves: number;
  /** The last of them. */
  last?: string;
  /**
   * Every word that `play` takes now and that changes the board; of Sudoku none, since a cell takes
   * what its `board` says.
   */
  legal: string[];
  /** Actions that can be asked for now. */
  can: GameAction[];
  /** The progress in words: `7 moves`. */
  progress: string;
  /** A remark about the last thing that was done. */
  message?: GameMessage;
  /** The end, in a few words. */
  outcome?: GameEnd;
  /** The thought that is going on; comes again about ten times a second. */
  thinking?: Thinking;
  /** Time played, of Sudoku. */
  elapsedMs?: number;
  /** Whether the score will count: no hints, nothing taken back that should not be. */
  counts: boolean;
  /** Whether what is played is kept; if not, `message` has said why. */
  isSaved: boolean;
  /** The move that is seen. */
  replay?: ReplayPosition;
  /** The program beside it. */
  versus?: BesideProgram;
}

/** 2048. */
export type Twenty48Name = "2048";

/** A game side by side with a program. */
export interface Versus {
  /** The game. */
  game: string;
  /** The agreement. */
  settings?: GameSettings;
  /** Of Sudoku and Tetrisito: the puzzle. */
  position?: string;
  /** The program; the one that comes with Jetan without it. */
  roots?: string[];
  /** The options of the program's run. */
  options?: RunOptions;
}

/** There is a display now, or it has changed; a new run begins without any. */
export interface DisplayShown {
  /** The kind of display. */
  source: DisplaySource;
  /** Of its pixels; one pixel of a bitmap is a unit. */
  width: number;
  /** Likewise. */
  height: number;
  /** The width of a unit as it is drawn. */
  unitWidth?: number;
  /** Likewise. */
  unitHeight?: number;
  /** The address of the first pixel. */
  base?: number;
  /** The way a bitmap was found. */
  found?: FoundBy;
}

/** A kind of display. */
export type DisplaySource = "bitmap" | "screen" | "lab" | "robot";

/** A picture was drawn. */
export interface DrawnFrame {
  /** The number of the picture. */
  frame: number;
}

/** The way a bitmap was found. */
export type FoundBy = "option" | "comment" | "pack" | "stores";

/** Every request: what is sent with it, and what comes back. */
export interface Requests {
  /** Is the first message of every connection. */
  hello: [Greeting, Hello];
  /**
   * Gives up a request that is not answered yet, or all such; they are answered as `cancelled`. If
   * there is none, nothing happens.
   */
  cancel: [Cancel, Nothing];
  /** Lists the sources of the folder. */
  files: [Nothing, FileList];
  /** Reads a file of the folder. */
  read: [InFile, FileRead];
  /**
   * Writes a file; `changed-on-disk` if it is no longer the one with this stamp, or is there
   * although no stamp was given.
   */
  save: [Save, SavedStamp];
  /** Looks whether files have changed, which a page asks for when it gets the focus. */
  focus: [Nothing, Nothing];
  /** Lists the programs that come with Jetan. */
  examples: [Nothing, ExampleGroups];
  /** Gives one of them; opens nothing by itself. */
  openExample: [OpenExample, OpenableProgram];
  /** Opens a document; a path that is open already gets the text. */
  open: [Open, Nothing];
  /** Changes its text. */
  change: [DocumentChange, Nothing];
  /** Closes it. */
  close: [InFile, Nothing];
  /**
   * Says what is assembled together from now on. Sent before its documents are opened it spares
   * their readers mistakes that are none. Without it each open document stands for itself, or for
   * the document that includes it.
   */
  project: [ProjectRoots, Nothing];
  /** Finds out what is to be assembled when a file is run. */
  belonging: [BelongingQuery, BelongingAnswer];
  /** Classifies the words of a document. */
  highlight: [InFile, Highlighting];
  /** Tells about the word at a position. */
  hover: [AtPosition, Hover];
  /** Proposes what could stand there. */
  complete: [AtPosition, Completions];
  /** Gives the forms of the statement there. */
  signature: [AtPosition, Signature];
  /** Finds where a name is defined. */
  definition: [AtPosition, Definitions];
  /** Finds where a name is used. */
  references: [AtPosition, References];
  /** Gives the edits that rename it; `not-allowed` says why not. */
  rename: [Rename, Edits];
  /** Lists what a document defines. */
  symbols: [InFile, DocumentOutline];
  /** Gives the edits that format it. */
  format: [InFile, Edits];
  /** Shows what a line became. */
  expansion: [SourceLine, LineExpansion];
  /** Assembles files. */
  assemble: [Assemble, Assembled];
  /**
   * Starts a program, or is refused as `not-assembled`. Ends an earlier run; breakpoints and
   * watches stay.
   */
  start: [StartRequest, Started];
  /**
   * Plays back a recording of `jetan run --record`, and stands at its end or at the step that it is
   * about. Refused as `bad-request` if it is not a recording of this program.
   */
  openRecording: [OpenRecording, Started];
  /** Goes to the start, with a fresh recording, same options and sources as they are now. */
  reset: [Nothing, Started];
  /** Ends the run: the state is `idle`. */
  stop: [Nothing, Nothing];
  /** Continues to the next stop. */
  run: [Nothing, Nothing];
  /** Pauses the run, and cancels questions about it. */
  pause: [Nothing, Nothing];
  /** Executes a statement, or a single instruction. */
  step: [StepRequest, Nothing];
  /** Executes a statement with its calls, or a single instruction with its call. */
  over: [StepRequest, Nothing];
  /** Runs to the return of the innermost call. */
  out: [Nothing, Nothing];
  /** Goes a statement back, or a single instruction. */
  back: [StepRequest, Nothing];
  /** Goes a statement with its calls back. */
  backOver: [Nothing, Nothing];
  /** Goes back to the innermost call. */
  backOut: [Nothing, Nothing];
  /** Goes back to a breakpoint, a watched change or the beginning. */
  reverse: [Nothing, Nothing];
  /** Goes to a step. */
  goto: [GotoRequest, Nothing];
  /** Says how fast a run goes. */
  speed: [Speed, Nothing];
  /** Types on the console. */
  input: [TypedInput, Nothing];
  /** Says that nothing more is typed. */
  endInput: [Nothing, Nothing];
  /** Presses a key of the keyboard device. */
  key: [Key, Nothing];
  /** Says which key of the lab's pad is down. */
  pad: [Pad, Nothing];
  /** Closes a dialog. */
  answer: [DialogClosed, Nothing];
  /** Sets all breakpoints. */
  breakpoints: [BreakpointList, Breakpoints];
  /** Sets all watches. */
  watches: [WatchList, Watches];
  /**
   * Answers several requests at once: those that only look. One that fails has its error in place
   * of its answer.
   */
  look: [LookRequest, LookReplies];
  /** Shows all registers. */
  registers: [Nothing, AllRegisters];
  /** Changes a register or memory. */
  set: [SetRequest, Nothing];
  /** Shows memory. */
  memory: [MemoryRange, MemoryRange];
  /** Shows instructions with their words and lines, as they are in memory now. */
  code: [CodeRange, CodeRows];
  /** Shows where there is something to look at. */
  segments: [Nothing, Segments];
  /** Lists the labels. */
  labels: [Nothing, LabelList];
  /** Shows the stack. */
  stack: [Nothing, MemoryWords];
  /** Shows what `sbrk` has given. */
  heap: [Nothing, MemoryWords];
  /** Shows the calls that have not returned. */
  calls: [Nothing, CallStack];
  /** Shows the last jumps. */
  jumps: [Nothing, Jumps];
  /** Shows what is other than at the last stop. */
  changes: [Nothing, Changes];
  /** Shows what stands at labels. */
  data: [LabelFilter, Data];
  /** Computes an expression. */
  evaluate: [Evaluate, Evaluated];
  /** Finds out how something came about. */
  why: [WhyQuery, WhyLinks];
  /**
   * Finds out why the run failed, or what a paused one does forever; `not-now` if it has ended as
   * it should.
   */
  explain: [Nothing, Explanation];
  /** Shows the run as a bar. */
  timeline: [Nothing, Timeline];
  /** Tells where the run stood, for a pointer over the bar. */
  whereWas: [StepQuery, WhereWas];
  /** Shows what the lines around here read and wrote. */
  values: [InFile, LineValues];
  /** Shows how often lines were executed. */
  heat: [InFile, LineHeat];
  /** Shows where the run has spent its instructions. */
  profile: [Nothing, Profile];
  /** Shows what caches have done so far, and what is in them. */
  cache: [CacheQuery, CacheAnswer];
  /** Shows how well predictors have foreseen the branches. */
  branches: [BranchesQuery, BranchesAnswer];
  /** Shows the cycles of five-stage pipelines, and their diagram around this step. */
  pipeline: [PipelineQuery, PipelineAnswer];
  /** Shows the values on the wires of the single-cycle datapath. */
  datapath: [Nothing, DatapathAnswer];
  /** Shows which parts of memory were touched, and how often. */
  memoryMap: [MemoryMapQuery, MemoryMapAnswer];
  /** Counts instructions by class and format. */
  mix: [MixQuery, MixAnswer];
  /** Takes a floating-point pattern apart; only a register needs a run. */
  float: [FloatQuery, FloatAnswer];
  /** Begins to check a program. */
  check: [CheckRequest, CheckBegun];
  /** Ends the check. */
  checkStop: [Nothing, Nothing];
  /**
   * Loads a failing case into the debugger, at the instruction that wrote the wrong value (of a
   * value that was only carried on and printed, the store) or printed the wrong character, with the
   * whole run on both sides of it. `not-now` if its run was too long to be kept.
   */
  openCase: [OpenCase, Started];
  /** Reads the folder's `rubric.toml`, if there is one. */
  rubric: [Nothing, RubricFound];
  /** Runs a program on the visible cases of the folder's rubric. */
  grade: [GradeRequest, RubricGraded];
  /** Lists the articles, or looks for words. */
  manual: [ManualSearch, ManualIndex];
  /** Gives an article. */
  page: [PageName, ManualPages];
  /** Lists the lessons with their steps. */
  lessons: [Nothing, Lessons];
  /** Tries a program. */
  tryLesson: [TryLesson, LessonTried];
  /** Gives a program that passes. */
  lessonSolution: [StepName, LessonSolution];
  /** Lists what there is to play. */
  games: [Nothing, GameList];
  /**
   * Puts a game on the table, in place of the one there is, which stays saved if it is not over.
   */
  game: [OpenGame, Nothing];
  /** Makes a move, or is refused as `bad-move`, which says why not. */
  play: [Move, Nothing];
  /** Takes a move back, where the state's `can` has it. */
  undo: [Nothing, Nothing];
  /** Makes it again. */
  redo: [Nothing, Nothing];
  /** Asks for a hint, which comes with the state. */
  hint: [Nothing, Nothing];
  /** Asks for an analysis, which the state has as long as it is on. */
  analyse: [Switch, Nothing];
  /** Of Sudoku: asks which digits are wrong. */
  mistakes: [Nothing, Nothing];
  /** Of Sudoku and Tetrisito: the engine does the rest, and the game does not count. */
  solve: [Nothing, Nothing];
  /** Gives the computer another strength, from now on. */
  level: [Strength, Nothing];
  /** Of 2048: the engine plays the game on the table, or some aside. */
  autoplay: [Autoplay, Nothing];
  /**
   * Stops a thought: hint, analysis, a puzzle being made; the computer's move is thought of again
   * when `on` is true.
   */
  think: [Switch, Nothing];
  /**
   * Puts a game on the table to be watched: one of the list, a record's text, or the game that is
   * on the table; without the first two it goes to another move of what is watched.
   */
  replay: [ReplayRequest, Nothing];
  /** Gives the game on the table as text, to be shared. */
  record: [RecordPart, GameRecord];
  /** Saves the game and clears the table. */
  leave: [Nothing, Nothing];
  /** Starts a new game side by side with a program. */
  versus: [Versus, Nothing];
  /** Says that a picture was drawn; sent without `id`. */
  drawn: [DrawnFrame, Nothing];
}

export type RequestName = keyof Requests;

/** Every event. */
export interface Events {
  /** Another connection has taken the session over; this one is closed. */
  takenOver: Nothing;
  /** A request takes longer than a moment; at most ten a second for each. */
  progress: JobProgress;
  /** An open document's file has another content now. */
  fileChanged: FileChanged;
  /** The mistakes of a file. */
  diagnostics: Diagnostics;
  /**
   * A run is there, in place of any other; everything that is said of a run from now on is about
   * this one. Comes first, also when a session is taken up again.
   */
  began: RunBegan;
  /** The state of the run. */
  state: RunState;
  /** Output; at most 60 a second, and the service keeps 4 MiB. */
  output: PrintedText;
  /** The program shows a dialog. */
  dialog: DialogShown;
  /** Something to be heard. */
  sound: Sound;
  /** A log point has said something. */
  log: LogText;
  /** Oddities of the run so far. */
  notes: RunNotes;
  /** Findings of the checks, with the option `check`. */
  findings: Findings;
  /** An edit or a start has moved breakpoints. */
  breakpoints: PointList;
  /** The progress of a check. */
  check: CheckProgress;
  /** The whole state of the game on the table. */
  game: GameShown;
  /** The progress of games played aside. */
  autoplay: AutoplayProgress;
  /** There is a display now, or it has changed. */
  display: DisplayShown;
}

export type EventName = keyof Events;

/** An event, whichever it is. */
export interface AnyEvent {
  event: EventName;
}
