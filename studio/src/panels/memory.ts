/** Memory: rows of sixteen bytes as bytes, words, floats and letters, with the labels in it. */

import { stepOf } from "../base/arrows";
import { h } from "../base/dom";
import { hex, printable } from "../base/format";
import { effect, signal, type Computed } from "../base/reactive";
import { menu, spotOf } from "../base/popover";
import { remembered } from "../base/store";
import type { ProgramLabel } from "../model/protocol";
import type { Studio } from "../model/studio";
import { dimmed, empty, fresh } from "./fresh";

/** `segment` is MARS's data segment: eight words a row, below their distances. */
type View = "words" | "bytes" | "floats" | "decimal" | "segment";
const VIEWS: Record<View, string> = {
  words: "Words",
  decimal: "Decimal",
  bytes: "Bytes",
  floats: "Floats",
  segment: "MARS",
};

const ROW = 16;
const ROWS = 24;

interface Shown {
  address: number;
  bytes: Uint8Array;
}

/** The cells of a row: address, text, size. */
export function cells(
  row: Uint8Array,
  address: number,
  view: View,
): { at: number; text: string; size: number }[] {
  const data = new DataView(row.buffer, row.byteOffset, row.byteLength);
  const size = view === "bytes" ? 1 : 4;
  const made = [];
  for (let at = 0; at + size <= row.length; at += size) {
    made.push({ at: address + at, size, text: cellText(data, at, view) });
  }
  return made;
}

function cellText(data: DataView, at: number, view: View): string {
  switch (view) {
    case "bytes":
      return data.getUint8(at).toString(16).padStart(2, "0");
    case "segment":
      return hex(data.getUint32(at, true));
    case "words":
      return data.getUint32(at, true).toString(16).padStart(8, "0");
    case "decimal":
      return String(data.getInt32(at, true));
    case "floats":
      return Number(data.getFloat32(at, true).toPrecision(7)).toString();
  }
}

class MemoryPanel {
  private readonly view = remembered<View>("memory-view", "words");
  private readonly follows = remembered("memory-follow", false);
  private readonly base = signal(0);
  private readonly shown = signal<Shown | undefined>(undefined);
  private readonly labels = signal<readonly ProgramLabel[]>([]);
  private readonly segments = signal<readonly { name: string; address: number }[]>([]);
  private readonly goto = signal("");
  private before: Shown | undefined;
  private isPlaced = false;

  constructor(
    private readonly studio: Studio,
    private readonly isVisible: Computed<boolean>,
  ) {}

  /** Bytes of a row. */
  private get wide(): number {
    return this.view.peek() === "segment" ? 2 * ROW : ROW;
  }

  element(): HTMLElement {
    const nothing = empty(
      "No memory to look at",
      "Start the program: its data, its stack and its heap appear here, with their labels.",
    );
    const box = h("div", { class: "fill memory" }, this.bar(), () =>
      this.shown() === undefined ? nothing : this.table(),
    );
    const isOld = fresh(
      this.studio,
      this.isVisible,
      () => this.look(),
      (answer) => {
        this.before = answer === undefined ? undefined : this.shown.peek();
        this.shown.set(answer);
        if (answer === undefined) this.isPlaced = false;
      },
    );
    effect(() => {
      this.base();
      if (this.isPlaced && this.isVisible()) void this.again();
    });
    // Another run has its data elsewhere.
    this.studio.run.follow((fate) => {
      if (fate === "began" || fate === "replaced" || fate === "gone") this.isPlaced = false;
    });
    return dimmed(box, isOld);
  }

  private async again(): Promise<void> {
    const answer = await this.look();
    this.before = undefined;
    if (answer !== undefined) this.shown.set(answer);
  }

  private async look(): Promise<Shown | undefined> {
    const { studio } = this;
    const segments = await studio.ask("segments", {});
    if (segments === undefined) return undefined;
    this.segments.set(segments.segments);
    if (!this.isPlaced) {
      const labels = await studio.ask("labels", {});
      this.labels.set(labels?.labels ?? []);
      const data = labels?.labels.find((label) => label.isData);
      const first = segments.segments.find((one) => /data/i.test(one.name)) ?? segments.segments[0];
      this.base.set(((data?.address ?? first?.address ?? 0) & ~(this.wide - 1)) >>> 0);
      this.isPlaced = true;
    }
    if (this.follows.peek()) this.base.set((segments.sp & ~(this.wide - 1)) >>> 0);
    const address = this.base.peek();
    const bytes = await studio.line.askMemory(address, this.wide * ROWS).catch(() => undefined);
    return bytes === undefined ? undefined : { address, bytes };
  }

  private bar(): HTMLElement {
    const go = async (event: Event): Promise<void> => {
      event.preventDefault();
      const answer = await this.studio.attempt("evaluate", { expression: this.goto.peek() });
      if (answer !== undefined) this.place(answer.value);
    };
    const input = h("input", {
      class: "grow goto",
      placeholder: "Address or label",
      "aria-label": "Go to an address, label or expression",
      spellcheck: "false",
      list: "memory-labels",
      oninput: (event: Event) => {
        this.goto.set((event.target as HTMLInputElement).value);
      },
    });
    const names = (): HTMLElement[] =>
      this.labels()
        .slice(0, 500)
        .map((label) => h("option", { value: label.name }));
    return h(
      "form",
      { class: "bar", onsubmit: go },
      input,
      h("datalist", { id: "memory-labels" }, names),
      () => this.segments().map((segment) => this.chip(segment)),
      this.follower(),
      h("div", { class: "segmented", role: "group", "aria-label": "Memory as" }, this.views()),
      this.pager("Page up", "↑", -8),
      this.pager("Page down", "↓", 8),
    );
  }

  private chip(segment: { name: string; address: number }): HTMLElement {
    const title = `Go to ${segment.name}, ${hex(segment.address)}`;
    const onclick = (): void => {
      this.place(segment.address);
    };
    return h("button", { type: "button", class: "chip", title, onclick }, segment.name);
  }

  private follower(): HTMLElement {
    const box = h("input", {
      type: "checkbox",
      checked: this.follows.peek(),
      onchange: () => {
        this.follows.set(box.checked);
        void this.again();
      },
    });
    const title = "Show the top of the stack after every step";
    return h("label", { class: "switch", title }, box, "Follow the stack");
  }

  private pager(label: string, arrow: string, rows: number): HTMLElement {
    const onclick = (): void => {
      this.place(this.base.peek() + this.wide * rows);
    };
    return h(
      "button",
      { type: "button", class: "icon-button", "aria-label": label, onclick },
      arrow,
    );
  }

  private views(): HTMLElement[] {
    return (Object.keys(VIEWS) as View[]).map((view) =>
      h(
        "button",
        {
          type: "button",
          title: view === "segment" ? "Data segment, as in MARS" : null,
          "aria-pressed": () => String(this.view() === view),
          onclick: () => {
            this.view.set(view);
            this.place(this.base.peek());
            void this.again();
          },
        },
        VIEWS[view],
      ),
    );
  }

  private place(address: number): void {
    this.follows.set(false);
    this.base.set((Math.max(0, Math.min(address, 0xffff_fff0)) & ~(this.wide - 1)) >>> 0);
  }

  private table(): HTMLElement {
    const { address, bytes } = this.shown() as Shown;
    const view = this.view();
    const rows = [];
    for (let at = 0; at < bytes.length; at += this.wide) {
      rows.push(this.row(address + at, bytes.subarray(at, at + this.wide), view));
    }
    const table = h(
      "div",
      {
        class: `memory-rows ${view}`,
        role: "table",
        "aria-label": "Memory",
        onkeydown: (event: KeyboardEvent) => {
          this.key(event, table);
        },
      },
      view === "segment" ? this.distances() : null,
      rows,
    );
    this.keepFocus(table);
    table.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.place(this.base.peek() + Math.sign(event.deltaY) * this.wide * 2);
      },
      { passive: false },
    );
    return table;
  }

  /** The heads of MARS's columns. */
  private distances(): HTMLElement {
    const heads = Array.from({ length: 8 }, (_, at) => `+${(4 * at).toString(16)}`);
    return h(
      "div",
      { class: "memory-row heads", role: "row" },
      h("span", { class: "address", role: "columnheader" }, "Address".padEnd(10)),
      heads.map((text) => h("span", { class: "head", role: "columnheader" }, text)),
    );
  }

  private row(address: number, bytes: Uint8Array, view: View): HTMLElement {
    const names = this.labels()
      .filter((label) => label.address >= address && label.address < address + bytes.length)
      .map((label) => label.name);
    return h(
      "div",
      { class: "memory-row", role: "row" },
      h("span", { class: "address", role: "rowheader" }, hex(address)),
      cells(bytes, address, view).map((cell) => this.cell(cell)),
      h("span", { class: "ascii", role: "cell" }, [...bytes].map(printable).join("")),
      h("span", { class: "names", role: "cell" }, names.join(" ")),
    );
  }

  /** One cell is a stop of the Tab key; the focus stays where it was when all are drawn anew. */
  private keepFocus(table: HTMLElement): void {
    const cells = [...table.querySelectorAll<HTMLElement>(".cell")];
    const before = document.activeElement;
    const isHere = before instanceof HTMLElement && before.matches(".memory-rows .cell");
    const same = isHere ? cells.find((cell) => cell.title === before.title) : undefined;
    (same ?? cells[0])?.setAttribute("tabindex", "0");
    if (isHere) {
      queueMicrotask(() => {
        (same ?? cells[0])?.focus();
      });
    }
  }

  /** Arrows walk through the cells, `w` asks why, Enter opens what else can be asked. */
  private key(event: KeyboardEvent, table: HTMLElement): void {
    const cell = event.target as HTMLElement;
    if (!cell.matches(".cell") || event.ctrlKey || event.metaKey || event.altKey) return;
    const cells = [...table.querySelectorAll<HTMLElement>(".cell")];
    const wide = cell.parentElement?.querySelectorAll(".cell").length ?? 1;
    const down = stepOf(event, "y");
    const move = stepOf(event, "x") ?? (down === undefined ? undefined : down * wide);
    const pages = { PageDown: 8, PageUp: -8 }[event.key];
    if (move !== undefined) {
      const next = cells[cells.indexOf(cell) + move];
      if (next !== undefined) {
        for (const one of cells) one.tabIndex = one === next ? 0 : -1;
        next.focus();
      }
    } else if (pages !== undefined) {
      this.place(this.base.peek() + this.wide * pages);
    } else if (event.key === "Enter" || event.key === " ") {
      cell.click();
    } else if (event.key === "w") {
      void this.studio.why({ place: cell.title }, cell.title);
    } else {
      return;
    }
    event.preventDefault();
  }

  private hasChanged(at: number, size: number): boolean {
    const { before } = this;
    const now = this.shown.peek();
    if (before === undefined || now === undefined) return false;
    for (let byte = at; byte < at + size; byte += 1) {
      const old = before.bytes[byte - before.address];
      if (old !== undefined && old !== now.bytes[byte - now.address]) return true;
    }
    return false;
  }

  private cell({ at, text, size }: { at: number; text: string; size: number }): HTMLElement {
    const place = hex(at);
    const open = (event: Event): void => {
      event.preventDefault();
      menu(
        spotOf(event),
        [
          {
            title: `Why is it so at ${place}?`,
            key: "w",
            run: () => {
              void this.studio.why({ place }, place);
            },
          },
          {
            title: "Go to the last change",
            run: () => {
              void this.studio.run.travel({ write: place });
            },
          },
          {
            title: "Stop when it changes",
            run: () => {
              void this.studio.breakpoints.watch(place);
              this.studio.showPanel("breakpoints");
            },
          },
        ],
        place,
      );
    };
    return h(
      "span",
      {
        class: this.hasChanged(at, size) ? "cell changed" : "cell",
        role: "cell",
        tabindex: "-1",
        title: place,
        onclick: open,
        oncontextmenu: open,
      },
      text,
    );
  }
}

export function memoryPanel(studio: Studio, isVisible: Computed<boolean>): HTMLElement {
  return new MemoryPanel(studio, isVisible).element();
}
