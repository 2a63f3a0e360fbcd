/** A grid of digits with pencil marks, and the steps of a technique drawn on it. */

import { h, svg } from "../base/dom";

export interface Candidate {
  cell: number;
  value: number;
}

/** What a hint draws: houses it is about, cells, candidates, and chains between them. */
export interface Drawing {
  houses: readonly (readonly number[])[];
  cells: readonly { cell: number; role: string }[];
  candidates: readonly (Candidate & { role: string; effect?: "place" | "remove" })[];
  links: readonly { from: Candidate; to: Candidate; isStrong: boolean }[];
}

export interface DigitsView {
  side: number;
  /** Cells along one side of a box. */
  box: number;
  /** Row by row; 0 is empty. */
  cells: readonly number[];
  clues?: readonly number[];
  notes?: readonly (readonly number[])[];
  clashes?: readonly number[];
  wrong?: readonly number[];
  different?: readonly number[];
  drawing?: Drawing | undefined;
}

/** A value as one sign: letters follow the nine. */
export function sign(value: number): string {
  return value > 9 ? String.fromCharCode(87 + value).toUpperCase() : String(value);
}

const SCALE = 30;

/** Everything that decides how one cell looks. */
interface Cell {
  value: number;
  notes: readonly number[];
  classes: string;
  words: string;
  candidates: readonly (Candidate & { role: string; effect?: "place" | "remove" })[];
}

export class DigitsBoard {
  readonly element: HTMLElement;
  readonly cells: HTMLElement[] = [];
  onSelect: (cell: number) => void = () => undefined;
  private readonly keys: string[] = [];
  private readonly chains: SVGElement;
  private selected = -1;
  private view: DigitsView | undefined;

  constructor(
    private readonly side: number,
    private readonly box: number,
    label: string,
  ) {
    this.chains = svg("svg", {
      class: "chains",
      viewBox: `0 0 ${side * SCALE} ${side * SCALE}`,
      "aria-hidden": "true",
    });
    const rows = Array.from({ length: side }, (_, row) =>
      h(
        "div",
        { role: "row", class: "digits-row" },
        Array.from({ length: side }, (_, column) => this.cell(row, column)),
      ),
    );
    this.element = h(
      "div",
      { class: `digits-board side${side}` },
      h("div", { role: "grid", "aria-label": label, class: "digits-grid" }, rows),
      this.chains,
    );
    this.element.style.setProperty("--side", String(side));
    this.element.style.setProperty("--box", String(box));
  }

  private cell(row: number, column: number): HTMLElement {
    const at = row * this.side + column;
    const edges = [
      row % this.box === 0 ? "top" : "",
      column % this.box === 0 ? "left" : "",
      row === this.side - 1 ? "bottom" : "",
      column === this.side - 1 ? "right" : "",
    ].join(" ");
    const made = h("div", {
      role: "gridcell",
      class: `digit-cell ${edges}`,
      "data-edges": edges,
      tabindex: at === 0 ? "0" : "-1",
      onpointerdown: () => {
        this.onSelect(at);
      },
      onfocus: () => {
        if (this.selected !== at) this.onSelect(at);
      },
    });
    this.cells.push(made);
    return made;
  }

  /** Shows a position; only cells that look different are touched. */
  update(view: DigitsView, selected = this.selected): void {
    this.view = view;
    this.selected = selected;
    const looks = this.looks(view, selected);
    looks.forEach((look, at) => {
      const key = JSON.stringify(look);
      if (this.keys[at] === key) return;
      this.keys[at] = key;
      this.draw(at, look);
    });
    this.drawChains(view.drawing);
  }

  /** Moves the mark of the chosen cell, and the focus with it if the grid has it. */
  select(cell: number): void {
    const hadFocus = this.element.contains(document.activeElement);
    for (const at of [this.selected, cell]) {
      this.cells[at]?.setAttribute("tabindex", at === cell ? "0" : "-1");
    }
    this.selected = cell;
    if (this.view !== undefined) this.update(this.view, cell);
    if (hadFocus) this.cells[cell]?.focus();
  }

  private looks(view: DigitsView, selected: number): Cell[] {
    const sets = {
      clue: new Set(view.clues),
      clash: new Set(view.clashes),
      wrong: new Set(view.wrong),
      different: new Set(view.different),
      house: new Set(view.drawing?.houses.flat()),
    };
    const roles = new Map(view.drawing?.cells.map(({ cell, role }) => [cell, role]));
    const chosen = view.cells[selected] ?? 0;
    return view.cells.map((value, at) => {
      const classes = Object.entries(sets)
        .filter(([, set]) => set.has(at))
        .map(([name]) => name);
      const role = roles.get(at);
      if (role !== undefined) classes.push(role);
      if (at === selected) classes.push("selected");
      else if (this.isNear(at, selected)) classes.push("near");
      if (chosen !== 0 && value === chosen) classes.push("alike");
      const candidates = (view.drawing?.candidates ?? []).filter(({ cell }) => cell === at);
      const notes = view.notes?.[at] ?? [];
      return {
        value,
        notes,
        classes: classes.join(" "),
        words: this.words(at, value, notes, classes),
        candidates,
      };
    });
  }

  private isNear(at: number, selected: number): boolean {
    if (selected < 0) return false;
    const row = (cell: number): number => Math.floor(cell / this.side);
    const column = (cell: number): number => cell % this.side;
    const block = (cell: number): number =>
      Math.floor(row(cell) / this.box) * this.side + Math.floor(column(cell) / this.box);
    return (
      row(at) === row(selected) || column(at) === column(selected) || block(at) === block(selected)
    );
  }

  private words(
    at: number,
    value: number,
    notes: readonly number[],
    classes: readonly string[],
  ): string {
    const place = `row ${Math.floor(at / this.side) + 1}, column ${(at % this.side) + 1}`;
    const parts = [place, value === 0 ? "empty" : sign(value)];
    if (notes.length > 0 && value === 0) parts.push(`notes ${notes.map(sign).join(" ")}`);
    if (classes.includes("clue")) parts.push("given");
    if (classes.includes("clash")) parts.push("clashes");
    if (classes.includes("wrong")) parts.push("wrong");
    if (classes.includes("different")) parts.push("different");
    if (classes.includes("target")) parts.push("target of the hint");
    if (classes.includes("reason")) parts.push("reason of the hint");
    return parts.join(", ");
  }

  private draw(at: number, look: Cell): void {
    const node = this.cells[at];
    if (node === undefined) return;
    node.className = `digit-cell ${node.dataset["edges"] ?? ""} ${look.classes}`;
    node.setAttribute("aria-label", look.words);
    node.setAttribute("aria-selected", String(look.classes.includes("selected")));
    if (look.value !== 0) {
      node.replaceChildren(h("span", { class: "digit" }, sign(look.value)));
      return;
    }
    node.replaceChildren(...this.notes(look));
  }

  private notes({ notes, candidates }: Cell): HTMLElement[] {
    if (notes.length === 0 && candidates.length === 0) return [];
    const spans = Array.from({ length: this.side }, (_, index) => {
      const value = index + 1;
      const drawn = candidates.find((one) => one.value === value);
      const isShown = drawn !== undefined || notes.includes(value);
      const kind = drawn === undefined ? "" : `${drawn.role} ${drawn.effect ?? ""}`;
      // Drawn by the style sheet: the cell's name says the same in words.
      return h("span", { class: `note ${kind}`, "data-sign": isShown ? sign(value) : null });
    });
    return [h("span", { class: "notes" }, spans)];
  }

  private point({ cell, value }: Candidate): { x: number; y: number } {
    const part = SCALE / this.box;
    const at = value - 1;
    return {
      x: (cell % this.side) * SCALE + ((at % this.box) + 0.5) * part,
      y: Math.floor(cell / this.side) * SCALE + (Math.floor(at / this.box) + 0.5) * part,
    };
  }

  private drawChains(drawing: Drawing | undefined): void {
    const lines = (drawing?.links ?? []).map(({ from, to, isStrong }) => {
      const [a, b] = [this.point(from), this.point(to)];
      const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      // A slight bow keeps chains along one row apart.
      const bow = Math.min(8, long / 8) / long;
      const middle = {
        x: (a.x + b.x) / 2 - (b.y - a.y) * bow,
        y: (a.y + b.y) / 2 + (b.x - a.x) * bow,
      };
      const gap = 3.4 / long;
      const near = { x: a.x + (b.x - a.x) * gap, y: a.y + (b.y - a.y) * gap };
      const far = { x: b.x - (b.x - a.x) * gap, y: b.y - (b.y - a.y) * gap };
      return svg("path", {
        d: `M${near.x} ${near.y}Q${middle.x} ${middle.y} ${far.x} ${far.y}`,
        class: isStrong ? "chain strong" : "chain weak",
      });
    });
    this.chains.replaceChildren(...lines);
  }
}
