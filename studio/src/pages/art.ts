/** Small pictures of the five projects, drawn on a 96 × 72 grid. */

import { svg } from "../base/dom";

function picture(children: SVGElement[]): SVGElement {
  return svg("svg", { viewBox: "0 0 96 72", class: "art", "aria-hidden": "true" }, children);
}

const square = (x: number, y: number, size: number, kind: string): SVGElement =>
  svg("rect", { x, y, width: size, height: size, rx: 1.5, class: kind });

function discs(columns: number, rows: number, stones: Record<string, string>): SVGElement[] {
  const made = [svg("rect", { x: 8, y: 6, width: 80, height: 60, rx: 4, class: "board" })];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const kind = stones[`${column},${row}`] ?? "hole";
      const cx = 8 + (80 / columns) * (column + 0.5);
      const cy = 6 + (60 / rows) * (row + 0.5);
      made.push(svg("circle", { cx, cy, r: Math.min(32 / columns, 25 / rows), class: kind }));
    }
  }
  return made;
}

function connectFour(): SVGElement {
  return picture(
    discs(7, 6, {
      "3,5": "one",
      "2,5": "two",
      "3,4": "two",
      "4,5": "one",
      "3,3": "one",
      "4,4": "one",
      "2,4": "two",
      "5,5": "two",
      "5,4": "two",
      "5,3": "one",
      "1,5": "one",
    }),
  );
}

function fourInARow(): SVGElement {
  const stones = {
    "2,5": "one",
    "3,4": "one",
    "4,3": "one",
    "5,2": "one",
    "3,5": "two",
    "4,5": "two",
    "4,4": "two",
    "5,5": "one",
    "5,4": "two",
    "5,3": "two",
  };
  const line = svg("path", { d: "M36.5 61 L70.5 31", class: "winning" });
  return picture([...discs(7, 6, stones), line]);
}

function sudoku(): SVGElement {
  const made = [svg("rect", { x: 15, y: 3, width: 66, height: 66, rx: 3, class: "board" })];
  for (let at = 1; at < 9; at += 1) {
    const kind = at % 3 === 0 ? "rule strong" : "rule";
    const place = 15 + (66 / 9) * at;
    made.push(svg("path", { d: `M${place} 3v66`, class: kind }));
    made.push(svg("path", { d: `M15 ${place - 12}h66`, class: kind }));
  }
  const digits = [
    "5   8   3",
    " 4     7 ",
    "  1 9  6 ",
    "3  2     ",
    "  9   4  ",
    "     5  1",
    " 7  3 9  ",
    " 2     8 ",
    "6   1   5",
  ];
  digits.forEach((row, y) => {
    [...row].forEach((digit, x) => {
      if (digit === " ") return;
      const at = { x: 15 + (66 / 9) * (x + 0.5), y: 3 + (66 / 9) * (y + 0.5) + 2 };
      made.push(
        svg("text", { ...at, class: (x * 7 + y) % 5 === 0 ? "digit found" : "digit" }, digit),
      );
    });
  });
  return picture(made);
}

function twenty48(): SVGElement {
  const tiles = [
    ["2", "4", "", ""],
    ["8", "16", "4", ""],
    ["64", "32", "8", "2"],
    ["512", "256", "64", "4"],
  ];
  const made = [svg("rect", { x: 15, y: 3, width: 66, height: 66, rx: 4, class: "board" })];
  tiles.forEach((row, y) => {
    row.forEach((tile, x) => {
      const level = tile === "" ? 0 : Math.min(5, Math.ceil(Math.log2(Number(tile)) / 2));
      made.push(square(18 + 15.5 * x, 6 + 15.5 * y, 13.5, `tile t${level}`));
      const at = { x: 18 + 15.5 * x + 6.75, y: 6 + 15.5 * y + 9 };
      if (tile !== "") made.push(svg("text", { ...at, class: `digit on${level}` }, tile));
    });
  });
  return picture(made);
}

function tetrisito(): SVGElement {
  const cells: [number, number, string][] = [
    [0, 5, "p1"],
    [1, 5, "p1"],
    [1, 4, "p1"],
    [2, 5, "p1"],
    [3, 5, "p2"],
    [4, 5, "p2"],
    [3, 4, "p2"],
    [4, 4, "p2"],
    [5, 5, "p3"],
    [5, 4, "p3"],
    [5, 3, "p3"],
    [5, 2, "p3"],
    [0, 4, "p4"],
    [0, 3, "p4"],
    [1, 3, "p4"],
    [0, 2, "p4"],
    [2, 1, "p5"],
    [3, 1, "p5"],
    [3, 0, "p5"],
    [4, 0, "p5"],
  ];
  const made = [svg("rect", { x: 14, y: 2, width: 68, height: 68, rx: 3, class: "board" })];
  for (const [x, y, kind] of cells) made.push(square(16 + 10.7 * x, 4 + 10.7 * y, 9.7, kind));
  return picture(made);
}

const ART: Record<string, () => SVGElement> = {
  sudoku,
  tetrisito,
  "2048": twenty48,
  "connect-four": connectFour,
  "four-in-a-row": fourInARow,
};

export function art(project: string): SVGElement | undefined {
  return ART[project]?.();
}
