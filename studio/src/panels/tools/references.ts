/** References to memory: which parts are touched and how often, the stack and the working set. */

import { h, svg, type Child } from "../../base/dom";
import { bytes, grouped, hex } from "../../base/format";
import { remembered } from "../../base/store";
import type { MemoryMapAnswer, MemorySample, UnitReferences } from "../../model/protocol";
import { momentLink } from "../frames";
import { askTool, shownAnswer, toolTable } from "./parts";
import type { ToolPlace, ToolView } from "./parts";

const UNITS = [4, 16, 64, 256, 4096];
/** Steps of the scale: each digit is twice as many references as the one before. */
const STEPS = 9;
const ROWS = 40;

function total(unit: UnitReferences): number {
  return unit.fetches + unit.reads + unit.writes;
}

/** A digit for a count: 0 for one reference, one more for each doubling. */
function level(count: number): number {
  return Math.min(STEPS, Math.floor(Math.log2(Math.max(1, count))));
}

function counts(unit: UnitReferences): string {
  const parts: [number, string][] = [
    [unit.fetches, "fetches"],
    [unit.reads, "reads"],
    [unit.writes, "writes"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${grouped(count)} ${name}`)
    .join(", ");
}

function name(unit: UnitReferences): string {
  return unit.label ?? hex(unit.address);
}

/** Units as cells in the order of addresses, a row for each part of memory. */
function map(found: MemoryMapAnswer): HTMLElement {
  const parts = new Map<string, UnitReferences[]>();
  for (const unit of found.units) {
    const known = parts.get(unit.symbol);
    if (known === undefined) parts.set(unit.symbol, [unit]);
    else known.push(unit);
  }
  const cell = (unit: UnitReferences): HTMLElement =>
    h(
      "span",
      {
        class: `unit level-${Math.ceil(level(total(unit)) / 2)}`,
        title: `${name(unit)}: ${counts(unit)}`,
      },
      String(level(total(unit))),
    );
  const rows = [...parts].map(([symbol, units]) =>
    h(
      "div",
      { class: "unit-row" },
      h("span", { class: "unit-name mono" }, symbol),
      h("span", { class: "units" }, units.map(cell)),
    ),
  );
  const label = `Map of ${grouped(found.unitsTouched)} units of ${bytes(found.unitBytes)}`;
  return h(
    "section",
    { class: "tool-part tool-wide" },
    h("h3", {}, `${label}; a digit more is twice as often`),
    h("div", { class: "unit-map mono", role: "img", "aria-label": label }, rows),
  );
}

/** A line over time; its largest value stands above it. */
function chart(
  title: string,
  samples: readonly MemorySample[],
  of: (sample: MemorySample) => number,
  unit: string,
): Child {
  const most = Math.max(...samples.map(of));
  const end = samples.at(-1)?.instructions ?? 0;
  if (samples.length < 2 || most <= 0 || end <= 0) return null;
  const points = samples.map((sample) => {
    const x = (300 * sample.instructions) / end;
    return `${x.toFixed(1)},${(58 - (56 * of(sample)) / most).toFixed(1)}`;
  });
  return h(
    "section",
    { class: "tool-part" },
    h("h3", {}, `${title}: at most ${grouped(most)} ${unit}`),
    svg(
      "svg",
      { class: "tool-chart", viewBox: "0 0 300 60", role: "img", "aria-label": title },
      svg("polyline", { points: points.join(" "), fill: "none" }),
    ),
  );
}

function tables(place: ToolPlace, found: MemoryMapAnswer): Child[] {
  const numbers = (one: { fetches: number; reads: number; writes: number }) => [
    { number: one.fetches },
    { number: one.reads },
    { number: one.writes },
  ];
  const symbols = found.symbols.map((one) => [one.symbol, ...numbers(one)]);
  const most = [...found.units].sort((a, b) => total(b) - total(a)).slice(0, ROWS);
  const units = most.map((unit) => [
    name(unit),
    ...numbers(unit),
    momentLink(place.studio, Math.max(0, unit.last - 1), "Travel to its last reference"),
  ]);
  const heads = ["Fetches", "Reads", "Writes"];
  return [
    toolTable("By part of memory", ["Part", ...heads], symbols),
    toolTable("Most used units", ["Unit", ...heads, "Last"], units),
  ];
}

export const referencesView: ToolView = (place) => {
  const unit = remembered("referenceUnit", 16);
  const asked = askTool(place, "memoryMap", () => {
    const from = place.since();
    return from === undefined ? { unitBytes: unit() } : { unitBytes: unit(), from };
  });
  const deepest = (found: MemoryMapAnswer): number =>
    Math.max(0, ...found.samples.map(({ stackDepth }) => stackDepth));
  const show = (found: MemoryMapAnswer): Child => [
    h(
      "p",
      { class: "tool-line" },
      `${grouped(found.fetches)} fetches, ${grouped(found.reads)} reads, ` +
        `${grouped(found.writes)} writes; ` +
        `the stack is at most ${grouped(deepest(found))} bytes deep`,
      found.isCut && "; more units than can be counted one by one",
    ),
    h(
      "div",
      { class: "tool-columns" },
      map(found),
      chart("Working set over time", found.samples, (one) => one.workingSet, "units"),
      chart("Stack over time", found.samples, (one) => one.stackDepth, "bytes"),
      tables(place, found),
    ),
  ];
  const choose = h(
    "select",
    {
      "aria-label": "Bytes of a unit",
      onchange: (event: Event) => {
        unit.set(Number((event.target as HTMLSelectElement).value));
      },
    },
    UNITS.map((value) => h("option", { value, selected: value === unit.peek() }, `${value} bytes`)),
  );
  return h(
    "div",
    { class: "fill column" },
    h("div", { class: "bar tool-bar" }, h("label", { class: "quiet" }, "A unit is ", choose)),
    shownAnswer(place, asked, "The parts of memory that a run has touched appear here.", show),
  );
};
