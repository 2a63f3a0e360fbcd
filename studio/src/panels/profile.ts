/** Where the instructions went, by line. */

import { h, type Child } from "../base/dom";
import { grouped } from "../base/format";
import { signal } from "../base/reactive";
import type { Profile } from "../model/protocol";
import { empty, fresh } from "./fresh";
import { lineLink, type Make, type Navigator } from "./lists";

const ROWS = 50;

function share(count: number, total: number): Child {
  const part = count / Math.max(1, total);
  const fill = h("span", { class: "share" });
  fill.style.width = `${Math.max(1, 100 * part)}%`;
  return [h("span", { class: "shares" }, fill), `${(100 * part).toFixed(1)} %`];
}

function table(label: string, heads: readonly string[], rows: readonly Child[][]): HTMLElement {
  return h(
    "table",
    { class: "list", "aria-label": label },
    h(
      "tr",
      {},
      heads.map((head) => h("th", {}, head)),
    ),
    rows.map((row) =>
      h(
        "tr",
        {},
        row.map((cell) => h("td", { class: "mono" }, cell)),
      ),
    ),
  );
}

export function profilePanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const profile = signal<Profile | undefined>(undefined);
    const show = (answer: Profile | undefined): void => {
      profile.set(answer);
    };
    fresh(studio, isVisible, () => studio.ask("profile", {}), show);
    return h("div", { class: "fill scroll" }, () => {
      const now = profile();
      if (now === undefined || now.total === 0) {
        return empty(
          "Nothing measured yet",
          "After a run, the lines that were executed most are here.",
        );
      }
      const lines = now.lines
        .slice(0, ROWS)
        .map((one) => [
          lineLink(go, one.path, one.line),
          grouped(one.count),
          share(one.count, now.total),
        ]);
      const note = now.isSampled ? h("p", { class: "flags" }, "Counted at intervals.") : null;
      return [note, table("Lines", ["Line", "Instructions", ""], lines)];
    });
  };
}
