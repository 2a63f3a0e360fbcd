/**
 * The owner of the run: which one it is, where it stands, how it moves, and what has become of it.
 *
 * Whatever shows something of a run either reads the signals here or is told by `follow` that the
 * run it has shown is another one now, or gone. Nothing else decides that.
 */

import { fileName } from "../base/format";
import { computed, signal, type Computed } from "../base/reactive";
import { toast, words } from "../base/toast";
import type { Connection } from "./connection";
import type { Documents } from "./documents";
import type {
  DialogShown,
  Landmark,
  RequestName,
  Requests,
  RunBegan,
  SourceLine,
  RunState,
  Timeline,
} from "./protocol";

const IDLE: RunState = {
  kind: "idle",
  count: 0,
  end: 0,
  reason: { kind: "start" },
};

/**
 * What can become of a run: the first of a session has begun, it stands, it was brought to another
 * step, it is over, another one is in its place, there is none any more.
 */
export type Fate = "began" | "paused" | "travelled" | "ended" | "replaced" | "gone";

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

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join("\n") === other.toSorted().join("\n");

export class Run {
  readonly state = signal<RunState>(IDLE);
  /** The run there is; none while nothing was started. */
  readonly current = signal<RunBegan | undefined>(undefined);
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
  /** Whether what runs is another program than the one that F5 would start. */
  readonly isOther: Computed<boolean>;
  /** Called before anything is sent that depends on the text. */
  beforeStart: () => void = () => undefined;

  private moving: Promise<void> = Promise.resolve();
  private readonly arrivals: (() => void)[] = [];
  private readonly followers: ((fate: Fate) => void)[] = [];

  constructor(
    private readonly line: Connection,
    private readonly documents: Documents,
  ) {
    this.isOther = computed(() => {
      const roots = this.current()?.roots;
      const wanted = documents.runs();
      return roots !== undefined && wanted.length > 0 && !isSameSet(roots, wanted);
    });
    line.on("began", (began) => {
      this.began(began);
    });
    line.on("state", (state) => {
      this.arrived(state);
    });
    line.on("dialog", (dialog) => {
      this.dialog.set(dialog);
    });
  }

  /** Lets `listener` hear what becomes of runs, before anything else is known about the next. */
  follow(listener: (fate: Fate) => void): void {
    this.followers.push(listener);
  }

  private tell(fate: Fate): void {
    for (const listener of this.followers) listener(fate);
  }

  /** A run is there; what was known about another is true no more. */
  private began(began: RunBegan): void {
    const before = this.current.peek();
    // A page that comes back to its session hears of the same run again.
    const isSame = before?.number === began.number;
    this.current.set(began);
    this.isStale.set(false);
    if (isSame) return;
    this.forget();
    this.tell(before === undefined ? "began" : "replaced");
    // A run after another keeps its speed; the first one must be told.
    if (before === undefined && this.speed.peek() !== 0) void this.setSpeed(this.speed.peek());
  }

  private forget(): void {
    this.timeline.set(undefined);
    this.dialog.set(undefined);
  }

  /** There is no run any more: it was stopped, or the service that had it is another one now. */
  gone(): void {
    // Whoever waits for a state of it would wait for ever.
    for (const arrive of this.arrivals.splice(0)) queueMicrotask(arrive);
    this.forget();
    this.isStale.set(false);
    const wasThere = this.current.peek() !== undefined;
    this.current.set(undefined);
    if (this.state.peek().kind !== "idle") {
      this.state.set(IDLE);
      this.moment.update((value) => value + 1);
    }
    if (wasThere) this.tell("gone");
  }

  private arrived(state: RunState): void {
    const before = this.state.peek();
    for (const arrive of this.arrivals.splice(0)) queueMicrotask(arrive);
    if (state.kind === "idle") {
      this.gone();
      return;
    }
    this.state.set(state);
    if (state.kind !== "waiting" || state.waiting !== "dialog") this.dialog.set(undefined);
    if (state.kind === "running") return;
    this.moment.update((value) => value + 1);
    void this.lookAtTime();
    const isOver = state.kind === "ended" || state.kind === "faulted";
    if (isOver) this.tell("ended");
    else this.tell(state.count < before.count ? "travelled" : "paused");
  }

  private async lookAtTime(): Promise<void> {
    const number = this.current.peek()?.number;
    const timeline = await this.line.ask("timeline", {}).catch(() => undefined);
    if (timeline !== undefined && this.current.peek()?.number === number) {
      this.timeline.set(timeline);
    }
  }

  /** What runs, in a few words. */
  name(): string {
    const [first, ...others] = this.current()?.roots ?? [];
    if (first === undefined) return "The program";
    return others.length === 0 ? fileName(first) : `${fileName(first)} and others`;
  }

  /** Why `motion` is not possible now; nothing if it is. */
  reason(motion: Motion): string | undefined {
    const state = this.state();
    const isThere = state.kind !== "idle";
    const hasFile = this.documents.active() !== undefined;
    switch (motion) {
      case "run":
        if (state.kind === "running") return `${this.name()} is running`;
        return hasFile || isThere ? undefined : "Open a program first";
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
        if (!isThere && motion === "out") return "Nothing has been started";
        if (!isThere) return hasFile ? undefined : "Open a program first";
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
    } else if (motion === "run" && (await this.isOfOthers())) {
      await this.startInstead();
    } else if (motion === "reset") {
      await this.reset();
    } else {
      await this.send(motion, {});
    }
  }

  /** The same program from its beginning, with the options it had unless others were chosen. */
  private async reset(): Promise<void> {
    this.documents.sync();
    if (this.isStale.peek() && !(await this.isOfOthers())) await this.start(false);
    else await this.send("reset", {});
  }

  /** The user turns to another program: this one ends, and nothing of it stays. */
  leave(): void {
    if (this.state.peek().kind !== "idle") void this.send("stop", {});
    this.startClean();
  }

  /** Nothing of any run is known or shown any more. */
  startClean(): void {
    this.gone();
    this.tell("replaced");
  }

  /** Whether the program in front of the user is not the one that stands somewhere. */
  private async isOfOthers(): Promise<boolean> {
    if (this.documents.active.peek() === undefined) return false;
    await this.documents.settle();
    return this.isOther();
  }

  /** Runs what is in front, and says what was paused for it. */
  private async startInstead(): Promise<void> {
    const left = this.current.peek();
    const name = this.name();
    if (!(await this.start(true)) || left === undefined) return;
    toast(`${name} was paused; it ended when this program was started.`, "info", [
      {
        title: `Run ${name} again`,
        run: () => void this.startThese(left.roots),
      },
    ]);
  }

  private async startThese(roots: readonly string[]): Promise<void> {
    const options = this.documents.optionsOf(roots);
    await this.send("start", { roots: [...roots], options, run: true });
  }

  /** Goes on with the run there is, whatever is in front. */
  async goOn(): Promise<void> {
    await this.send("run", {});
  }

  async start(run: boolean): Promise<boolean> {
    this.documents.sync();
    this.beforeStart();
    const roots = await this.documents.rootsToRun();
    if (roots.length === 0) return false;
    const options = this.documents.optionsOf(roots);
    const isStarted = await this.send("start", { roots, options, run });
    if (isStarted && this.state.peek().kind === "idle") await this.nextState();
    return isStarted;
  }

  private nextState(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.arrivals.push(resolve);
    });
  }

  /** Shows a case of a check where its mistake was made, as far as that is known. */
  open(number: number): Promise<boolean> {
    return this.send("openCase", { number });
  }

  /** Travels to a count, a line or a place; a second call replaces one that waits. */
  async travel(to: Requests["goto"][0]["to"]): Promise<void> {
    await this.send("goto", { to });
  }

  /** Why there is no way to a stop of a kind; nothing if there is. */
  reasonToStop(back: boolean): string | undefined {
    return this.reason(back ? "back" : "step");
  }

  /** Goes to the next stop of a kind, or back to the last one. */
  async stopAt(next: Landmark, back: boolean): Promise<void> {
    if (this.state.peek().kind === "idle" && !(await this.start(false))) return;
    await this.travel({ next, ...(back ? { back } : {}) });
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
      else if (code === "not-started") this.gone();
      else if (code !== "cancelled") toast(words(error), "error");
      return false;
    }
  }

  /** The program has mistakes; whoever shows problems is told. */
  refused: () => void = () => undefined;
}
