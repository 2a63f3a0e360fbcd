/** The field of Tetrisito: frozen blocks, the goal's outline, a piece above it, and its fall. */

import { h, svg } from "../base/dom";
import { isStill, Motions } from "../base/motion";

export type Square = readonly [row: number, column: number];

export interface FieldView {
  columns: number;
  rows: number;
  /** Rows above the field in which a piece begins; none for a goal. */
  hidden: number;
  /** Row by row: 0 empty, -1 from the start, else the number of a piece. */
  cells: readonly number[];
  /** What the field is to become. */
  goal?: readonly number[] | undefined;
  /** The piece that is held above the field. */
  held?: { number: number; squares: readonly Square[]; offset: number } | undefined;
  /** Where it would come to rest. */
  rest?: readonly number[] | undefined;
  different?: readonly number[] | undefined;
}

/** One drop as it is shown. */
export interface FieldDrop {
  number: number;
  squares: readonly Square[];
  offset: number;
  rows: number;
  frozen: readonly number[];
  cleared: readonly number[];
  after: readonly number[];
}

const UNIT = 20;
const PAUSE_MS = 160;

/** The class that colours what belongs to an owner. */
export function ownerClass(owner: number): string {
  return owner < 0 ? "given" : `o${((owner - 1) % 6) + 1}`;
}

function block(x: number, y: number, owner: number): SVGElement {
  return svg(
    "g",
    { class: `block ${ownerClass(owner)}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: 0.8, y: 0.8, width: UNIT - 1.6, height: UNIT - 1.6, rx: 3 }),
    svg("path", { d: "M3.5 15V5.6A2 2 0 0 1 5.5 3.6H15", class: "shine" }),
  );
}

/** A piece by itself, in the corner of as small a picture as it needs. */
export function pieceArt(squares: readonly Square[], number: number): SVGElement {
  const rows = squares.map(([row]) => row);
  const columns = squares.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [tall, wide] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
  // A box of four by four for every piece, so that their blocks have the same size.
  const [x, y] = [((4 - wide) * UNIT) / 2, ((4 - tall) * UNIT) / 2];
  return svg(
    "svg",
    { viewBox: `0 0 ${4 * UNIT} ${4 * UNIT}`, class: "piece-art", "aria-hidden": "true" },
    squares.map(([row, column]) =>
      block(x + (column - left) * UNIT, y + (row - top) * UNIT, number),
    ),
  );
}

export class FieldBoard {
  readonly element: HTMLElement;
  private readonly ground: SVGElement;
  private readonly blocks = svg("g", { class: "blocks" });
  private readonly above = svg("g", { class: "above" });
  private readonly marks = svg("g", { class: "marks" });
  private readonly picture: SVGElement;
  private readonly motions = new Motions();
  /** Which showing is the newest: an older one gives up. */
  private showing = 0;

  constructor(
    private readonly columns: number,
    private readonly rows: number,
    private readonly hidden: number,
  ) {
    const [width, height] = [columns * UNIT, (rows + hidden) * UNIT];
    this.ground = svg("g", { class: "ground" }, this.squares());
    this.picture = svg(
      "svg",
      { viewBox: `-2 -2 ${width + 4} ${height + 4}`, class: "field", role: "img" },
      this.ground,
      this.blocks,
      this.above,
      this.marks,
    );
    this.element = h("div", { class: "field-board" }, this.picture);
    this.element.style.setProperty("--columns", String(columns));
    this.element.style.setProperty("--rows", String(rows + hidden));
  }

  private squares(): SVGElement[] {
    const made = [
      svg("rect", {
        x: -1,
        y: this.hidden * UNIT - 1,
        width: this.columns * UNIT + 2,
        height: this.rows * UNIT + 2,
        rx: 4,
        class: "inside",
      }),
    ];
    for (let row = 0; row < this.rows; row += 1) {
      for (let column = 0; column < this.columns; column += 1) {
        const [x, y] = [column * UNIT, (row + this.hidden) * UNIT];
        made.push(
          svg("rect", {
            x: x + 0.8,
            y: y + 0.8,
            width: UNIT - 1.6,
            height: UNIT - 1.6,
            rx: 3,
            class: "place",
          }),
        );
      }
    }
    return made;
  }

  private corner(cell: number): [x: number, y: number] {
    const row = Math.floor(cell / this.columns) + this.hidden;
    return [(cell % this.columns) * UNIT, row * UNIT];
  }

  /** Shows a position at once. */
  update(view: FieldView): void {
    this.showing += 1;
    this.draw(view.cells);
    this.drawMarks(view);
  }

  private draw(cells: readonly number[]): void {
    this.blocks.replaceChildren(
      ...cells.flatMap((owner, cell) => (owner === 0 ? [] : [block(...this.corner(cell), owner)])),
    );
  }

  private drawMarks(view: FieldView): void {
    const frame = (cell: number, kind: string, inset: number): SVGElement => {
      const [x, y] = this.corner(cell);
      const size = UNIT - 2 * inset;
      return svg("rect", {
        x: x + inset,
        y: y + inset,
        width: size,
        height: size,
        rx: 2.5,
        class: kind,
      });
    };
    const cross = (cell: number, kind: string): SVGElement => {
      const [x, y] = this.corner(cell);
      return svg("path", { d: `M${x + 6} ${y + 6}l8 8M${x + 14} ${y + 6}l-8 8`, class: kind });
    };
    const made: SVGElement[] = [];
    (view.goal ?? []).forEach((wanted, cell) => {
      const isFilled = view.cells[cell] !== 0;
      if (wanted === 1 && !isFilled) made.push(frame(cell, "to-fill", 2.2));
      if (wanted === 0 && isFilled) made.push(cross(cell, "too-many"));
    });
    for (const cell of view.rest ?? []) {
      made.push(frame(cell, `rest ${ownerClass(view.held?.number ?? 1)}`, 2));
    }
    for (const cell of view.different ?? []) {
      made.push(frame(cell, "different", 0.6), cross(cell, "different-sign"));
    }
    this.marks.replaceChildren(...made);
    this.above.replaceChildren(...this.held(view));
  }

  private held({ held }: FieldView): SVGElement[] {
    if (held === undefined) return [];
    return [this.piece(held.squares, held.number, held.offset)];
  }

  private piece(squares: readonly Square[], number: number, offset: number): SVGElement {
    const shown = squares.map(([row, column]) =>
      block((column + offset) * UNIT, row * UNIT, number),
    );
    return svg("g", { class: "held" }, shown);
  }

  /** Lets pieces fall one after the other onto `from`, then shows `view`. */
  async show(from: readonly number[], drops: readonly FieldDrop[], view: FieldView): Promise<void> {
    this.showing += 1;
    const mine = this.showing;
    if (!isStill()) {
      this.draw(from);
      this.marks.replaceChildren();
      for (const [index, drop] of drops.entries()) {
        await this.fall(drop, mine, drops.length > 1 && index > 0);
        if (this.showing !== mine) return;
      }
    }
    this.update(view);
  }

  private async fall(drop: FieldDrop, mine: number, isLater: boolean): Promise<void> {
    const piece = this.piece(drop.squares, drop.number, drop.offset);
    this.above.replaceChildren(piece);
    if (isLater) await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (this.showing !== mine) return;
    const end = `translateY(${drop.rows * UNIT}px)`;
    await this.motions.play(piece, [{ transform: "translateY(0)" }, { transform: end }], {
      duration: 90 + 36 * drop.rows,
      easing: "cubic-bezier(0.5, 0, 0.9, 0.6)",
      fill: "forwards",
    });
    if (this.showing !== mine) return;
    this.above.replaceChildren();
    this.draw(drop.frozen);
    if (drop.cleared.length === 0) return;
    await this.clear(drop.cleared);
    if (this.showing === mine) this.draw(drop.after);
  }

  private async clear(rows: readonly number[]): Promise<void> {
    const bars = rows.map((row) =>
      svg("rect", {
        x: 0,
        y: (row + this.hidden) * UNIT,
        width: this.columns * UNIT,
        height: UNIT,
        class: "flash",
      }),
    );
    this.marks.replaceChildren(...bars);
    const frames = [{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }];
    await Promise.all(bars.map((bar) => this.motions.play(bar, frames, { duration: 320 })));
    this.marks.replaceChildren();
  }

  /** The column under a point of the screen, in columns from the left, not rounded. */
  columnAt(x: number): number {
    const box = this.picture.getBoundingClientRect();
    const width = this.columns * UNIT;
    return (((x - box.left) / box.width) * (width + 4) - 2) / UNIT;
  }

  describe(text: string): void {
    this.picture.setAttribute("aria-label", text);
  }
}

export function fieldInWords(view: FieldView): string {
  const rows: string[] = [];
  for (let row = 0; row < view.rows; row += 1) {
    const cells = view.cells.slice(row * view.columns, (row + 1) * view.columns);
    if (cells.every((cell) => cell === 0)) continue;
    const filled = cells.flatMap((cell, column) => (cell === 0 ? [] : [column + 1]));
    rows.push(`Row ${row + 1}: columns ${filled.join(", ")} filled.`);
  }
  return rows.length === 0 ? "The field is empty." : rows.join(" ");
}
