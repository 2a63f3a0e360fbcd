/** The messages of docs/protocol.md, version 1, as types. */

import type { CheckEvent, Lesson, LessonTrial, ManualEntry, ManualPage } from "./teaching";

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

/** A larger program that a file is a part of, and how that is known. */
export interface Offer {
  roots: string[];
  text: string;
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
  /** What to write at the line. */
  label: string;
  /** The values that the line worked on. */
  notes: string[];
  help: string[];
  place?: Place;
}

/** A line, if it is known, and what is said about it. */
export interface Told extends Partial<Place> {
  text: string;
  count?: number;
  notes?: string[];
}

/** Why a run failed, or what a paused one does forever. */
export interface Explanation {
  fault?: Fault;
  jump?: Told;
  cause?: Told;
  endless?: Told;
  astray?: string;
  help: string[];
  calls: string[];
  links: Link[];
}

/** Something odd about a run. */
export interface Note {
  code: string;
  message: string;
  place?: Place;
}

/** What a check has found; the first place is the one to look at. */
export interface Finding {
  check: string;
  code: string;
  message: string;
  count: number;
  places: (Place & { text: string })[];
  help: string;
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

/** A word of stack or heap, and what it is as far as anybody can tell. */
export interface MemoryWord {
  address: number;
  value: number;
  text?: string;
  isTop?: boolean;
  /** The procedure whose frame begins with this word. */
  frame?: string;
  /** Whether it is a saved register that was overwritten. */
  isWrong?: boolean;
}

/** A register that a procedure has put on the stack. */
export interface SavedRegister {
  name: string;
  address: number;
  value: number;
  /** What stood in it at the call. */
  expected: number;
}

export interface Frame {
  name: string;
  path?: string;
  line?: number;
  address: number;
  count?: number;
  arguments: { name: string; value: number; text: string }[];
  saved: SavedRegister[];
  /** What is wrong with it, a sentence each. */
  doubts: string[];
}

/** A value that was another at the last stop; floating-point numbers as texts. */
export interface Change {
  name: string;
  /** What the debugger calls it. */
  place: string;
  was: number | string;
  is: number | string;
}

export interface Changes {
  since: number;
  registers: Change[];
  words: Change[];
  /** Words beyond those. */
  more: number;
}

/** A jump that was taken: the instant before it, and its two ends. */
export interface Jump {
  count: number;
  from: string;
  to: string;
  source?: string;
  path?: string;
  line?: number;
  target?: Place;
}

/** What stands behind a label. */
export interface DataItem {
  name: string;
  address: number;
  bytes: number;
  kind: "word" | "half" | "byte" | "text" | "float" | "double";
  /** Whether that was guessed from how it is used. */
  isGuessed: boolean;
  text: string;
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

export interface Procedure extends Partial<Place> {
  name: string;
  calls: number;
  own: number;
  total: number;
}

export interface Profile {
  lines: { path: string; line: number; count: number }[];
  procedures: Procedure[];
  names: string[];
  chains: { chain: number[]; own: number }[];
  total: number;
  /** Whether all that is recorded has been counted. */
  isWhole: boolean;
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

export type SoundEvent =
  | { kind: "note"; pitch: number; ms: number; instrument: number; volume: number }
  | { kind: "sound"; id: number; mode: "once" | "loop" | "stop" };

export type GameName = "tetrisito" | "four-in-a-row" | "sudoku" | "2048" | "connect-four";

/** Something to be agreed before a game; values are sent as they stand here. */
export interface GameOption {
  name: string;
  title: string;
  values: { value: string; title: string }[];
  default: string;
}

/** Values of options by their names; `seed` as digits or a number. */
export type GameSettings = Record<string, string | number>;

export interface GameEntry {
  game: GameName;
  title: string;
  rules: string;
  options: GameOption[];
  saved?: { progress: string; settings: Record<string, string> };
  scores: { class: string; shown: string; seed: string }[];
  replays: { replay: string; words: string; moves: number }[];
}

export type GameAction =
  "undo" | "redo" | "hint" | "analyse" | "solve" | "mistakes" | "autoplay" | "level" | "goOn";

export interface VersusDifference {
  step: number;
  cells: { cell: number; expected: number; actual: number }[];
  text: string;
  address?: number;
  /** The instant behind the instruction that wrote the first of the cells. */
  count?: number;
  place?: Place;
}

/** The program beside a game. */
export interface Versus {
  kind: "running" | "same" | "different" | "ended" | "failed";
  text: string;
  cells?: number[];
  steps: number;
  difference?: VersusDifference;
}

/** What the states of all games have. */
interface AnyGame {
  title: string;
  settings: Record<string, string>;
  kind: "making" | "playing" | "over" | "replay";
  turn: "person" | "computer" | "nobody";
  moves: number;
  last?: string;
  legal: string[];
  can: GameAction[];
  progress: string;
  message?: { text: string; isWarning: boolean };
  outcome?: {
    words: string;
    isWon?: boolean;
    score?: { class: string; shown: string; isBest: boolean };
  };
  thinking?: { about: "reply" | "hint" | "analysis" | "puzzle" | "autoplay"; nodes: number };
  elapsedMs?: number;
  counts: boolean;
  isSaved: boolean;
  replay?: { at: number; total: number; word?: string };
  versus?: Versus;
}

export interface StonesGame extends AnyGame {
  game: "four-in-a-row" | "connect-four";
  board: {
    columns: number;
    rows: number;
    /** The player of each cell, 0 for none. */
    cells: number[];
    /** The cells of four in line. */
    line: number[];
    newest?: number;
  };
  asks?: {
    what: "first" | "token" | "column" | "undo";
    player?: number;
    text: string;
    answers: { move: string; title: string }[];
  };
  players: {
    player: number;
    name: string;
    sign: string;
    isComputer: boolean;
    stones: number;
    trials?: number;
    undos?: number;
  }[];
  motion?: { fallen: { cell: number; player: number }[]; taken: number[] };
  hint?: { move: string; column: number; text: string; isFinal: boolean };
  analysis?: {
    columns: {
      column: number;
      text: string;
      words: string;
      outcome?: "win" | "draw" | "loss";
      in?: number;
      isBest: boolean;
    }[];
    line: { column: number; cell: number; player: number }[];
    isFinal: boolean;
  };
}

export interface Twenty48Game extends AnyGame {
  game: "2048";
  board: { side: number; tiles: number[]; score: number; largest: number; target: number };
  motion?: {
    slid: { from: number; to: number; number: number; isMerged: boolean }[];
    appeared: { cell: number; number: number }[];
  };
  hint?: { move: string; text: string };
  analysis?: {
    moves: { move: string; title: string; value?: number; isBest: boolean }[];
    depth: number;
    isFinal: boolean;
  };
}

export interface TetrisitoPiece {
  number: number;
  cells: [row: number, column: number][];
  isUsed: boolean;
  refusal?: string;
  /** For every offset where it comes to rest; without cells it sticks out of the field. */
  drops: { move: string; offset: number; rows: number; cells?: number[] }[];
}

export interface TetrisitoGame extends AnyGame {
  game: "tetrisito";
  board: {
    columns: number;
    rows: number;
    hidden: number;
    /** 0 empty, -1 filled at the start, else the number of the piece. */
    cells: number[];
    goal: number[];
    toFill: number;
    tooMany: number;
    pieces: TetrisitoPiece[];
  };
  motion?: {
    drops: {
      piece: number;
      offset: number;
      rows: number;
      landed: number[];
      frozen: number[];
      cleared: number[];
      after: number[];
    }[];
  };
  hint?: { move?: string; piece?: number; offset?: number; left?: number; text: string };
}

export interface SudokuCandidate {
  cell: number;
  value: number;
}

export interface SudokuGame extends AnyGame {
  game: "sudoku";
  board: {
    side: number;
    box: number;
    cells: number[];
    clues: number[];
    notes: number[][];
    clashes: number[];
    difficulty?: string;
    rating?: string;
  };
  mistakes?: number[];
  hint?: {
    title: string;
    text: string;
    focus?: number;
    /** Does what the hint says. */
    move?: string;
    houses: number[][];
    cells: { cell: number; role: "reason" | "target" }[];
    candidates: (SudokuCandidate & {
      role: "pattern" | "opposite" | "link" | "fin" | "target";
      effect?: "place" | "remove";
    })[];
    links: { from: SudokuCandidate; to: SudokuCandidate; isStrong: boolean }[];
  };
}

export type GameState = StonesGame | Twenty48Game | TetrisitoGame | SudokuGame;

export interface AutoplayEvent {
  kind: "running" | "done" | "stopped";
  games: number;
  total: number;
  /** How many games ended with this as their largest tile; the smallest tile first. */
  tiles: { tile: number; games: number }[];
  moves: number;
  best: number;
}

export interface Events {
  state: State;
  output: OutputEvent;
  display: DisplayEvent;
  diagnostics: { path: string; version?: number; items: Diagnostic[] };
  breakpoints: { items: (Breakpoint | Watch)[] };
  dialog: DialogEvent;
  sound: SoundEvent;
  log: { id: string; text: string; path?: string; line?: number; count: number };
  notes: { items: Note[] };
  findings: { items: Finding[]; isWhole: boolean };
  fileChanged: { path: string; stamp?: string };
  check: CheckEvent;
  /** Without a game the table is empty. */
  game: GameState | { game?: undefined };
  autoplay: AutoplayEvent;
  taken: object;
}

type Motion = { unit?: "instruction"; times?: number };
type At = { path: string; position: Position };

/** Every request: what is sent with it, and what comes back. */
export interface Requests {
  hello: [{ protocol: number; resume?: string }, Hello];
  files: [object, { files: FileEntry[]; isCut: boolean; unusable: string[] }];
  read: [{ path: string }, { text: string; stamp: string; encoding: string; isReadOnly: boolean }];
  save: [{ path: string; text: string; stamp?: string }, { stamp: string }];
  examples: [object, { groups: ExampleGroup[] }];
  openExample: [{ example: string }, OpenedExample];
  focus: [object, object];
  open: [{ path: string; text: string; version?: number }, object];
  change: [{ path: string; text?: string; edits?: Edit[]; version: number }, object];
  close: [{ path: string }, object];
  project: [{ roots: string[]; options?: Options }, object];
  belonging: [{ path: string; roots: string[] }, { roots: string[]; why?: string; offer?: Offer }];
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
  stack: [object, { words: MemoryWord[]; isCut: boolean }];
  heap: [object, { words: MemoryWord[]; isCut: boolean }];
  calls: [object, { frames: Frame[]; isCut: boolean }];
  jumps: [object, { jumps: Jump[] }];
  changes: [object, Changes];
  data: [{ part?: string }, { items: DataItem[]; isCut: boolean }];
  evaluate: [{ expression: string }, { value: number; text: string; label?: string }];
  why: [{ place?: string; output?: number }, { links: Link[]; isCut: boolean }];
  explain: [object, Explanation];
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
  games: [object, { games: GameEntry[]; troubles: string[] }];
  game: [
    {
      game?: GameName;
      settings?: GameSettings;
      resume?: true;
      record?: string;
      position?: string;
    },
    object,
  ];
  play: [{ move: string }, object];
  undo: [object, object];
  redo: [object, object];
  hint: [object, object];
  analyse: [{ on: boolean }, object];
  mistakes: [object, object];
  solve: [object, object];
  level: [{ level: string }, object];
  autoplay: [{ on: boolean; perSecond?: number; games?: number }, object];
  think: [{ on: boolean }, object];
  replay: [{ replay?: string; record?: string; at?: number; leave?: true }, object];
  record: [{ at?: number }, { record: string }];
  leave: [object, object];
  versus: [
    {
      game: GameName;
      settings?: GameSettings;
      position?: string;
      roots?: string[];
      options?: Options;
    },
    object,
  ];
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
