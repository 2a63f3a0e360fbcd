/** The parts of docs/protocol.md about checking, the manual and the first hour, as types. */

import type { Options } from "./protocol";

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
