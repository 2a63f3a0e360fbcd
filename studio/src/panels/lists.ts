/** Symbols with their contents; what all lists have in common. */

import { h } from "../base/dom";
import { fileName, hex } from "../base/format";
import { signal, type Computed } from "../base/reactive";
import type { DataItem, ProgramLabel } from "../model/protocol";
import type { Studio } from "../model/studio";
import { dimmed, empty, fresh } from "./fresh";

export type Make = (studio: Studio, isVisible: Computed<boolean>) => HTMLElement;

export interface Navigator {
  open(path: string, line: number, column?: number): Promise<void>;
}

/** A link to a line. */
export function lineLink(go: Navigator, path: string, line: number, column = 0): HTMLElement {
  return h(
    "button",
    {
      class: "link",
      title: path,
      onclick: () => void go.open(path, line, column),
    },
    `${fileName(path)}:${line + 1}`,
  );
}

/** Of a label its address, its contents, and its line. */
function symbolRow(go: Navigator, label: ProgramLabel, item: DataItem | undefined): HTMLElement {
  const kind = item === undefined ? "" : `${item.isGuessed ? "as " : ""}${item.kind}`;
  const title = item === undefined ? "" : `${item.bytes} bytes`;
  return h(
    "tr",
    {},
    h("td", { class: "mono" }, h("b", {}, label.name)),
    h("td", { class: "mono quiet" }, hex(label.address)),
    h("td", { class: "quiet", title }, label.isData ? kind || "data" : "text"),
    h(
      "td",
      {},
      label.path !== undefined && label.line !== undefined
        ? lineLink(go, label.path, label.line)
        : null,
    ),
    h("td", { class: "mono" }, item?.text ?? ""),
  );
}

interface Symbols {
  labels: readonly ProgramLabel[];
  data: ReadonlyMap<number, DataItem>;
}

async function symbols(studio: Studio): Promise<Symbols | undefined> {
  const [labels, data] = await Promise.all([studio.ask("labels", {}), studio.ask("data", {})]);
  if (labels === undefined) return undefined;
  const items = data?.items ?? [];
  return { labels: labels.labels, data: new Map(items.map((item) => [item.address, item])) };
}

export function symbolsPanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const found = signal<Symbols | undefined>(undefined);
    const query = signal("");
    const isOld = fresh(studio, isVisible, () => symbols(studio), found.set);
    const table = (): HTMLElement => {
      const all = found();
      if (all === undefined) {
        return empty(
          "No symbols yet",
          "Labels, addresses and contents appear here once the program has started.",
        );
      }
      const wanted = query().toLowerCase();
      const labels = all.labels.filter((label) => label.name.toLowerCase().includes(wanted));
      return h(
        "table",
        { class: "list", "aria-label": "Symbols" },
        labels.slice(0, 1000).map((label) => symbolRow(go, label, all.data.get(label.address))),
      );
    };
    return h(
      "div",
      { class: "fill column" },
      h(
        "div",
        { class: "bar" },
        h("input", {
          class: "grow",
          placeholder: "Filter labels",
          "aria-label": "Filter labels",
          oninput: (event: Event) => {
            query.set((event.target as HTMLInputElement).value);
          },
        }),
      ),
      dimmed(h("div", { class: "scroll" }, table), isOld),
    );
  };
}
