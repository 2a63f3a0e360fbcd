/** Branches: how well predictors foresee them, side by side and branch by branch. */

import { h, type Child } from "../../base/dom";
import { grouped } from "../../base/format";
import { remembered } from "../../base/store";
import type { BranchesAnswer } from "../../model/protocol";
import {
  askTool,
  percentBar,
  settingField,
  shownAnswer,
  siteCell,
  siteText,
  toolTable,
} from "./parts";
import type { ToolPlace, ToolView } from "./parts";

const PRESETS: readonly (readonly [string, string])[] = [
  ["all", "all: eight of about 32 bits"],
  ["not-taken,taken,btfn", "not-taken,taken,btfn: fixed rules"],
  ["1bit:16,2bit:16,mars:16", "1bit:16,2bit:16,mars:16: tables by address"],
  ["gshare:16:4,local:16:4,tournament:16:4", "gshare, local, tournament: with history"],
];

const TABLES: readonly (readonly [string, string])[] = [
  ["", "none"],
  ["8:1", "8 entries, history 1"],
  ["16:1", "16 entries, history 1"],
  ["32:1", "32 entries, history 1"],
  ["8:2", "8 entries, history 2"],
  ["16:2", "16 entries, history 2"],
  ["32:2", "32 entries, history 2"],
];

function part(count: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * count) / whole).toFixed(0)} %`;
}

function predictors(found: BranchesAnswer): HTMLElement {
  const rows = found.predictors.map((one) => [
    one.name,
    { number: one.budgetBits },
    { number: one.correct },
    percentBar(one.correctPercent),
  ]);
  return toolTable("Predictors", ["Predictor", "Bits", "Correct", "of all"], rows);
}

function sites(place: ToolPlace, found: BranchesAnswer): HTMLElement {
  const rows = found.sites.map((one) => [
    siteCell(place.go, one.site),
    siteText(one.site),
    { number: one.executed },
    { number: `${grouped(one.taken)} (${part(one.taken, one.executed)})` },
    { number: one.runs },
    ...one.correct.map((correct) => ({ number: part(correct, one.executed) })),
    { number: one.aliases.length },
  ]);
  const names = found.predictors.map(({ name }) => name);
  const heads = ["Line", "", "Executed", "Taken", "Runs", ...names, "Share its entry"];
  return toolTable("Branches, foreseen by each predictor", heads, rows);
}

function history(found: BranchesAnswer): Child {
  const { table } = found;
  if (table === undefined) return null;
  const rows = table.rows.map((one) => {
    const all = one.correct + one.incorrect;
    const precision = all === 0 ? 0 : (100 * one.correct) / all;
    return [
      { number: one.index },
      one.history,
      one.prediction,
      { number: one.correct },
      { number: one.incorrect },
      { number: precision.toFixed(2) },
    ];
  });
  const heads = ["Index", "History", "Prediction", "Correct", "Incorrect", "Precision"];
  return toolTable(`Branch history table of ${table.entries} entries`, heads, rows);
}

export const branchesView: ToolView = (place) => {
  const list = remembered("predictors", "all");
  const table = remembered("historyTable", "");
  const asked = askTool(place, "branches", () => {
    const from = place.since();
    return {
      predictors: list(),
      ...(table() === "" ? {} : { table: table() }),
      ...(from === undefined ? {} : { from }),
    };
  });
  const show = (found: BranchesAnswer): Child => [
    h(
      "p",
      { class: "tool-line" },
      `${grouped(found.executed)} branches, ${grouped(found.taken)} taken; ` +
        `${grouped(found.returnsCorrect)} of ${grouped(found.returns)} returns foreseen by a ` +
        `stack of 16, ${grouped(found.jumpsCorrect)} of ${grouped(found.jumps)} targets by a ` +
        "buffer of 16",
    ),
    h(
      "div",
      { class: "tool-columns" },
      predictors(found),
      history(found),
      found.sites.length > 0 && sites(place, found),
    ),
    found.more > 0 && h("p", { class: "tool-line quiet" }, `and ${grouped(found.more)} more`),
  ];
  const choose = h(
    "select",
    {
      "aria-label": "Branch history table as in MARS",
      onchange: (event: Event) => {
        table.set((event.target as HTMLSelectElement).value);
      },
    },
    TABLES.map(([value, name]) => h("option", { value, selected: value === table.peek() }, name)),
  );
  return h(
    "div",
    { class: "fill column" },
    h(
      "div",
      { class: "bar tool-bar" },
      settingField("Predictors", list, PRESETS),
      h("label", { class: "quiet" }, "MARS's table ", choose),
    ),
    shownAnswer(place, asked, "Predictors are compared here on the branches of a run.", show),
  );
};
