/** The run as the page sees it: where it stands, how it moves, what it printed. */

import { computed, signal } from "../base/reactive";
import { toast, words } from "../base/toast";
import type { Connection } from "./connection";
import type { Documents } from "./documents";
import type { DialogShown, SourceLine, RequestName, Requests, State, Timeline } from "./protocol";

const IDLE: State = {
  kind: "idle",
  count: 0,
  end: 0,
  pc: 0,
  reason: { kind: "start" },
};

export type Motion =
  | "step"
  | "over"
  | "out"
  | "back"
  | "backOver"
  | "backOut"
  | "reverse"
  | "run"
  | "pause"
  | "reset"
  | "stop";

export class Run {
  readonly state = signal<State>(IDLE);
  /** Rises at every stop: whatever looks at the machine asks again. */
  readonly moment = signal(0);
  readonly timeline = signal<Timeline | undefined>(undefined);
  readonly dialog = signal<DialogShown | undefined>(undefined);
  /** Statements a second; 0 is full speed. */
  readonly speed = signal(0);
  /** The sources have changed since the start. */
  readonly isStale = signal(false);
  readonly isStanding = computed(() => {
    const { kind } = this.state();
    return kind !== "idle" && kind !== "running";
  });
  /** Called before anything is sent that depends on the text. */
  beforeStart: () => void = () => undefined;

  private moving: Promise<void> = Promise.resolve();
  private readonly arrivals: (() => void)[] = [];

  constructor(
    private readonly line: Connection,
    private readonly documents: Documents,
  ) {
    line.on("state", (state) => {
      this.arrived(state);
    });
    line.on("dialog", (dialog) => {
      this.dialog.set(dialog);
    });
  }

  private arrived(state: State): void {
    this.state.set(state);
    for (const arrive of this.arrivals.splice(0)) arrive();
    if (state.kind !== "waiting" || state.waiting !== "dialog") this.dialog.set(undefined);
    if (state.kind === "running") return;
    this.moment.update((value) => value + 1);
    if (state.kind === "idle") this.timeline.set(undefined);
    else void this.lookAtTime();
  }

  private async lookAtTime(): Promise<void> {
    const timeline = await this.line.ask("timeline", {}).catch(() => undefined);
    if (timeline !== undefined) this.timeline.set(timeline);
  }

  /** Why `motion` is not possible now; nothing if it is. */
  reason(motion: Motion): string | undefined {
    const state = this.state();
    const isThere = state.kind !== "idle";
    switch (motion) {
      case "run":
        if (state.kind === "running") return "The program is running";
        return this.documents.active() === undefined && !isThere
          ? "Open a program first"
          : undefined;
      case "pause":
        if (state.kind === "running" || (isThere && this.line.work() !== undefined)) {
          return undefined;
        }
        return "The program is not running";
      case "stop":
      case "reset":
        return isThere ? undefined : "Nothing has been started";
      case "step":
      case "over":
      case "out":
        if (state.kind === "running") return "Pause the program first";
        if (!isThere) return motion === "out" ? "Nothing has been started" : undefined;
        if (state.count < state.end) return undefined;
        if (state.kind === "ended") return "The program has ended: reset or go back";
        return state.kind === "faulted" ? "The program cannot go on: reset or go back" : undefined;
      default:
        if (state.kind === "running") return "Pause the program first";
        if (!isThere) return "Nothing has been started";
        return state.count === 0 ? "This is the beginning" : undefined;
    }
  }

  /** Moves, one motion after the other: keys may come faster than a program starts. */
  move(motion: Motion): Promise<void> {
    if (motion === "pause" || motion === "stop") return this.moveNow(motion);
    const next = this.moving.then(() => this.moveNow(motion));
    this.moving = next.catch(() => undefined);
    return next;
  }

  private async moveNow(motion: Motion): Promise<void> {
    if (this.reason(motion) !== undefined) return;
    const { kind, count, end } = this.state.peek();
    const isOver = (kind === "ended" || kind === "faulted") && count >= end;
    if (kind === "idle" && (motion === "step" || motion === "over")) {
      await this.start(false);
    } else if (motion === "run" && (kind === "idle" || isOver)) {
      await this.start(true);
    } else if (motion === "reset") {
      await this.start(false);
    } else {
      await this.send(motion, {});
    }
  }

  async start(run: boolean): Promise<boolean> {
    this.documents.sync();
    this.beforeStart();
    const roots = await this.documents.rootsToRun();
    if (roots.length === 0) return false;
    const options = this.documents.options.peek();
    this.began();
    const isStarted = await this.send("start", { roots, options, run });
    if (!isStarted) return false;
    this.isStale.set(false);
    if (this.state.peek().kind === "idle") {
      await new Promise<void>((resolve) => {
        this.arrivals.push(resolve);
      });
    }
    return true;
  }

  /** Shows a case of a check where its mistake was made. */
  async open(number: number): Promise<boolean> {
    const isOpen = await this.send("openCase", { number });
    if (isOpen) this.isStale.set(false);
    return isOpen;
  }

  /** Travels to a count, a line or a place; a second call replaces one that waits. */
  async travel(to: Requests["goto"][0]["to"]): Promise<void> {
    await this.send("goto", { to });
  }

  async toLine(place: SourceLine): Promise<void> {
    await this.travel({ path: place.path, line: place.line });
  }

  async setSpeed(perSecond: number): Promise<void> {
    this.speed.set(perSecond);
    await this.send("speed", perSecond === 0 ? {} : { perSecond });
  }

  async send<K extends RequestName>(name: K, fields: Requests[K][0]): Promise<boolean> {
    try {
      await this.line.ask(name, fields);
      return true;
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "not-assembled") this.refused();
      else if (code !== "cancelled") toast(words(error), "error");
      return false;
    }
  }

  /** A run begins: what is known about another is forgotten. */
  began: () => void = () => undefined;

  /** The program has mistakes; whoever shows problems is told. */
  refused: () => void = () => undefined;
}
