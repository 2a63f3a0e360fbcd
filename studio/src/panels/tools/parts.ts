/** What the views of all tools have in common: asking, settings, tables. */

import { h, type Child } from "../../base/dom";
import { fileName, grouped } from "../../base/format";
import { signal, type Computed, type Signal } from "../../base/reactive";
import { words } from "../../base/toast";
import { RequestError } from "../../model/failure";
import type { RequestName, Requests, ToolSite } from "../../model/protocol";
import type { Studio } from "../../model/studio";
import { dimmed, empty, fresh } from "../fresh";
import type { Navigator } from "../lists";

/** The panels ask first, and together: a tool may take long, in milliseconds. */
const AFTER_PANELS = 30;

/** What a view of the tools is made of. */
export interface ToolPlace {
  studio: Studio;
  go: Navigator;
  isVisible: Computed<boolean>;
  /** The step at which counting begins; the start of the run if there is none. */
  since: Signal<number | undefined>;
}

export type ToolView = (place: ToolPlace) => HTMLElement;

export interface Asked<T> {
  answer: Signal<T | undefined>;
  /** Why there is no answer. */
  error: Signal<string>;
  isOld: Computed<boolean>;
}

/** Asks a tool at every stop and whenever `fields` has changed, while it can be seen. */
export function askTool<K extends RequestName>(
  { studio, isVisible }: ToolPlace,
  name: K,
  fields: () => Requests[K][0],
): Asked<Requests[K][1]> {
  const answer = signal<Requests[K][1] | undefined>(undefined);
  const error = signal("");
  let latest = 0;
  const ask = async (): Promise<Requests[K][1] | undefined> => {
    // Read at once, so that whoever calls this depends on the settings too.
    const wanted = fields();
    latest += 1;
    const mine = latest;
    const moment = studio.run.moment.peek();
    await new Promise((done) => setTimeout(done, AFTER_PANELS));
    if (mine !== latest || moment !== studio.run.moment.peek()) return undefined;
    try {
      const found = await studio.line.ask(name, wanted);
      error.set("");
      return found;
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      // Whoever has stepped on asks again: that the old question was given up is no news.
      const isCurrent = mine === latest && moment === studio.run.moment.peek();
      if (isCurrent) error.set(words(problem));
      return undefined;
    }
  };
  const isOld = fresh(studio, isVisible, ask, (found) => {
    answer.set(found);
  });
  return { answer, error, isOld };
}

/** Shows an answer, or why there is none; before a run, what would be here. */
export function shownAnswer<T>(
  { studio }: ToolPlace,
  { answer, error, isOld }: Asked<T>,
  hint: string,
  show: (found: T) => Child,
): HTMLElement {
  const body = h("div", { class: "scroll tool-body", tabindex: "0" }, () => {
    const found = answer();
    if (found !== undefined) return show(found);
    if (error() !== "") return h("p", { class: "tool-error", role: "alert" }, error());
    if (studio.run.state().kind === "idle") return empty("Nothing counted yet", hint);
    return h("p", { class: "tool-wait quiet" }, "Counting …");
  });
  return dimmed(body, isOld);
}

/** A field whose text counts when it is left or Enter is pressed, with texts to choose from. */
export function settingField(
  label: string,
  value: Signal<string>,
  presets: readonly (readonly [string, string])[],
  placeholder = "",
): HTMLElement {
  const apply = (event: Event): void => {
    value.set((event.target as HTMLInputElement).value.trim());
  };
  const input = h("input", {
    class: "tool-setting mono",
    "aria-label": label,
    placeholder,
    spellcheck: "false",
    value: () => value(),
    onchange: apply,
  });
  const choose = h(
    "select",
    {
      "aria-label": `${label}: choose`,
      class: "tool-presets",
      onchange: (event: Event) => {
        const list = event.target as HTMLSelectElement;
        if (list.selectedIndex > 0) value.set(list.value);
        list.selectedIndex = 0;
      },
    },
    h("option", { value: "" }, "…"),
    presets.map(([text, title]) => h("option", { value: text }, title)),
  );
  return h("span", { class: "tool-field" }, input, choose);
}

/** A link to the line of an instruction, and its text. */
export function siteCell(go: Navigator, site: ToolSite): Child {
  const { path, line, text } = site;
  if (path === undefined || line === undefined) return h("span", { class: "mono" }, text);
  return h(
    "button",
    { class: "link", title: text, onclick: () => void go.open(path, line) },
    `${fileName(path)}:${line + 1}`,
  );
}

export function siteText(site: ToolSite): Child {
  return h("span", { class: "tool-text", title: site.text }, site.text);
}

type Cell = Child | { number: number | string };

function isNumber(cell: Cell): cell is { number: number | string } {
  return typeof cell === "object" && cell !== null && !Array.isArray(cell) && "number" in cell;
}

function one(cell: Cell): HTMLElement {
  if (!isNumber(cell)) return h("td", { class: "mono" }, cell);
  const { number } = cell;
  const text = typeof number === "number" ? grouped(number) : number;
  return h("td", { class: "mono number" }, text);
}

/** A table with a heading; cells with a `number` stand at the right. */
export function toolTable(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): HTMLElement {
  return h(
    "section",
    { class: "tool-part" },
    h("h3", {}, title),
    h(
      "table",
      { class: "list tool-table", "aria-label": title },
      h(
        "tr",
        {},
        heads.map((head, at) => {
          const cell = rows[0]?.[at];
          const isRight = cell !== undefined && isNumber(cell);
          return h("th", { class: isRight ? "number" : "", scope: "col" }, head);
        }),
      ),
      rows.map((row) => h("tr", {}, row.map(one))),
    ),
  );
}

/** A share as a bar and as a text. */
export function percentBar(percent: number): Child {
  const fill = h("span", { class: "share" });
  fill.style.width = `${Math.max(0, Math.min(100, percent))}%`;
  return [h("span", { class: "shares" }, fill), `${percent.toFixed(1)} %`];
}
