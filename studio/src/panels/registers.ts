/** Registers: value in the base chosen for each, what changed, edit and why. */

import { nextOf, roving } from "../base/arrows";
import { h } from "../base/dom";
import { BASE_NAMES, BASES, hex, inBase, type Base } from "../base/format";
import { effect, signal, type Computed, type Signal } from "../base/reactive";
import { menu, spotOf } from "../base/popover";
import { recall, remember } from "../base/store";
import type { FpuValue, AllRegisters } from "../model/protocol";
import type { Studio } from "../model/studio";
import { dimmed, empty, fresh } from "./fresh";

/** A way to write a value down. */
interface Form {
  id: string;
  /** On the switch above the registers. */
  short: string;
  title: string;
}

interface Row {
  name: string;
  number: string;
  /** What tells two values apart. */
  bits: string;
  /** The value in one of the panel's forms. */
  text(form: string): string;
  alternative: string;
  /** What the debugger calls it. */
  place: string;
  /** What is changed in one of the panel's forms, and by which text. */
  edited(form: string, typed: string): { place: string; value: string };
  /** The text to begin a change with. */
  editable(form: string): string;
  /** Why it cannot be changed at all. */
  fixed?: string;
}

/** Binary digits in the debugger's notation, however they are grouped. */
const binary = (typed: string): string => {
  const digits = typed.replace(/\s+/g, "");
  return /^[01]{1,32}$/.test(digits) ? `0b${digits}` : typed;
};

const SHORT: Record<Base, string> = {
  hex: "Hex",
  dec: "Signed",
  unsigned: "Unsigned",
  bin: "Binary",
  char: "Text",
};
const WORDS: readonly Form[] = BASES.map((id) => ({
  id,
  short: SHORT[id],
  title: BASE_NAMES[id],
}));
const FLOATS: readonly Form[] = [
  { id: "single", short: "Single", title: "Single precision" },
  { id: "double", short: "Double", title: "Double precision, in even registers" },
  { id: "floatHex", short: "Hex", title: "Hexadecimal" },
  { id: "bits", short: "Bits", title: "Sign, exponent and fraction" },
];

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const chosen = signal<Record<string, string>>(recall("bases", {}, isObject));

function formOf(name: string, forms: readonly Form[]): Form {
  const own = forms.find(({ id }) => id === chosen()[name]);
  return own ?? (forms[0] as Form);
}

function choose(names: readonly string[], form: string): void {
  chosen.update((all) => ({ ...all, ...Object.fromEntries(names.map((name) => [name, form])) }));
  remember("bases", chosen.peek());
}

/** One register, updated in place so that a step changes only what differs. */
class Cell {
  readonly element: HTMLElement;
  private readonly now: Signal<Row>;
  private readonly hasChanged = signal(false);

  constructor(
    private readonly studio: Studio,
    private readonly row: Row,
    private readonly forms: readonly Form[],
    private readonly all: readonly string[],
  ) {
    this.now = signal(row);
    const text = (): string => this.now().text(formOf(row.name, forms).id);
    this.element = h(
      "div",
      {
        class: () => (this.hasChanged() ? "register changed" : "register"),
        role: "row",
        tabindex: "-1",
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
      h("span", { class: "other", role: "cell" }, () => this.now().alternative),
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

  /** Shows a value; without an opinion it is marked if it is another than before. */
  show(row: Row, hasChanged: boolean | undefined): void {
    const isOther = this.now.peek().bits !== row.bits;
    if (isOther) this.now.set(row);
    this.hasChanged.set(hasChanged ?? isOther);
  }

  private why(): void {
    void this.studio.why({ place: this.row.place }, this.row.name);
  }

  private key(event: KeyboardEvent): void {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const cells = [...(this.element.parentElement?.children ?? [])] as HTMLElement[];
    if (event.key === "w") this.why();
    else if (event.key === "Enter" || event.key === "F2") this.edit();
    else if (event.key === "b") this.nextForm();
    else if (event.key === "ContextMenu") this.menu(event);
    else {
      const next = nextOf(event, cells, cells.indexOf(this.element), "y");
      if (next === undefined) return;
      next.focus();
    }
    event.preventDefault();
  }

  private nextForm(): void {
    const { forms, row } = this;
    const at = forms.indexOf(formOf(row.name, forms));
    choose([row.name], (forms[(at + 1) % forms.length] as Form).id);
  }

  private menu(event: Event): void {
    event.preventDefault();
    const { row, forms } = this;
    const now = formOf(row.name, forms);
    const reason = this.studio.run.isStanding.peek() ? undefined : "Pause the program first";
    const choices = forms.map((form) => ({
      title: form.title,
      isChecked: form === now,
      run: () => {
        choose([row.name], form.id);
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
          reason: row.fixed ?? reason,
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
        ...choices,
        {
          title: `All as ${now.title.toLowerCase()}`,
          run: () => {
            choose(this.all, now.id);
          },
        },
      ],
      row.name,
    );
  }

  private edit(): void {
    if (!this.studio.run.isStanding.peek() || this.row.fixed !== undefined) return;
    const form = formOf(this.row.name, this.forms).id;
    const row = this.now.peek();
    const before = row.editable(form);
    const shown = this.element.querySelector(".value");
    if (shown === null || this.element.querySelector("input") !== null) return;
    const input = h("input", {
      value: before,
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
        if (value !== "" && value !== before) {
          void this.studio.attempt("set", row.edited(form, value));
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

type Choose = (registers: AllRegisters) => Row[];

const word = (name: string, value: number, number = ""): Row => ({
  name,
  number,
  bits: String(value),
  text: (form) => inBase(value, form as Base),
  alternative: String(value | 0),
  place: name,
  edited: (form, typed) => ({ place: name, value: form === "bin" ? binary(typed) : typed }),
  editable: (form) => inBase(value, form === "char" ? "hex" : (form as Base)),
});

const cpu: Choose = (registers) => [
  ...registers.cpu.map((one) => word(one.name, one.value, `$${one.number}`)),
  word("$pc", registers.pc),
  word("$hi", registers.hi),
  word("$lo", registers.lo),
];

const cp0: Choose = (registers) =>
  registers.cp0.map((one) => ({
    ...word(one.name, one.value, `$${one.number}`),
    fixed: "Registers of coprocessor 0 are changed by the program only",
  }));

/** The bits of a float in their three parts. */
function parts(bits: number): string {
  const all = (bits >>> 0).toString(2).padStart(32, "0");
  return `${all.slice(0, 1)} ${all.slice(1, 9)} ${all.slice(9)}`;
}

function float(one: FpuValue): Row {
  const { bits, single, double } = one;
  const forms: Record<string, string> = {
    single,
    double: double ?? "·",
    floatHex: hex(bits),
    bits: parts(bits),
  };
  return {
    name: one.name,
    number: double === undefined ? "" : `double ${double}`,
    bits: `${bits} ${double ?? ""}`,
    text: (form) => forms[form] ?? single,
    alternative: hex(bits),
    place: one.name,
    edited: (form, typed) => {
      if (form === "double" && double !== undefined)
        return { place: `${one.name}.d`, value: typed };
      if (form === "floatHex") return { place: `${one.name}.bits`, value: typed };
      if (form === "bits") return { place: `${one.name}.bits`, value: binary(typed) };
      return { place: one.name, value: typed };
    },
    editable: (form) => (form === "double" ? (double ?? single) : (forms[form] ?? single)),
  };
}

const fpu: Choose = (registers) => registers.fpu.map(float);

/** The switch that writes all registers of a panel down in another form. */
function formSwitch(forms: readonly Form[], names: () => readonly string[]): HTMLElement {
  const isOn = (form: Form): boolean =>
    names().length > 0 && names().every((name) => formOf(name, forms) === form);
  const group = h(
    "div",
    { class: "segmented", role: "group", "aria-label": "Write all registers as" },
    forms.map((form) =>
      h(
        "button",
        {
          title: form.title,
          "aria-pressed": () => String(isOn(form)),
          onclick: () => {
            choose(names(), form.id);
          },
        },
        form.short,
      ),
    ),
  );
  roving(group, "button", "x");
  return h("div", { class: "bar register-forms" }, group);
}

class RegisterPanel {
  private readonly cells = new Map<string, Cell>();
  private readonly names = signal<readonly string[]>([]);
  private readonly grid: HTMLElement;
  private readonly flags = h("p", { class: "flags", hidden: true });

  constructor(
    private readonly studio: Studio,
    private readonly choose: Choose,
    private readonly forms: readonly Form[],
    label: string,
  ) {
    this.grid = h("div", { class: "registers", role: "table", "aria-label": label });
    roving(this.grid, ".register", "y");
  }

  private show(registers: AllRegisters, isRunning: boolean): void {
    const rows = this.choose(registers);
    if (this.cells.size === 0) this.make(rows);
    const changed = new Set(registers.changed);
    for (const row of rows) {
      this.cells.get(row.name)?.show(row, isRunning ? undefined : changed.has(row.name));
    }
    if (this.choose === fpu) {
      this.flags.hidden = false;
      this.flags.textContent = `Condition flags ${registers.flags.toString(2).padStart(8, "0")}`;
    }
  }

  private make(rows: readonly Row[]): void {
    const names = rows.map((row) => row.name);
    const longest = Math.max(...names.map((name) => name.length));
    this.grid.style.setProperty("--count", String(rows.length));
    this.grid.style.setProperty("--name", `${longest + 0.2}ch`);
    this.grid.classList.toggle("few", rows.length < FEW);
    for (const row of rows) {
      const cell = new Cell(this.studio, row, this.forms, names);
      this.cells.set(row.name, cell);
      this.grid.append(cell.element);
    }
    this.names.set(names);
    // Long forms need a column of their own; the number beside them goes first.
    effect(() => {
      const isWide = names.some((name) => WIDE.has(formOf(name, this.forms).id));
      this.grid.classList.toggle("wide", isWide);
    });
  }

  element(isVisible: Computed<boolean>): HTMLElement {
    const nothing = empty(
      "No program yet",
      "Press `F5` to run the program or `F11` to take its first step; the registers appear here.",
    );
    const bar = formSwitch(this.forms, this.names);
    const box = h("div", { class: "fill register-box" }, nothing);
    const ask = (): Promise<AllRegisters | undefined> => this.studio.ask("registers", {});
    const isOld = fresh(
      this.studio,
      isVisible,
      ask,
      (registers, isRunning) => {
        if (registers === undefined) {
          box.replaceChildren(nothing);
          return;
        }
        this.show(registers, isRunning);
        if (!this.grid.isConnected) box.replaceChildren(bar, this.grid, this.flags);
      },
      true,
    );
    return dimmed(box, isOld);
  }
}

/** Fewer registers need one column. */
const FEW = 10;
const WIDE: ReadonlySet<string> = new Set(["bin", "bits", "double"]);

function panel(choose: Choose, forms: readonly Form[], label: string) {
  return (studio: Studio, isVisible: Computed<boolean>): HTMLElement =>
    new RegisterPanel(studio, choose, forms, label).element(isVisible);
}

export const cpuPanel = panel(cpu, WORDS, "Registers");
export const fpuPanel = panel(fpu, FLOATS, "Floating-point registers");
export const cp0Panel = panel(cp0, WORDS, "Registers of coprocessor 0");
