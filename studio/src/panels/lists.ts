/** The panels that are lists: stack, calls, symbols, watch, breakpoints, problems, profile. */

import { h, prose, type Child } from "../base/dom";
import { counted, fileName, grouped, hex } from "../base/format";
import { icon } from "../base/icons";
import { signal, type Computed } from "../base/reactive";
import type { Breakpoint, Diagnostic, Frame, Label, Profile, StackWord } from "../model/protocol";
import type { Studio } from "../model/studio";
import { empty, fresh } from "./fresh";

type Make = (studio: Studio, isVisible: Computed<boolean>) => HTMLElement;

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
  fresh(studio, isVisible, () => studio.ask("stack", {}), (answer) => {
    words.set(answer?.words);
  });
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
    fresh(studio, isVisible, () => studio.ask("calls", {}), (answer) => {
      frames.set(answer?.frames);
    });
    const row = (frame: Frame, index: number): HTMLElement =>
      h(
        "tr",
        { class: index === 0 ? "top" : "" },
        h("td", { class: "mono" }, h("b", {}, frame.name)),
        h("td", { class: "mono quiet" }, frame.arguments.map((value) => hex(value)).join(", ")),
        h("td", {}, frame.path !== undefined && frame.line !== undefined
          ? lineLink(go, frame.path, frame.line)
          : hex(frame.address)),
        h("td", { class: "quiet" }, frame.isSuspicious ? "the return address was changed" : ""),
        h("td", {}, frame.count === undefined ? null : h(
          "button",
          { class: "link", title: "Travel to the call", onclick: () => void studio.run.travel(frame.count ?? 0) },
          `at ${grouped(frame.count)}`,
        )),
      );
    return h("div", { class: "fill scroll" }, () => {
      const list = frames();
      if (list === undefined || list.length === 0) {
        return empty("No calls", "Procedures that were called with `jal` and have not returned yet are listed here, innermost first.");
      }
      return h("table", { class: "list", "aria-label": "Calls" }, list.map(row));
    });
  };
}

export function symbolsPanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const labels = signal<readonly Label[] | undefined>(undefined);
    const query = signal("");
    fresh(studio, isVisible, () => studio.ask("labels", {}), (answer) => {
      labels.set(answer?.labels);
    });
    const row = (label: Label): HTMLElement =>
      h(
        "tr",
        {},
        h("td", { class: "mono" }, h("b", {}, label.name)),
        h("td", { class: "mono" }, hex(label.address)),
        h("td", { class: "quiet" }, label.isData ? "data" : "text"),
        h("td", {}, label.path !== undefined && label.line !== undefined
          ? lineLink(go, label.path, label.line)
          : null),
      );
    return h(
      "div",
      { class: "fill column" },
      h("div", { class: "bar" }, h("input", {
        class: "grow",
        placeholder: "Filter labels",
        "aria-label": "Filter labels",
        oninput: (event: Event) => { query.set((event.target as HTMLInputElement).value); },
      })),
      h("div", { class: "scroll" }, () => {
        const all = labels();
        if (all === undefined) {
          return empty("No symbols yet", "Labels and their addresses are here once the program is started.");
        }
        const wanted = query().toLowerCase();
        const found = all.filter((label) => label.name.toLowerCase().includes(wanted));
        return h("table", { class: "list", "aria-label": "Symbols" }, found.slice(0, 1000).map(row));
      }),
    );
  };
}

export const watchPanel: Make = (studio, isVisible) => {
  const values = signal<ReadonlyMap<string, string>>(new Map());
  const ask = async (): Promise<ReadonlyMap<string, string>> => {
    const list = studio.expressions.peek();
    const answers = await Promise.all(
      list.map(async (expression) => {
        try {
          const { value, text, label } = await studio.line.ask("evaluate", { expression });
          const shown = `${hex(value)}  ${text}`;
          return [expression, label === undefined ? shown : `${shown}  ${label}`] as const;
        } catch (error) {
          return [expression, error instanceof Error ? error.message : ""] as const;
        }
      }),
    );
    return new Map(answers);
  };
  fresh(studio, isVisible, ask, (answer) => {
    values.set(answer ?? new Map());
  });
  const again = (): void => {
    if (studio.run.isStanding.peek()) void ask().then((found) => { values.set(found); });
  };
  const add = (event: Event): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector("input");
    const text = input?.value.trim() ?? "";
    if (input === null || text === "") return;
    studio.setExpressions([...studio.expressions.peek(), text]);
    input.value = "";
    again();
  };
  const row = (expression: string, index: number): HTMLElement =>
    h(
      "tr",
      {},
      h("td", { class: "mono" }, expression),
      h("td", { class: "mono" }, () => values().get(expression) ?? "—"),
      h("td", { class: "actions" }, h("button", {
        class: "icon-button",
        "aria-label": `Remove ${expression}`,
        onclick: () => {
          studio.setExpressions(studio.expressions.peek().filter((_, at) => at !== index));
        },
      }, icon("close"))),
    );
  return h(
    "div",
    { class: "fill column" },
    h("form", { class: "bar", onsubmit: add },
      h("input", { class: "grow", placeholder: "$t0 * 4, w[array + 8], label …", "aria-label": "Expression to watch", spellcheck: "false" }),
      h("button", { type: "submit" }, "Watch"),
    ),
    h("div", { class: "scroll" }, () =>
      studio.expressions().length === 0
        ? empty("Nothing is watched", "Type an expression: its value is shown at every stop.")
        : h("table", { class: "list" }, studio.expressions().map(row)),
    ),
  );
};

function describe(item: Breakpoint): Child {
  if (item.label !== undefined) return h("code", {}, item.label);
  if (item.service !== undefined) {
    return item.service === null ? "any service" : `service ${item.service}`;
  }
  if (item.exception === true) return "any exception";
  return item.address === undefined ? "" : hex(item.address);
}

export function breakpointsPanel(go: Navigator, edit: (item: Breakpoint) => void): Make {
  return (studio) => {
    const { breakpoints } = studio;
    const toggle = (item: Breakpoint) => (event: Event): void => {
      breakpoints.put({ ...item, enabled: (event.target as HTMLInputElement).checked });
    };
    const row = (item: Breakpoint): HTMLElement =>
      h(
        "tr",
        {},
        h("td", {}, h("input", { type: "checkbox", checked: item.enabled !== false, "aria-label": "Enabled", onchange: toggle(item) })),
        h("td", {}, item.path !== undefined && item.line !== undefined ? lineLink(go, item.path, item.line) : describe(item)),
        h("td", { class: "mono" }, item.condition ?? (item.log === undefined ? "" : `says “${item.log}”`)),
        h("td", { class: "quiet" }, item.message ?? (item.hits === undefined || item.hits === 0 ? "" : counted(item.hits, "hit"))),
        h("td", { class: "actions" },
          h("button", { class: "icon-button", "aria-label": "Edit", onclick: () => { edit(item); } }, icon("edit")),
          h("button", { class: "icon-button", "aria-label": "Remove", onclick: () => { breakpoints.remove(item.id); } }, icon("close")),
        ),
      );
    return h(
      "div",
      { class: "fill scroll" },
      () => {
        const items = breakpoints.items();
        const watches = breakpoints.watches();
        if (items.length === 0 && watches.length === 0) {
          return empty("No breakpoints", "Click left of a line number, or press `F9` on a line. A right click sets a condition such as `$t0 == 4`.");
        }
        return [
          h("table", { class: "list", "aria-label": "Breakpoints" }, items.map(row),
          watches.map((watch) => h("tr", {},
            h("td", {}, icon("clock")),
            h("td", { class: "mono" }, watch.place),
            h("td", {}, `stops on ${watch.on}`),
            h("td", { class: "quiet" }, watch.message ?? (watch.hits === undefined ? "" : counted(watch.hits, "hit"))),
            h("td", { class: "actions" }, h("button", { class: "icon-button", "aria-label": `Remove watch of ${watch.place}`, onclick: () => {
              void breakpoints.setWatches(watches.filter((other) => other.id !== watch.id));
            } }, icon("close"))),
          ))),
        ];
      },
    );
  };
}

export function problemsPanel(go: Navigator, explain: (code: string) => void): Make {
  return (studio) => {
    const row = (path: string, item: Diagnostic): HTMLElement =>
      h(
        "li",
        { class: `problem ${item.severity}` },
        icon(item.severity === "error" ? "error" : "warning"),
        h("div", { class: "what" },
          h("button", { class: "message link", onclick: () => void go.open(path, item.span.from[0], item.span.from[1]) }, prose(item.message)),
          item.help.map((text) => h("p", { class: "quiet" }, prose(text))),
          item.fixes.length === 0 ? null : h("div", { class: "fixes" }, item.fixes.map((fix) =>
            h("button", { class: "small", onclick: () => void studio.documents.apply(fix.edits, path) }, fix.title))),
        ),
        h("button", { class: "link code", title: `What does ${item.code} mean?`, onclick: () => { explain(item.code); } }, item.code),
        lineLink(go, path, item.span.from[0], item.span.from[1]),
      );
    return h("div", { class: "fill scroll" }, () => {
      const all = [...studio.documents.diagnostics()].flatMap(([path, items]) =>
        items.map((item) => ({ path, item })));
      if (all.length === 0) {
        return empty("No problems", "Mistakes appear here while you type, with their fixes.");
      }
      all.sort((a, b) => a.item.severity.localeCompare(b.item.severity));
      return h("ul", { class: "problems" }, all.slice(0, 500).map(({ path, item }) => row(path, item)));
    });
  };
}

export function profilePanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const profile = signal<Profile | undefined>(undefined);
    fresh(studio, isVisible, () => studio.ask("profile", {}), (answer) => { profile.set(answer); });
    const bar = (count: number, total: number): HTMLElement => {
      const fill = h("span", { class: "share" });
      fill.style.width = `${Math.max(1, (100 * count) / Math.max(1, total))}%`;
      return h("span", { class: "shares" }, fill);
    };
    const percent = (count: number, total: number): string =>
      `${((100 * count) / Math.max(1, total)).toFixed(1)} %`;
    return h("div", { class: "fill scroll" }, () => {
      const now = profile();
      if (now === undefined || now.total === 0) {
        return empty("Nothing measured yet", "After a run, the lines and procedures that were executed most are here.");
      }
      return h("div", { class: "two" },
        h("table", { class: "list", "aria-label": "Procedures" },
          h("tr", {}, h("th", {}, "Procedure"), h("th", { class: "number" }, "Instructions"), h("th", {}, ""), h("th", { class: "number" }, "Calls")),
          now.procedures.slice(0, 50).map((one) => h("tr", {},
            h("td", { class: "mono" }, one.name),
            h("td", { class: "number mono" }, grouped(one.count)),
            h("td", {}, bar(one.count, now.total), " ", percent(one.count, now.total)),
            h("td", { class: "number mono" }, grouped(one.calls))))),
        h("table", { class: "list", "aria-label": "Lines" },
          h("tr", {}, h("th", {}, "Line"), h("th", { class: "number" }, "Instructions"), h("th", {}, "")),
          now.lines.slice(0, 50).map((one) => h("tr", {},
            h("td", {}, lineLink(go, one.path, one.line)),
            h("td", { class: "number mono" }, grouped(one.count)),
            h("td", {}, bar(one.count, now.total), " ", percent(one.count, now.total))))));
    });
  };
}

/** The number of mistakes, for the tab. */
export function problemCount(studio: Studio): string {
  let count = 0;
  for (const items of studio.documents.diagnostics().values()) count += items.length;
  return count === 0 ? "" : String(count);
}

