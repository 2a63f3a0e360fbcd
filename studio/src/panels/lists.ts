/** Stack, calls and symbols: lists of what the machine has. */

import { h, prose } from "../base/dom";
import { fileName, grouped, hex } from "../base/format";
import { signal, type Computed } from "../base/reactive";
import type { Frame, Label, StackWord } from "../model/protocol";
import type { Studio } from "../model/studio";
import { empty, fresh } from "./fresh";

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

export const stackPanel: Make = (studio, isVisible) => {
  const words = signal<readonly StackWord[] | undefined>(undefined);
  fresh(
    studio,
    isVisible,
    () => studio.ask("stack", {}),
    (answer) => {
      words.set(answer?.words);
    },
  );
  const row = (word: StackWord): HTMLElement =>
    h(
      "tr",
      { class: word.isTop === true ? "top" : "" },
      h("td", { class: "mono quiet" }, hex(word.address)),
      h("td", { class: "mono" }, hex(word.value)),
      h("td", { class: "mono number" }, String(word.value | 0)),
      h("td", {}, word.label ?? ""),
      h("td", { class: "quiet" }, word.text === undefined ? "" : prose(word.text)),
    );
  return h("div", { class: "fill scroll" }, () => {
    const list = words();
    if (list === undefined) {
      return empty("No stack yet", "While a program is paused, the words above `$sp` are here.");
    }
    if (list.length === 0) {
      return empty("The stack is empty", "`addi $sp, $sp, -4` makes room for a word on it.");
    }
    return h("table", { class: "list", "aria-label": "Stack" }, list.map(row));
  });
};

export function callsPanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const frames = signal<readonly Frame[] | undefined>(undefined);
    fresh(
      studio,
      isVisible,
      () => studio.ask("calls", {}),
      (answer) => {
        frames.set(answer?.frames);
      },
    );
    const row = (frame: Frame, index: number): HTMLElement =>
      h(
        "tr",
        { class: index === 0 ? "top" : "" },
        h("td", { class: "mono" }, h("b", {}, frame.name)),
        h("td", { class: "mono quiet" }, frame.arguments.map((value) => hex(value)).join(", ")),
        h(
          "td",
          {},
          frame.path !== undefined && frame.line !== undefined
            ? lineLink(go, frame.path, frame.line)
            : hex(frame.address),
        ),
        h("td", { class: "quiet" }, frame.isSuspicious ? "the return address was changed" : ""),
        h(
          "td",
          {},
          frame.count === undefined
            ? null
            : h(
                "button",
                {
                  class: "link",
                  title: "Travel to the call",
                  onclick: () => void studio.run.travel(frame.count ?? 0),
                },
                `at ${grouped(frame.count)}`,
              ),
        ),
      );
    return h("div", { class: "fill scroll" }, () => {
      const list = frames();
      if (list === undefined || list.length === 0) {
        return empty(
          "No calls",
          "Procedures that were called with `jal` and have not returned yet are listed here, innermost first.",
        );
      }
      return h("table", { class: "list", "aria-label": "Calls" }, list.map(row));
    });
  };
}

export function symbolsPanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const labels = signal<readonly Label[] | undefined>(undefined);
    const query = signal("");
    fresh(
      studio,
      isVisible,
      () => studio.ask("labels", {}),
      (answer) => {
        labels.set(answer?.labels);
      },
    );
    const row = (label: Label): HTMLElement =>
      h(
        "tr",
        {},
        h("td", { class: "mono" }, h("b", {}, label.name)),
        h("td", { class: "mono" }, hex(label.address)),
        h("td", { class: "quiet" }, label.isData ? "data" : "text"),
        h(
          "td",
          {},
          label.path !== undefined && label.line !== undefined
            ? lineLink(go, label.path, label.line)
            : null,
        ),
      );
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
      h("div", { class: "scroll" }, () => {
        const all = labels();
        if (all === undefined) {
          return empty(
            "No symbols yet",
            "Labels and their addresses are here once the program is started.",
          );
        }
        const wanted = query().toLowerCase();
        const found = all.filter((label) => label.name.toLowerCase().includes(wanted));
        return h(
          "table",
          { class: "list", "aria-label": "Symbols" },
          found.slice(0, 1000).map(row),
        );
      }),
    );
  };
}
