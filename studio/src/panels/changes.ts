/** What is other than at the last stop: registers, and words of memory. */

import { h } from "../base/dom";
import { grouped, hex } from "../base/format";
import { signal } from "../base/reactive";
import type { Changed, Changes } from "../model/protocol";
import type { Studio } from "../model/studio";
import { dimmed, empty, fresh } from "./fresh";
import { momentLink } from "./frames";
import type { Make } from "./lists";

function shown(value: Changed["was"]): string {
  return typeof value === "number" ? `${value | 0}` : value;
}

function row(studio: Studio, change: Changed): HTMLElement {
  const { was, is } = change;
  const bits = typeof is === "number" ? hex(is) : "";
  return h(
    "tr",
    {},
    h("td", { class: "mono" }, h("b", {}, change.name)),
    h("td", { class: "mono number quiet" }, shown(was)),
    h("td", { class: "quiet" }, "→"),
    h("td", { class: "mono number" }, shown(is)),
    h("td", { class: "mono quiet" }, bits),
    h(
      "td",
      {},
      h(
        "button",
        {
          class: "link",
          "aria-label": `Why ${change.name}`,
          onclick: () => void studio.why({ place: change.place }, change.name),
        },
        "why?",
      ),
    ),
  );
}

export const changesPanel: Make = (studio, isVisible) => {
  const changes = signal<Changes | undefined>(undefined);
  const isOld = fresh(
    studio,
    isVisible,
    () => studio.ask("changes", {}),
    (answer) => {
      changes.set(answer);
    },
  );
  const box = h("div", { class: "fill scroll" }, () => {
    const found = changes();
    if (found === undefined) {
      return empty(
        "Nothing to compare with",
        "After a step or a run, what has changed since the stop before it is listed here.",
      );
    }
    const all = [...found.registers, ...found.words];
    const heading = h(
      "p",
      { class: "changes-since quiet" },
      all.length === 0 ? "Nothing has changed since " : "Changed since ",
      momentLink(studio, found.since, "Travel back to the stop before"),
    );
    return [
      heading,
      h(
        "table",
        { class: "list", "aria-label": "Changes" },
        all.map((one) => row(studio, one)),
      ),
      found.more > 0 &&
        h("p", { class: "changes-since quiet" }, `and ${grouped(found.more)} more words`),
    ];
  });
  return dimmed(box, isOld);
};
