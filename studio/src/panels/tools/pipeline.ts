/** The five-stage pipeline: cycles with what they went to, and the diagram around this step. */

import { h, type Child } from "../../base/dom";
import { fileName, grouped } from "../../base/format";
import { signal } from "../../base/reactive";
import { remembered } from "../../base/store";
import type { PipelineAnswer, PipelineRow, PipelineState } from "../../model/protocol";
import { arrows, forwardNotes } from "./forwards";
import { askTool, settingField, shownAnswer, siteCell, siteText, toolTable } from "./parts";
import type { ToolPlace, ToolView } from "./parts";
import { reorders } from "./reorders";

const PRESETS: readonly (readonly [string, string])[] = [
  ["id,fwd", "id,fwd: branches decided in ID, with forwarding"],
  ["id,nofwd", "id,nofwd: without forwarding"],
  ["ex,fwd", "ex,fwd: branches decided in EX"],
  ["mem,fwd", "mem,fwd: branches decided in MEM"],
  ["id,fwd,slot", "id,fwd,slot: with a delay slot"],
  ["id,fwd,r3000", "id,fwd,r3000: slow products and quotients"],
  ["id,fwd,predict=2bit:16", "id,fwd,predict=2bit:16: with a predictor"],
];

const BEFORE = 10;
const AFTER = 8;

/** Parts of all cycles, in the order in which they are stacked. */
const STACK: readonly (readonly [string, (one: PipelineState) => number])[] = [
  ["Instructions", (one) => one.instructions],
  ["Filling the pipeline", (one) => (one.instructions === 0 ? 0 : 4)],
  ["Load-use", (one) => one.loadUse],
  ["Branch operands", (one) => one.branchOperand],
  ["Products, quotients", (one) => one.multiplyDivide],
  ["Other data", (one) => one.otherData],
  ["Flushed fetches", (one) => one.flushed],
];

function stacked(one: PipelineState): HTMLElement {
  const parts = STACK.map(([name, of], at) => {
    const count = of(one);
    if (count === 0) return null;
    const part = h("span", {
      class: `cpi-part cpi-${at}`,
      title: `${name}: ${grouped(count)} cycles`,
    });
    part.style.width = `${(100 * count) / Math.max(1, one.cycles)}%`;
    return part;
  });
  return h(
    "div",
    { class: "cpi-stack", role: "img", "aria-label": `CPI of ${one.settings}` },
    parts,
  );
}

function cycles(found: PipelineAnswer): HTMLElement {
  const all = found.pipelines;
  const rows: Child[][] = [
    ["CPI", ...all.map((one) => one.cpi.toFixed(4))],
    ["Cycles", ...all.map((one) => grouped(one.cycles))],
    ...STACK.map(([name, of], at): Child[] => [
      [h("span", { class: `cpi-key cpi-${at}` }), name],
      ...all.map((one) => grouped(of(one))),
    ]),
    ["Foreseen wrongly", ...all.map((one) => grouped(one.mispredicted))],
    ["Slots with a nop", ...all.map((one) => grouped(one.wastedSlots))],
  ];
  const cells = rows.map(([name, ...more]) => [
    name,
    ...more.map((text) => ({ number: String(text) })),
  ]);
  return h(
    "div",
    { class: "tool-column" },
    toolTable("Cycles", ["", ...all.map((one) => one.settings)], cells),
    all.map(stacked),
  );
}

function notes(row: PipelineRow): string {
  const stall = row.stall === undefined ? [] : [`waits: ${row.stall}`];
  return [...stall, ...forwardNotes(row)].join(", ");
}

/** The cells of a row from the first cycle of the diagram on. */
function stages(one: PipelineState, row: PipelineRow): HTMLElement[] {
  const cells: HTMLElement[] = [];
  for (let cycle = one.firstCycle; cycle <= one.lastCycle; cycle += 1) {
    const at = cycle - row.firstCycle;
    const stage = row.stages[at] ?? "";
    // A stage that is not left yet stands in the next cycle again.
    const isWaiting = stage !== "" && row.stages[at + 1] === stage;
    const names = ["cycle-stage", stage.toLowerCase(), isWaiting ? "waiting" : ""];
    const name = stage === "" ? "" : names.filter((part) => part !== "").join(" ");
    cells.push(h("td", { class: name }, isWaiting ? `${stage} …` : stage, arrows(row, cycle)));
  }
  return cells;
}

function diagram(place: ToolPlace, one: PipelineState): Child {
  if (one.rows.length === 0) return null;
  const heads: HTMLElement[] = [];
  for (let cycle = one.firstCycle; cycle <= one.lastCycle; cycle += 1) {
    heads.push(h("th", { scope: "col" }, String(cycle)));
  }
  const row = (line: PipelineRow): HTMLElement =>
    h(
      "tr",
      { class: line.isNext ? "next" : line.isAhead ? "ahead" : "" },
      h("th", { scope: "row" }, `${line.isNext ? "▶ " : ""}${line.number}`),
      h("td", { class: "cycle-site" }, siteCell(place.go, line.site), " ", siteText(line.site)),
      stages(one, line),
      h("td", { class: "cycle-note" }, notes(line)),
    );
  return h(
    "section",
    { class: "tool-part cycle-part" },
    h("h3", {}, `${one.settings}: cycles ${one.firstCycle} to ${one.lastCycle}`),
    one.rows.some((row) => row.forwards.length > 0)
      ? h("p", { class: "tool-line quiet" }, "An arrow is a value that is forwarded.")
      : null,
    h(
      "table",
      { class: "cycle-table", "aria-label": `Pipeline diagram ${one.settings}` },
      h("tr", {}, h("th", {}), h("th", { scope: "col" }, "cycle"), heads, h("th", {})),
      one.rows.map(row),
    ),
  );
}

function hazards(place: ToolPlace, one: PipelineState): Child {
  if (one.hazards.length === 0) return null;
  const rows = one.hazards.map((pair) => [
    { number: pair.stalls },
    { number: pair.times },
    siteCell(place.go, pair.consumer),
    siteText(pair.consumer),
    `${pair.register} of ${fileName(pair.producer.path ?? "")}:${(pair.producer.line ?? 0) + 1}`,
    pair.reason,
  ]);
  const heads = ["Stalls", "Times", "Waits", "", "For", "Because of"];
  return toolTable(`Who waits for whom: ${one.settings}`, heads, rows);
}

export const pipelineView: ToolView = (place) => {
  const first = remembered("pipeline", "id,fwd");
  const second = remembered("pipelineBeside", "");
  const wantsReorder = signal(false);
  const asked = askTool(place, "pipeline", () => {
    const settings = [first(), second()].filter((text) => text !== "");
    const from = place.since();
    const query = {
      settings,
      before: BEFORE,
      after: AFTER,
      wantsReorder: wantsReorder(),
    };
    return from === undefined ? query : { ...query, from };
  });
  const show = (found: PipelineAnswer): Child =>
    h(
      "div",
      { class: "tool-columns" },
      cycles(found),
      found.pipelines.map((one) => diagram(place, one)),
      found.pipelines.map((one) => hazards(place, one)),
      found.pipelines.map((one) => {
        const want = (): void => {
          wantsReorder.set(true);
        };
        return h("div", { class: "tool-column" }, reorders(place, one, want));
      }),
    );
  return h(
    "div",
    { class: "fill column" },
    h(
      "div",
      { class: "bar tool-bar" },
      settingField("Pipeline", first, PRESETS),
      h("span", { class: "quiet" }, "beside"),
      settingField("Pipeline beside it", second, PRESETS, "another one"),
    ),
    shownAnswer(place, asked, "Cycles, stalls and the diagram of a pipeline appear here.", show),
  );
};
