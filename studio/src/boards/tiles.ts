/** The tiles of 2048: each is an element that glides by a transform, merges and appears. */

import { h } from "../base/dom";
import { Motions } from "../base/motion";

export interface TilesView {
  side: number;
  /** Row by row; 0 is empty. */
  cells: readonly number[];
  different?: readonly number[] | undefined;
}

/** What moved in a slide: from cell to cell, and whether it became part of another tile. */
export interface Glide {
  from: number;
  to: number;
  /** What stands on it. */
  number: number;
  isMerged: boolean;
}

const GLIDE_MS = 110;
const APPEAR_MS = 140;
const GROW = "cubic-bezier(0.2, 0.9, 0.3, 1.25)";

/** The class that colours a tile: 2 is 1, 4 is 2, and so on. */
export function tileLevel(value: number): number {
  return Math.min(17, Math.max(1, Math.round(Math.log2(value))));
}

export class TilesBoard {
  readonly element: HTMLElement;
  private readonly layer = h("div", { class: "tiles-layer" });
  private readonly motions = new Motions();
  private different: readonly number[] = [];

  constructor(private readonly side: number) {
    const cells = Array.from({ length: side * side }, () => h("span", { class: "tile-place" }));
    this.element = h(
      "div",
      { class: "tiles-board", role: "img" },
      h("div", { class: "tile-places" }, cells),
      this.layer,
    );
    this.element.style.setProperty("--side", String(side));
  }

  private place(tile: HTMLElement, cell: number): void {
    tile.style.transform = this.transform(cell);
  }

  private transform(cell: number): string {
    const x = (cell % this.side) * 100;
    const y = Math.floor(cell / this.side) * 100;
    return `translate(${x}%, ${y}%)`;
  }

  private tile(value: number, cell: number): HTMLElement {
    const text = String(value);
    const mark = this.different.includes(cell) ? " different" : "";
    const made = h(
      "span",
      { class: "tile" },
      h("span", { class: `tile-face v${tileLevel(value)} digits${text.length}${mark}` }, text),
    );
    this.place(made, cell);
    return made;
  }

  /**
   * Shows a position. With glides, tiles move from where they were; cells in `appeared` grow out
   * of nothing afterwards.
   */
  update(view: TilesView, glides: readonly Glide[] = [], appeared: readonly number[] = []): void {
    this.motions.settle();
    this.different = view.different ?? [];
    const tiles = new Map<number, HTMLElement>();
    view.cells.forEach((value, cell) => {
      if (value !== 0) tiles.set(cell, this.tile(value, cell));
    });
    const leaving: HTMLElement[] = [];
    const merged = new Set(glides.filter((glide) => glide.isMerged).map(({ to }) => to));
    for (const glide of glides) {
      const isWhole = !merged.has(glide.to);
      const moving = isWhole ? tiles.get(glide.to) : this.tile(glide.number, glide.from);
      if (moving === undefined) continue;
      if (!isWhole) leaving.push(moving);
      void this.glide(moving, glide, !isWhole);
    }
    for (const cell of view.different ?? []) {
      if (view.cells[cell] === 0) tiles.set(cell, this.hole(cell));
    }
    this.layer.replaceChildren(...leaving, ...tiles.values());
    for (const cell of merged) this.appear(tiles.get(cell), GLIDE_MS - 20, 0.86);
    for (const cell of appeared) this.appear(tiles.get(cell), glides.length > 0 ? GLIDE_MS : 0, 0);
  }

  /** A cell that should not be empty, or should: marked although it has no tile. */
  private hole(cell: number): HTMLElement {
    const made = h("span", { class: "tile" }, h("span", { class: "tile-face hole different" }));
    this.place(made, cell);
    return made;
  }

  private async glide(tile: HTMLElement, { from, to }: Glide, isLeaving: boolean): Promise<void> {
    const frames = [{ transform: this.transform(from) }, { transform: this.transform(to) }];
    // A tile that became part of another lies under it until the other has grown.
    await this.motions.play(tile, frames, {
      duration: GLIDE_MS,
      easing: "cubic-bezier(0.3, 0, 0.2, 1)",
    });
    if (isLeaving) tile.remove();
  }

  private appear(tile: HTMLElement | undefined, delay: number, from: number): void {
    const face = tile?.firstElementChild;
    if (!face) return;
    const frames = [
      { transform: `scale(${from})`, opacity: from === 0 ? 0 : 1 },
      { transform: "scale(1)", opacity: 1 },
    ];
    void this.motions.play(face, frames, { duration: APPEAR_MS, delay, easing: GROW });
  }

  describe(text: string): void {
    this.element.setAttribute("aria-label", text);
  }
}

export function tilesInWords(view: TilesView): string {
  const rows = Array.from({ length: view.side }, (_, row) =>
    view.cells
      .slice(row * view.side, (row + 1) * view.side)
      .map((value) => (value === 0 ? "empty" : String(value)))
      .join(", "),
  );
  return rows.map((row, at) => `Row ${at + 1}: ${row}.`).join(" ");
}
