/** Stack, heap, calls and jumps: how the program came here, and what it has put away. */

import { h, prose, type Child } from "../base/dom";
import { grouped, hex } from "../base/format";
import { icon } from "../base/icons";
import { computed, signal, type Computed, type Signal } from "../base/reactive";
import { menu, spotOf } from "../base/popover";
import { remembered } from "../base/store";
import type { CallFrame, Jump, MemoryWord } from "../model/protocol";
import type { Studio } from "../model/studio";
import { dimmed, empty, fresh } from "./fresh";
import { lineLink, type Make, type Navigator } from "./lists";

/** Two views of one panel; the names are its buttons. */
function chooser<T extends string>(
  label: string,
  names: Record<T, string>,
  chosen: Signal<T>,
): HTMLElement {
  const button = ([value, title]: [string, unknown]): HTMLElement =>
    h(
      "button",
      {
        "aria-pressed": () => String(chosen() === value),
        onclick: () => {
          chosen.set(value as T);
        },
      },
      String(title),
    );
  return h(
    "div",
    { class: "segmented", role: "group", "aria-label": label },
    Object.entries(names).map(button),
  );
}

/** A link to a step. */
export function momentLink(studio: Studio, count: number, title: string): HTMLElement {
  return h(
    "button",
    { class: "link", title, onclick: () => void studio.run.travel(count) },
    icon("clock"),
    grouped(count),
  );
}

function doubt(text: string): HTMLElement {
  return h("span", { class: "doubt" }, icon("warning"), " ", prose(text));
}

/** What can be asked about a word of memory. */
function wordMenu(studio: Studio, place: string): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    menu(
      spotOf(event),
      [
        {
          title: `Why is it so at ${place}?`,
          key: "w",
          run: () => {
            void studio.why({ place }, place);
          },
        },
        {
          title: "Go to the last change",
          run: () => {
            void studio.run.travel({ write: place });
          },
        },
        {
          title: "Stop when it changes",
          run: () => {
            void studio.breakpoints.watch(place);
            studio.showPanel("breakpoints");
          },
        },
      ],
      place,
    );
  };
}

function wordRows(studio: Studio, word: MemoryWord): HTMLElement[] {
  const open = wordMenu(studio, hex(word.address));
  const heading =
    word.frame === undefined
      ? []
      : [
          h(
            "tr",
            { class: "frame-head" },
            h("th", { colspan: "4", scope: "rowgroup" }, "frame of ", h("code", {}, word.frame)),
          ),
        ];
  const what: Child =
    word.isWrong === true
      ? doubt(`${word.text ?? ""}, overwritten since`)
      : word.text === undefined
        ? ""
        : prose(word.text);
  return [
    ...heading,
    h(
      "tr",
      { class: word.isTop === true ? "top" : "", oncontextmenu: open },
      h(
        "td",
        {},
        h(
          "button",
          { class: "link mono", title: "Why, last change, stop", onclick: open },
          hex(word.address),
        ),
      ),
      h("td", { class: "mono" }, hex(word.value)),
      h("td", { class: "mono number" }, String(word.value | 0)),
      h("td", { class: "quiet" }, word.isTop === true ? [h("b", {}, "$sp "), what] : what),
    ),
  ];
}

type Room = "stack" | "heap";

const NOTHING: Record<Room, [title: string, text: string]> = {
  stack: ["The stack is empty", "`addi $sp, $sp, -4` makes room for a word on it."],
  heap: ["Nothing on the heap", "Service 9 (`sbrk`) gives memory while the program runs."],
};

export const stackPanel: Make = (studio, isVisible) => {
  const room = remembered<Room>(
    "stack-room",
    "stack",
    (value) => value === "heap" || value === "stack",
  );
  const answer = signal<{ words: MemoryWord[]; isCut: boolean } | undefined>(undefined);
  const isOld = fresh(
    studio,
    isVisible,
    () => studio.ask(room(), {}),
    (found) => {
      answer.set(found);
    },
  );
  const content = (): HTMLElement => {
    const found = answer();
    if (found === undefined) {
      return empty("No stack yet", "While a program is paused, the words above `$sp` are here.");
    }
    if (found.words.length === 0) return empty(...NOTHING[room.peek()]);
    return h(
      "table",
      { class: "list words", "aria-label": room.peek() === "stack" ? "Stack" : "Heap" },
      found.words.map((word) => wordRows(studio, word)),
      found.isCut && h("tr", {}, h("td", { colspan: "4", class: "quiet" }, "… and more")),
    );
  };
  return h(
    "div",
    { class: "fill column" },
    h("div", { class: "bar" }, chooser("Which words", { stack: "Stack", heap: "Heap" }, room)),
    dimmed(
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Words" }, content),
      isOld,
    ),
  );
};

function callRow(studio: Studio, go: Navigator, frame: CallFrame, index: number): HTMLElement {
  const saved = frame.saved.map((one) =>
    h(
      "span",
      {
        class: one.value === one.expected ? "saved" : "saved wrong",
        title: `${hex(one.value)} at ${hex(one.address)}, ${hex(one.expected)} at the call`,
      },
      one.name,
    ),
  );
  const taken = frame.arguments.map(({ name, text }, at) => [
    at > 0 ? ", " : "",
    h("span", { class: "quiet" }, `${name} = `),
    text,
  ]);
  return h(
    "tr",
    { class: index === 0 ? "top" : "" },
    h("td", { class: "mono" }, h("b", {}, frame.name), "(", taken, ")"),
    h(
      "td",
      {},
      frame.path !== undefined && frame.line !== undefined
        ? lineLink(go, frame.path, frame.line)
        : hex(frame.address),
    ),
    h("td", {}, saved.length > 0 ? [h("span", { class: "quiet" }, "saved "), saved] : null),
    h(
      "td",
      {},
      frame.count === undefined ? null : momentLink(studio, frame.count, "Travel to this moment"),
    ),
    h("td", { class: "doubts" }, frame.doubts.map(doubt)),
  );
}

function jumpRow(studio: Studio, go: Navigator, jump: Jump): HTMLElement {
  const { path, line, target } = jump;
  return h(
    "tr",
    {},
    h("td", {}, momentLink(studio, jump.count, "Travel to the jump")),
    h("td", { class: "mono" }, jump.from, " → ", h("b", {}, jump.to)),
    h("td", {}, path !== undefined && line !== undefined && lineLink(go, path, line)),
    h("td", {}, target !== undefined && ["to ", lineLink(go, target.path, target.line)]),
    h("td", { class: "mono quiet" }, jump.source ?? ""),
  );
}

type Way = "calls" | "jumps";

function way(
  studio: Studio,
  isVisible: Computed<boolean>,
  kind: Signal<Way>,
  rows: { calls: (frame: CallFrame, index: number) => Child; jumps: (jump: Jump) => Child },
): () => HTMLElement {
  const frames = signal<{ list: readonly CallFrame[]; isCut: boolean } | undefined>(undefined);
  const jumps = signal<readonly Jump[] | undefined>(undefined);
  const isShown = (wanted: Way): Computed<boolean> =>
    computed(() => isVisible() && kind() === wanted);
  fresh(
    studio,
    isShown("calls"),
    () => studio.ask("calls", {}),
    (answer) => {
      frames.set(answer && { list: answer.frames, isCut: answer.isCut });
    },
  );
  fresh(
    studio,
    isShown("jumps"),
    () => studio.ask("jumps", {}),
    (answer) => {
      jumps.set(answer?.jumps);
    },
  );
  return () => {
    if (kind() === "jumps") {
      const list = jumps() ?? [];
      return list.length === 0
        ? empty("No jumps", "The last branches and jumps that were taken, the newest first.")
        : h("table", { class: "list", "aria-label": "Jumps" }, list.map(rows.jumps));
    }
    const { list, isCut } = frames() ?? { list: [], isCut: false };
    if (list.length === 0) {
      return empty(
        "No calls",
        "Procedures that were called with `jal` and have not returned yet are listed here, innermost first.",
      );
    }
    const more = "… earlier calls are too far back to be found at once";
    return h(
      "table",
      { class: "list", "aria-label": "Calls" },
      list.map(rows.calls),
      isCut && h("tr", {}, h("td", { colspan: "5", class: "quiet" }, more)),
    );
  };
}

export function callsPanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const kind = remembered<Way>(
      "calls-way",
      "calls",
      (value) => value === "calls" || value === "jumps",
    );
    const content = way(studio, isVisible, kind, {
      calls: (frame, index) => callRow(studio, go, frame, index),
      jumps: (jump) => jumpRow(studio, go, jump),
    });
    return h(
      "div",
      { class: "fill column" },
      h("div", { class: "bar" }, chooser("Which way", { calls: "Calls", jumps: "Jumps" }, kind)),
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Way" }, content),
    );
  };
}
