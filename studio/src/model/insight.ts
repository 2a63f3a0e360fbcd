/** What is known about a run besides where it is: why it failed, notes, findings of checks. */

import { computed, effect, signal, type Computed } from "../base/reactive";
import type { Connection } from "./connection";
import type { Explanation, CheckFinding, WhyLink, RunNote, SourceLine } from "./protocol";
import type { Run } from "./run";

/** The panels ask first; what takes longer waits until they have been answered, in milliseconds. */
const AFTER_FAULT = 30;
/** Whoever pauses often goes on at once: nobody wants to wait for an answer then. */
const AFTER_PAUSE = 400;

/** Something to be said at a line of the program, because of what it did. */
export interface Remark {
  kind: "fault" | "cause" | "endless" | "finding" | "note";
  place?: SourceLine | undefined;
  code?: string;
  text: string;
  /** What is known besides, a line each. */
  details: readonly string[];
  help: readonly string[];
  /** Other lines that have to do with it. */
  related: readonly { place: SourceLine; text: string }[];
  /** The chain behind the value, for those who ask why. */
  links: readonly WhyLink[];
  /** The step that it is about. */
  count?: number | undefined;
}

function placeOf(told: Partial<SourceLine>): SourceLine | undefined {
  const { path, line } = told;
  return path === undefined || line === undefined ? undefined : { path, line };
}

function ofNote({ code, message, place }: RunNote): Remark {
  return {
    kind: "note",
    place,
    code,
    text: message,
    details: [],
    help: [],
    related: [],
    links: [],
  };
}

function ofFinding({ code, message, places, help, count }: CheckFinding): Remark {
  const [first, ...others] = places;
  return {
    kind: "finding",
    place: first,
    code,
    text: message,
    details: [],
    help: [help],
    related: others.map((place) => ({ place, text: place.text })),
    links: [],
    count,
  };
}

export class Insight {
  readonly notes = signal<readonly RunNote[]>([]);
  readonly findings = signal<readonly CheckFinding[]>([]);
  /** Whether the checks have seen everything. */
  readonly isChecked = signal(true);
  readonly explanation = signal<Explanation | undefined>(undefined);
  /** Everything there is to say, the gravest first. */
  readonly remarks: Computed<readonly Remark[]>;

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The end that an explanation is about, or was asked about. */
  private explained = -1;

  constructor(
    private readonly line: Connection,
    private readonly run: Run,
  ) {
    this.remarks = computed(() => [
      ...this.ofEnd(),
      ...this.findings().map(ofFinding),
      ...this.notes().map(ofNote),
    ]);
    line.on("notes", ({ items }) => {
      this.notes.set(items);
    });
    line.on("findings", ({ items, isWhole }) => {
      this.findings.set(items);
      this.isChecked.set(isWhole);
    });
    run.follow((fate) => {
      if (fate === "began" || fate === "replaced" || fate === "gone") this.forget();
    });
    this.follow();
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.explained = -1;
    this.notes.set([]);
    this.findings.set([]);
    this.isChecked.set(true);
    this.explanation.set(undefined);
  }

  /** Asks for an explanation when a run has failed, or somebody has stopped it. */
  private follow(): void {
    effect(() => {
      const state = this.run.state();
      // It stays for whoever travels back, and goes when the run goes on or is changed.
      if (state.end !== this.explained || state.reason.kind === "changed") {
        clearTimeout(this.timer);
        this.explanation.set(undefined);
        this.explained = -1;
      }
      const hasFailed = state.kind === "faulted";
      const isPaused = state.kind === "paused" && state.reason.kind === "pause";
      const isAtEnd = state.count === state.end;
      if (this.explained >= 0 || !isAtEnd || !(hasFailed || isPaused)) return;
      this.explained = state.end;
      const ask = (): void => void this.explain(state.end);
      this.timer = setTimeout(ask, hasFailed ? AFTER_FAULT : AFTER_PAUSE);
    });
  }

  private async explain(end: number): Promise<void> {
    const number = this.run.current.peek()?.number;
    const found = await this.line.ask("explain", {}).catch(() => undefined);
    const isSame = this.run.current.peek()?.number === number;
    if (found !== undefined && isSame && this.run.state.peek().end === end) {
      this.explanation.set(found);
    }
  }

  private ofEnd(): Remark[] {
    const found = this.explanation();
    const fault = found?.fault ?? this.run.state().fault;
    const made: Remark[] = [];
    const cause = found?.cause;
    const causePlace = cause === undefined ? undefined : placeOf(cause);
    if (fault !== undefined) {
      const jump = found?.jump === undefined ? undefined : placeOf(found.jump);
      const place = fault.place ?? jump;
      const related =
        cause === undefined || causePlace === undefined
          ? []
          : [{ place: causePlace, text: cause.text }];
      const calls = (found?.calls ?? []).map((call) => `called from ${call}`);
      const astray = found?.astray === undefined ? [] : [found.astray];
      const { code, message: text, help } = fault;
      const details = [fault.label, ...fault.notes, ...astray, ...calls].filter(
        (one) => one !== "",
      );
      const links = found?.links ?? [];
      made.push({ kind: "fault", place, code, text, details, help, related, links });
    }
    if (cause !== undefined) {
      const { text, count } = cause;
      const links = fault === undefined ? (found?.links ?? []) : [];
      const help = fault === undefined ? (found?.help ?? []) : [];
      const place = causePlace;
      made.push({ kind: "cause", place, text, details: [], help, related: [], links, count });
    }
    const endless = found?.endless;
    if (endless !== undefined && cause === undefined) {
      const { text, notes: details = [] } = endless;
      const place = placeOf(endless);
      const help = found?.help ?? [];
      made.push({ kind: "endless", place, text, details, help, related: [], links: [] });
    }
    return made;
  }
}
