/** Registers: value in the base chosen for each, what changed, edit and why. */

import { h } from "../base/dom";
import { BASE_NAMES, BASES, hex, inBase, type Base } from "../base/format";
import { signal, type Computed } from "../base/reactive";
import { menu, spotOf } from "../base/popover";
import { recall, remember } from "../base/store";
import type { Registers } from "../model/protocol";
import type { Studio } from "../model/studio";
import { empty, fresh } from "./fresh";

interface Row {
  name: string;
  number: string;
  /** 32 bits, or a floating-point number as text. */
  value: number | string;
  alternative: string;
  /** What the debugger calls it. */
  place: string;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const bases = signal<Record<string, Base>>(recall("bases", {}, isObject));

function setBase(name: string, base: Base): void {
  bases.update((all) => ({ ...all, [name]: base }));
  remember("bases", bases.peek());
}

function setAll(rows: readonly Row[], base: Base): void {
  bases.update((all) => ({ ...all, ...Object.fromEntries(rows.map((row) => [row.name, base])) }));
  remember("bases", bases.peek());
}

/** One register, updated in place so that a step changes only what differs. */
class Cell {
  readonly element: HTMLElement;
  private readonly value = signal<Row["value"]>(0);
  private readonly alternative = signal("");
  private readonly hasChanged = signal(false);

  constructor(
    private readonly studio: Studio,
    private readonly row: Row,
    private readonly all: readonly Row[],
  ) {
    const text = (): string => {
      const value = this.value();
      return typeof value === "number" ? inBase(value, bases()[row.name] ?? "hex") : value;
    };
    this.element = h(
      "div",
      {
        class: () => (this.hasChanged() ? "register changed" : "register"),
        role: "row",
        tabindex: "0",
        "data-register": row.name,
        "aria-label": () => `${row.name} ${text()}${this.hasChanged() ? ", changed" : ""}`,
        onkeydown: (event: KeyboardEvent) => {
          this.key(event);
        },
        oncontextmenu: (event: Event) => {
          this.menu(event);
        },
        ondblclick: () => {
          this.edit();
        },
      },
      h("span", { class: "name", role: "cell", title: row.number }, row.name),
      h("span", { class: "dot", role: "cell", "aria-hidden": "true" }),
      h("span", { class: "value", role: "cell" }, text),
      h("span", { class: "other", role: "cell" }, () => this.alternative()),
      h(
        "span",
        { class: "ask-why", role: "cell" },
        h(
          "button",
          {
            class: "why",
            tabindex: "-1",
            title: `Why does ${row.name} have this value? (w)`,
            "aria-label": `Why ${row.name}`,
            onclick: () => {
              this.why();
            },
          },
          "why?",
        ),
      ),
    );
  }

  show(row: Row, hasChanged: boolean): void {
    this.value.set(row.value);
    this.alternative.set(row.alternative);
    this.hasChanged.set(hasChanged);
  }

  private why(): void {
    void this.studio.why({ place: this.row.place }, this.row.name);
  }

  private key(event: KeyboardEvent): void {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const columns = this.element.parentElement;
    const cells = [...(columns?.children ?? [])] as HTMLElement[];
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "w") this.why();
    else if (event.key === "Enter" || event.key === "F2") this.edit();
    else if (event.key === "b") this.nextBase();
    else if (event.key === "ContextMenu") this.menu(event);
    else if (move !== undefined) cells[cells.indexOf(this.element) + move]?.focus();
    else return;
    event.preventDefault();
  }

  private nextBase(): void {
    const now = bases.peek()[this.row.name] ?? "hex";
    setBase(this.row.name, BASES[(BASES.indexOf(now) + 1) % BASES.length] ?? "hex");
  }

  private menu(event: Event): void {
    event.preventDefault();
    const { row } = this;
    const now = bases.peek()[row.name] ?? "hex";
    const reason = this.studio.run.isStanding.peek() ? undefined : "Pause the program first";
    const choices = BASES.map((base) => ({
      title: BASE_NAMES[base],
      isChecked: base === now,
      run: () => {
        setBase(row.name, base);
      },
    }));
    menu(
      spotOf(event),
      [
        {
          title: `Why does ${row.name} have this value?`,
          key: "w",
          reason,
          run: () => {
            this.why();
          },
        },
        {
          title: "Change the value …",
          key: "Enter",
          reason,
          run: () => {
            this.edit();
          },
        },
        {
          title: "Go to the last change",
          reason,
          run: () => {
            void this.studio.run.travel({ write: row.place });
          },
        },
        {
          title: "Stop when it changes",
          run: () => {
            void this.studio.breakpoints.watch(row.place);
            this.studio.showPanel("breakpoints");
          },
        },
        null,
        ...(typeof row.value === "number" ? choices : []),
        {
          title: `All as ${BASE_NAMES[now].toLowerCase()}`,
          run: () => {
            setAll(this.all, now);
          },
        },
      ],
      row.name,
    );
  }

  private edit(): void {
    if (!this.studio.run.isStanding.peek()) return;
    const shown = this.element.querySelector(".value");
    if (shown === null || this.element.querySelector("input") !== null) return;
    const input = h("input", {
      value: shown.textContent ?? "",
      "aria-label": `New value of ${this.row.name}`,
      spellcheck: "false",
    });
    let isDone = false;
    const finish = (isMeant: boolean): void => {
      // Taking the field away takes the focus from it, which ends the edit once more.
      if (isDone) return;
      isDone = true;
      const value = input.value.trim();
      input.remove();
      this.element.classList.remove("editing");
      if (isMeant) {
        this.element.focus();
        if (value !== "" && value !== shown.textContent) {
          void this.studio.attempt("set", { place: this.row.place, value });
        }
      }
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") finish(true);
      else if (event.key === "Escape") finish(false);
    });
    input.addEventListener("blur", () => {
      finish(false);
    });
    this.element.classList.add("editing");
    shown.after(input);
    input.focus();
    input.select();
  }
}

type Choose = (registers: Registers) => Row[];

const word = (name: string, value: number, number = ""): Row => ({
  name,
  number,
  value,
  alternative: String(value | 0),
  place: name,
});

const cpu: Choose = (registers) => [
  ...registers.cpu.map((one) => word(one.name, one.value, `$${one.number}`)),
  word("$pc", registers.pc),
  word("$hi", registers.hi),
  word("$lo", registers.lo),
];

const cp0: Choose = (registers) =>
  registers.cp0.map((one) => word(one.name, one.value, `$${one.number}`));

const fpu: Choose = (registers) =>
  registers.fpu.map((one) => ({
    name: one.name,
    number: one.double === undefined ? "" : `double ${one.double}`,
    value: String(one.single),
    alternative: hex(one.bits),
    place: one.name,
  }));

function panel(choose: Choose, label: string, isShort: boolean) {
  return (studio: Studio, isVisible: Computed<boolean>): HTMLElement => {
    const cells = new Map<string, Cell>();
    const grid = h("div", {
      class: "registers",
      role: "table",
      "aria-label": label,
    });
    const flags = h("p", { class: "flags", hidden: true });
    const nothing = empty(
      "No program yet",
      "Press `F5` to run the program or `F11` to take its first step; the registers appear here.",
    );
    const box = h("div", { class: "fill register-box" }, nothing);
    fresh(
      studio,
      isVisible,
      () => studio.ask("registers", {}),
      (registers) => {
        if (registers === undefined) {
          box.replaceChildren(nothing);
          return;
        }
        const rows = choose(registers);
        const changed = new Set(registers.changed);
        if (cells.size === 0) {
          const height = isShort ? rows.length : Math.ceil(rows.length / 2);
          grid.style.setProperty("--rows", String(height));
          const longest = Math.max(...rows.map((row) => row.name.length));
          grid.style.setProperty("--name", `${longest + 0.2}ch`);
          for (const row of rows) {
            const cell = new Cell(studio, row, rows);
            cells.set(row.name, cell);
            grid.append(cell.element);
          }
        }
        for (const row of rows) cells.get(row.name)?.show(row, changed.has(row.name));
        if (choose === fpu) {
          flags.hidden = false;
          flags.textContent = `Condition flags ${registers.flags.toString(2).padStart(8, "0")}`;
        }
        if (!grid.isConnected) box.replaceChildren(grid, flags);
      },
    );
    return box;
  };
}

export const cpuPanel = panel(cpu, "Registers", false);
export const fpuPanel = panel(fpu, "Floating-point registers", false);
export const cp0Panel = panel(cp0, "Registers of coprocessor 0", true);
