/** Asking the machine whenever it stands somewhere else, as long as somebody is looking. */

import { computed, effect, signal, type Computed } from "../base/reactive";
import { h, prose, type Child } from "../base/dom";
import type { Studio } from "../model/studio";

/**
 * Calls `apply` with a new answer at every stop while the panel is visible, and with nothing when
 * there is no run. What `isLive` is asked while the run goes on too, each time that says how far
 * it is. Answers that come after the next stop, or for another run, are dropped. The result tells
 * whether what was applied last is of another step than the one the run is at.
 */
export function fresh<T>(
  studio: Studio,
  isVisible: Computed<boolean>,
  ask: () => Promise<T | undefined>,
  apply: (answer: T | undefined, isRunning: boolean) => void,
  isLive = false,
): Computed<boolean> {
  const { run } = studio;
  const number = (): number => run.current.peek()?.number ?? 0;
  const shown = signal("");
  const step = (): string => `${run.current()?.number ?? 0}:${run.moment()}`;
  let latest = 0;
  let isAsking = false;
  const request = async (isRunning: boolean): Promise<void> => {
    latest += 1;
    const [mine, moment, own] = [latest, run.moment.peek(), number()];
    isAsking = true;
    const answer = await ask();
    isAsking = false;
    if (mine !== latest || moment !== run.moment.peek() || own !== number()) return;
    apply(answer, isRunning);
    shown.set(`${own}:${moment}`);
  };
  effect(() => {
    run.moment();
    const { kind } = run.state();
    if (!isVisible()) return;
    if (kind === "idle") {
      latest += 1;
      apply(undefined, false);
    } else if (kind !== "running") void request(false);
    else if (isLive && !isAsking) void request(true);
  });
  return computed(() => {
    const { kind } = run.state();
    return kind !== "idle" && (shown() !== step() || (kind === "running" && !isLive));
  });
}

/** Dims a panel while it shows another step than the one the run is at. */
export function dimmed(box: HTMLElement, isOld: Computed<boolean>): HTMLElement {
  effect(() => {
    box.classList.toggle("old", isOld());
  });
  return box;
}

/** What a panel says when there is nothing to show: what would be here, and how to get it. */
export function empty(title: string, ...lines: Child[]): HTMLElement {
  return h(
    "div",
    { class: "empty" },
    h("p", { class: "empty-title" }, title),
    lines.map((line) => h("p", {}, typeof line === "string" ? prose(line) : line)),
  );
}
