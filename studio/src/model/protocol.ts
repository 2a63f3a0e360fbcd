/** The messages of docs/protocol.md, version 1, as types. */

export const PROTOCOL = 1;

export type Position = [line: number, column: number];

export interface Span {
  from: Position;
  to: Position;
}

export interface Place {
  path: string;
  line: number;
}

export interface Edit {
  path?: string;
  span: Span;
  text: string;
}

export type Block =
  { title: string; kind?: string } | { text: string } | { code: string } | { table: string[][] };

export interface Labelled {
  path: string;
  span: Span;
  text: string;
}

export interface Diagnostic {
  span: Span;
  severity: "error" | "warning";
  code: string;
  message: string;
  label?: string;
  help: string[];
  labels: Labelled[];
  frames: Labelled[];
  fixes: { title: string; edits: Edit[] }[];
}

export interface FileEntry {
  path: string;
  size: number;
  isReadOnly: boolean;
}

export interface Example {
  id: string;
  title: string;
  summary: string;
  project?: string;
}

export interface ExampleGroup {
  title: string;
  examples: Example[];
}

export interface Options {
  stdin?: string;
  endsInput?: boolean;
  arguments?: string[];
  pack?: string;
  memory?: string;
  delayed?: boolean;
  smc?: boolean;
  strict?: boolean;
  startAtMain?: boolean;
  seed?: number;
  clock?: string;
  engine?: string;
  bitmap?: string;
  lab?: boolean;
  check?: boolean;
}

export interface OpenedExample {
  files: { path: string; text: string }[];
  roots: string[];
  options: Options;
  readme?: string;
}

export interface Link {
  depth: number;
  text: string;
  place?: string;
  value?: number;
  origin?: string;
  count?: number;
  path?: string;
  line?: number;
  source?: string;
}

export interface Fault {
  code: string;
  message: string;
  help: string[];
  place?: Place;
  links: Link[];
}

export type StateKind = "idle" | "running" | "paused" | "waiting" | "ended" | "faulted";

export interface State {
  kind: StateKind;
  count: number;
  end: number;
  pc: number;
  at?: Place;
  label?: string;
  instruction?: string;
  reason: { kind: string; id?: string; text?: string };
  exit?: number;
  fault?: Fault;
  waiting?: "input" | "dialog";
  perSecond?: number;
  isRecorded?: boolean;
}

export interface Breakpoint {
  id: string;
  path?: string;
  line?: number;
  address?: number;
  label?: string;
  service?: number | null;
  exception?: true;
  condition?: string;
  ignore?: number;
  log?: string;
  enabled?: boolean;
  isVerified?: boolean;
  hits?: number;
  message?: string;
}

export interface Watch {
  id: string;
  place: string;
  on: "write" | "read" | "access";
  condition?: string;
  enabled?: boolean;
  isVerified?: boolean;
  hits?: number;
  message?: string;
}

export interface RegisterValue {
  name: string;
  number: number;
  value: number;
}

export interface FpuValue {
  name: string;
  bits: number;
  single: number | string;
  double?: number | string;
}

export interface Registers {
  cpu: RegisterValue[];
  hi: number;
  lo: number;
  pc: number;
  fpu: FpuValue[];
  flags: number;
  cp0: RegisterValue[];
  changed: string[];
}

export interface StackWord {
  address: number;
  value: number;
  label?: string;
  text?: string;
  isTop?: boolean;
}

export interface Frame {
  name: string;
  path?: string;
  line?: number;
  address: number;
  count?: number;
  arguments: number[];
  isSuspicious: boolean;
}

export interface Mark {
  count: number;
  kind: string;
  text?: string;
}

export interface Timeline {
  first: number;
  last: number;
  now: number;
  marks: Mark[];
  isCut: boolean;
}

export interface Segment {
  name: string;
  address: number;
  bytes: number;
}

export interface Label {
  name: string;
  address: number;
  isData: boolean;
  path?: string;
  line?: number;
}

export interface Profile {
  lines: { path: string; line: number; count: number }[];
  total: number;
  /** Counted at intervals only, because the run is long. */
  isSampled: boolean;
}

export interface OutlineSymbol {
  name: string;
  kind: string;
  detail?: string;
  span: Span;
  children?: OutlineSymbol[];
}

export interface CompletionItem {
  label: string;
  insert: string;
  kind: string;
  detail?: string;
  summary?: string;
}

/** A way to write an instruction; `operands` are columns of the label. */
export interface Form {
  label: string;
  summary: string;
  operands: [number, number][];
}

export interface Hello {
  protocol: number;
  session: string;
  resumed: boolean;
  version: string;
  features: string[];
  workspace: { name?: string; isReadOnly: boolean; roots?: string[] };
  packs: { name: string; title: string }[];
}

export interface OutputEvent {
  at: number;
  stream: "console" | "error" | "display";
  text: string;
  skipped?: number;
}

export type DisplaySource = "bitmap" | "screen" | "lab";

export interface DisplayLabel {
  text: string;
  x: number;
  y: number;
  size?: number;
  color?: string;
}

export interface DisplayEvent {
  source: DisplaySource;
  width: number;
  height: number;
  unitWidth?: number;
  unitHeight?: number;
  base?: number;
  found?: string;
  labels?: DisplayLabel[];
  isGone?: boolean;
}

export interface DialogEvent {
  kind: "confirm" | "input" | "message";
  text: string;
  level?: string;
}

/** A line of the manual's list of contents. */
export interface ManualEntry {
  name: string;
  title: string;
  kind: string;
  summary: string;
}

/** A program that can be opened: what `openExample` gives, too. */
export interface Openable {
  files: { path: string; text: string }[];
  roots: string[];
  options: Options;
}

export type ManualBlock =
  | { text: string }
  | { heading: string }
  | { quote: string }
  | { code: string; isWrong?: boolean; open?: Openable }
  | { form: string; lines: string[] }
  | { table: string[][]; head?: string[] };

export interface ManualPage {
  name: string;
  title: string;
  kind: string;
  blocks: ManualBlock[];
}

/** A part of a picture: text, or a board with the cells marked that differ. */
export type Piece =
  | { text: string }
  | {
      title: string;
      rows: string[][];
      labels: string[];
      boxSide: number;
      different: [row: number, column: number][];
    };

export interface Pieces {
  expected: Piece[];
  actual: Piece[];
}

export interface Lesson {
  name: string;
  chapter: string;
  title: string;
  minutes: number;
  text: ManualBlock[];
  task: ManualBlock[];
  hints: string[];
  pages: string[];
  file: { path: string; text: string };
}

export interface LessonTrial {
  title: string;
  passed: boolean;
  summary?: string;
  help?: string;
  expected?: string;
  actual?: string;
  pieces?: Pieces;
}

export interface CheckPart {
  name: string;
  points?: number | null;
  scored?: number;
  passed: number;
  failed: number;
  skipped: number;
  notJudged: number;
}

export interface CheckFailure {
  number: number;
  case: string;
  part: string;
  kind: string;
  summary: string;
  expected: string;
  actual: string;
  help?: string;
  pieces: Pieces;
  instructions: number;
  smallest?: {
    picture: string;
    pieces: Piece[];
    steps: number;
    /** How the wrong value came about, a line each. */
    source: string[];
    canOpen: boolean;
    /** How to start it; `call` says in words what no input can bring about. */
    again: { options: Options; keys: string; call?: string | null };
  };
}

export interface CheckEvent {
  kind: "running" | "shrinking" | "done" | "stopped";
  done: number;
  total: number;
  parts: CheckPart[];
  failures?: CheckFailure[];
}

export type SoundEvent =
  | { kind: "note"; pitch: number; ms: number; instrument: number; volume: number }
  | { kind: "sound"; id: number; mode: "once" | "loop" | "stop" };

export interface Events {
  state: State;
  output: OutputEvent;
  display: DisplayEvent;
  diagnostics: { path: string; version?: number; items: Diagnostic[] };
  breakpoints: { items: Breakpoint[] };
  dialog: DialogEvent;
  sound: SoundEvent;
  log: { id: string; text: string; path?: string; line?: number; count: number };
  note: { code: string; text: string; path?: string; line?: number; count: number };
  fileChanged: { path: string; stamp?: string };
  check: CheckEvent;
  taken: object;
}

type Motion = { unit?: "instruction"; times?: number };
type At = { path: string; position: Position };

/** Every request: what is sent with it, and what comes back. */
export interface Requests {
  hello: [{ protocol: number; resume?: string }, Hello];
  files: [object, { files: FileEntry[]; isCut: boolean }];
  read: [{ path: string }, { text: string; stamp: string; encoding: string; isReadOnly: boolean }];
  save: [{ path: string; text: string; stamp?: string }, { stamp: string }];
  examples: [object, { groups: ExampleGroup[] }];
  openExample: [{ example: string }, OpenedExample];
  focus: [object, object];
  open: [{ path: string; text: string; version?: number }, object];
  change: [{ path: string; text?: string; edits?: Edit[]; version: number }, object];
  close: [{ path: string }, object];
  project: [{ roots: string[]; options?: Options }, object];
  highlight: [{ path: string }, { version?: number; spans: number[]; classes: string[] }];
  hover: [At, { span?: Span; blocks?: Block[]; more?: string }];
  complete: [At, { span: Span; items: CompletionItem[]; isCut: boolean }];
  signature: [At, { forms?: Form[]; active?: number; operand?: number }];
  definition: [At, { places: { path: string; span: Span }[] }];
  references: [At, { places: { path: string; span: Span; isDefinition: boolean }[] }];
  rename: [At & { name: string }, { edits: Edit[] }];
  symbols: [{ path: string }, { symbols: OutlineSymbol[]; folds: [number, number, string][] }];
  format: [{ path: string }, { edits: Edit[] }];
  expansion: [Place, { instructions: { address: number; word: number; text: string }[] }];
  assemble: [
    { roots: string[]; options?: Options },
    { ok: boolean; errors: number; warnings: number },
  ];
  start: [{ roots: string[]; options?: Options; run?: boolean }, { ok: boolean }];
  run: [object, object];
  pause: [object, object];
  step: [Motion, object];
  over: [Motion, object];
  out: [Motion, object];
  back: [Motion, object];
  backOver: [Motion, object];
  backOut: [Motion, object];
  reverse: [object, object];
  goto: [
    {
      to: number | string | (Place & { times?: number }) | { write: string } | { output: number };
    },
    object,
  ];
  reset: [object, object];
  stop: [object, object];
  speed: [{ perSecond?: number }, object];
  input: [{ text: string }, object];
  endInput: [object, object];
  key: [{ key: string }, object];
  pad: [{ key?: number }, object];
  answer: [{ text?: string; button?: string }, object];
  breakpoints: [{ items: Breakpoint[] }, { items: Breakpoint[] }];
  watches: [{ items: Watch[] }, { items: Watch[] }];
  registers: [object, Registers];
  set: [{ place: string; value: number | string }, object];
  memory: [{ address: number; bytes: number }, { address: number; bytes: number }];
  segments: [object, { segments: Segment[]; sp: number; gp: number }];
  labels: [object, { labels: Label[]; isCut: boolean }];
  stack: [object, { words: StackWord[] }];
  calls: [object, { frames: Frame[] }];
  evaluate: [{ expression: string }, { value: number; text: string; label?: string }];
  why: [{ place?: string; output?: number }, { links: Link[]; isCut: boolean }];
  timeline: [object, Timeline];
  whereWas: [{ count: number }, { count: number; path?: string; line?: number; pc: number }];
  values: [{ path: string }, { lines: { line: number; text: string }[] }];
  heat: [{ path: string }, { lines: [number, number][]; isSampled: boolean }];
  profile: [object, Profile];
  check: [
    { project: string; roots: string[]; options?: Options; cases?: number; seed?: number },
    { total: number; parts: { name: string; points?: number | null }[]; notes: string[] },
  ];
  checkStop: [object, object];
  openCase: [{ number: number }, { ok: boolean }];
  manual: [
    { search?: string },
    {
      sections?: { title: string; entries: ManualEntry[] }[];
      entries?: ManualEntry[];
      near?: string;
    },
  ];
  page: [{ name: string }, { pages: ManualPage[] }];
  lessons: [object, { lessons: Lesson[] }];
  tryLesson: [{ lesson: string; roots: string[] }, { isDone: boolean; trials: LessonTrial[] }];
  lessonSolution: [{ lesson: string }, { text: string }];
}

export type RequestName = keyof Requests;

export interface Failure {
  code: string;
  message: string;
  span?: Span;
}

/** A refusal by the service, with its words for people. */
export class RequestError extends Error {
  readonly code: string;

  constructor(failure: Failure) {
    super(failure.message);
    this.code = failure.code;
  }
}
