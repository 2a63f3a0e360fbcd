/**
 * The time bar: the whole recorded run in one line, with marks where something happened. Point at
 * it to learn what was there, drag to travel, use the arrows to step.
 */

import { h } from "../base/dom";
import { fileName, grouped } from "../base/format";
import { effect, signal } from "../base/reactive";
import type { TimelineMark, MarkKind } from "../model/protocol";
import type { Studio } from "../model/studio";
import type { Commands } from "./commands";

const KIND_NAMES: Record<MarkKind, string> = {
  output: "output",
  input: "input",
  key: "key",
  breakpoint: "breakpoint",
  fault: "fault",
  edit: "change by hand",
};

/** From the quietest to what must be seen: later ones are drawn over earlier ones. */
const KIND_ORDER = ["frame", "output", "key", "input", "edit", "breakpoint", "fault"];

/** At most one mark of a kind for each pixel: what is drawn does not grow with the run. */
export function thinned(
  marks: readonly TimelineMark[],
  last: number,
  width: number,
): TimelineMark[] {
  const seen = new Set<string>();
  return marks.filter((mark) => {
    const key = `${mark.kind}:${Math.round((mark.count / Math.max(1, last)) * width)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function drawMark(
  context: CanvasRenderingContext2D,
  kind: string,
  x: number,
  height: number,
): void {
  const middle = height / 2;
  context.beginPath();
  switch (kind) {
    case "fault":
      context.moveTo(x, middle - 5);
      context.lineTo(x + 5, middle);
      context.lineTo(x, middle + 5);
      context.lineTo(x - 5, middle);
      break;
    case "breakpoint":
      context.arc(x, middle, 3.5, 0, 7);
      break;
    case "input":
    case "key":
      context.moveTo(x - 3, height - 1);
      context.lineTo(x, height - 7);
      context.lineTo(x + 3, height - 1);
      break;
    case "edit":
      context.rect(x - 2.5, middle - 2.5, 5, 5);
      break;
    case "frame":
      context.rect(x, height - 3, 1, 2);
      break;
    default:
      context.rect(x - 0.5, 2, 1.5, 5);
  }
  context.fill();
}

class TimeBar {
  private readonly hover = signal<{ x: number; count: number; text: string } | undefined>(
    undefined,
  );
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  private readonly track: HTMLElement;
  private wanted: number | undefined;
  private isTravelling = false;

  constructor(
    private readonly studio: Studio,
    private readonly commands: Pick<Commands, "run">,
  ) {
    this.track = this.makeTrack();
  }

  private get range(): { now: number; last: number } {
    const state = this.studio.run.state();
    const last = Math.max(state.end, state.count, this.studio.run.timeline()?.last ?? 0);
    return { now: this.wanted ?? state.count, last };
  }

  private makeTrack(): HTMLElement {
    return h("div", {
      class: "track",
      role: "slider",
      tabindex: "0",
      "aria-label": "Time: the instructions executed",
      "aria-valuemin": "0",
      "aria-valuemax": () => this.range.last,
      "aria-valuenow": () => this.range.now,
      "aria-valuetext": () => this.spoken(),
      "aria-disabled": () => (this.studio.run.isStanding() ? null : "true"),
      onkeydown: (event: KeyboardEvent) => {
        this.key(event);
      },
      onpointerdown: (event: PointerEvent) => {
        this.grab(event);
      },
      onpointermove: (event: PointerEvent) => {
        this.point(event);
      },
      onpointerleave: () => {
        this.hover.set(undefined);
      },
    });
  }

  private spoken(): string {
    const { at } = this.studio.run.state();
    const where = at === undefined ? "" : `, ${fileName(at.path)} line ${at.line + 1}`;
    return `${grouped(this.range.now)} of ${grouped(this.range.last)} instructions${where}`;
  }

  private countAt(event: PointerEvent): number {
    const box = this.track.getBoundingClientRect();
    const part = Math.max(0, Math.min(1, (event.clientX - box.left) / Math.max(1, box.width)));
    return this.snapped(Math.round(part * this.range.last), box.width);
  }

  /** A mark within four pixels attracts: one means it, not the step beside it. */
  private snapped(count: number, width: number): number {
    const reach = (4 / Math.max(1, width)) * this.range.last;
    const marks = this.studio.run.timeline.peek()?.marks ?? [];
    let best = count;
    let distance = reach;
    for (const mark of marks) {
      const away = Math.abs(mark.count - count);
      if (away < distance) {
        best = mark.count;
        distance = away;
      }
    }
    return best;
  }

  private grab(event: PointerEvent): void {
    if (event.button !== 0 || !this.studio.run.isStanding.peek()) return;
    this.track.setPointerCapture(event.pointerId);
    this.travel(this.countAt(event));
  }

  private point(event: PointerEvent): void {
    if (this.studio.run.state.peek().kind === "idle") return;
    const count = this.countAt(event);
    const box = this.track.getBoundingClientRect();
    const x = (count / Math.max(1, this.range.last)) * box.width;
    if (this.track.hasPointerCapture(event.pointerId)) this.travel(count);
    const near = this.studio.run.timeline.peek()?.marks.find((mark) => mark.count === count);
    const said = near === undefined ? "" : KIND_NAMES[near.kind];
    this.hover.set({ x, count, text: said });
    void this.whereWas(count, x, said);
  }

  private async whereWas(count: number, x: number, said: string): Promise<void> {
    if (!this.studio.run.isStanding.peek() || this.isTravelling) return;
    const answer = await this.studio.ask("whereWas", { count });
    if (this.hover.peek()?.count !== count || answer?.path === undefined) return;
    const line = `${fileName(answer.path)}:${(answer.line ?? 0) + 1}`;
    this.hover.set({ x, count, text: said === "" ? line : `${said} · ${line}` });
  }

  /** Travels to `count`; while one journey is under way, only the last wish is kept. */
  private travel(count: number): void {
    this.wanted = count;
    this.paint();
    if (this.isTravelling) return;
    this.isTravelling = true;
    const go = async (): Promise<void> => {
      while (this.wanted !== undefined && this.wanted !== this.studio.run.state.peek().count) {
        const goal = this.wanted;
        await this.studio.run.travel(goal);
        await this.arrival();
        if (this.wanted === goal) break;
      }
      this.isTravelling = false;
      this.wanted = undefined;
      this.paint();
    };
    void go();
  }

  /** Waits for the next stop, at most two seconds. */
  private arrival(): Promise<void> {
    const { moment } = this.studio.run;
    const before = moment.peek();
    return new Promise((resolve) => {
      const timer = setTimeout(finish, 2000);
      const end = effect(() => {
        if (moment() !== before) finish();
      });
      function finish(): void {
        clearTimeout(timer);
        queueMicrotask(() => {
          end();
        });
        resolve();
      }
    });
  }

  private key(event: KeyboardEvent): void {
    const { last, now } = this.range;
    const part = Math.max(1, Math.round(last / 100));
    const jumps: Record<string, () => void> = {
      ArrowRight: () => {
        this.commands.run("step");
      },
      ArrowLeft: () => {
        this.commands.run("back");
      },
      ArrowUp: () => {
        this.commands.run("over");
      },
      ArrowDown: () => {
        this.commands.run("backOver");
      },
      Home: () => {
        this.travel(0);
      },
      End: () => {
        this.travel(last);
      },
      PageUp: () => {
        this.travel(Math.min(last, now + part));
      },
      PageDown: () => {
        this.travel(Math.max(0, now - part));
      },
    };
    const jump = jumps[event.key];
    if (jump === undefined || !this.studio.run.isStanding.peek()) return;
    event.preventDefault();
    event.stopPropagation();
    jump();
  }

  private paint(): void {
    const { now, last } = this.range;
    const width = this.track.clientWidth;
    const height = this.track.clientHeight;
    if (width === 0) return;
    const ratio = devicePixelRatio;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.track);
    const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    const x = (count: number): number => (last === 0 ? 0 : (count / last) * (width - 2) + 1);
    const middle = height / 2;
    context.fillStyle = colour("line-strong");
    context.fillRect(0, middle - 1, width, 2);
    context.fillStyle = colour("accent");
    context.fillRect(0, middle - 1, x(now), 2);
    const marks = thinned(this.studio.run.timeline.peek()?.marks ?? [], last, width);
    marks.sort((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
    const colours: Record<string, string> = {
      fault: colour("bad"),
      breakpoint: colour("bad"),
      input: colour("good"),
      key: colour("good"),
      edit: colour("warn"),
    };
    for (const mark of marks) {
      context.fillStyle = colours[mark.kind] ?? colour("quiet");
      drawMark(context, mark.kind, x(mark.count), height);
    }
    if (this.studio.run.state.peek().kind !== "idle") {
      context.fillStyle = colour("accent");
      context.beginPath();
      context.roundRect(x(now) - 2.5, 2, 5, height - 4, 2.5);
      context.fill();
    }
  }

  element(theme: () => unknown): HTMLElement {
    this.track.append(this.canvas);
    effect(() => {
      this.studio.run.state();
      this.studio.run.timeline();
      theme();
      this.paint();
    });
    new ResizeObserver(() => {
      this.paint();
    }).observe(this.track);
    return h(
      "div",
      { class: "timebar" },
      h("div", { class: "track-box" }, this.track, () => this.tip()),
      h("span", { class: "now mono", "aria-hidden": "true" }, () => {
        const { kind } = this.studio.run.state();
        if (kind === "idle") return "time starts with the run";
        // An editor's debugger says how far it is only when it stops.
        if (kind === "running" && this.range.last === 0) return "running";
        return `${grouped(this.range.now)} of ${grouped(this.range.last)}`;
      }),
    );
  }

  private tip(): HTMLElement | null {
    const shown = this.hover();
    if (shown === undefined) return null;
    const tip = h(
      "div",
      { class: "time-tip" },
      h("b", { class: "mono" }, grouped(shown.count)),
      shown.text === "" ? "" : ` · ${shown.text}`,
    );
    tip.style.left = `${shown.x}px`;
    return tip;
  }
}

export function timebar(
  studio: Studio,
  commands: Pick<Commands, "run">,
  theme: () => unknown,
): HTMLElement {
  return new TimeBar(studio, commands).element(theme);
}
