/** Asking the machine whenever it stands somewhere else, as long as somebody is looking. */

import { effect, type Computed } from "../base/reactive";
import { h, prose, type Child } from "../base/dom";
import type { Studio } from "../model/studio";

/**
 * Calls `apply` with a new answer at every stop while the panel is visible, and with nothing when
 * there is no run. Answers that come after the next stop are dropped.
 */
export function fresh<T>(
  studio: Studio,
  isVisible: Computed<boolean>,
  ask: () => Promise<T | undefined>,
  apply: (answer: T | undefined) => void,
): void {
  let latest = 0;
  effect(() => {
    const moment = studio.run.moment();
    const isIdle = studio.run.state().kind === "idle";
    if (!isVisible()) return;
    if (isIdle) {
      latest += 1;
      apply(undefined);
    } else if (studio.run.isStanding()) {
      latest += 1;
      const mine = latest;
      void ask().then((answer) => {
        if (mine === latest && moment === studio.run.moment.peek()) apply(answer);
      });
    }
  });
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
