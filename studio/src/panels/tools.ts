/** The tools of a course in one panel: each asks about the run up to the step it is at. */

import { h } from "../base/dom";
import { grouped } from "../base/format";
import { computed, signal } from "../base/reactive";
import type { Studio } from "../model/studio";
import type { Make, Navigator } from "./lists";
import { branchesView } from "./tools/branches";
import { cacheView } from "./tools/cache";
import { countersView } from "./tools/counters";
import { datapathView } from "./tools/datapath";
import { floatsView } from "./tools/floats";
import type { ToolView } from "./tools/parts";
import { pipelineView } from "./tools/pipeline";
import { referencesView } from "./tools/references";

export interface ToolKind {
  id: string;
  title: string;
  /** Other names for the palette, those of MARS among them. */
  names: readonly string[];
  make: ToolView;
}

export const TOOLS: readonly ToolKind[] = [
  { id: "cache", title: "Cache", names: ["Data Cache Simulator"], make: cacheView },
  {
    id: "branches",
    title: "Branches",
    names: ["BHT Simulator", "Branch prediction"],
    make: branchesView,
  },
  { id: "pipeline", title: "Pipeline", names: ["Stalls", "CPI"], make: pipelineView },
  { id: "datapath", title: "Datapath", names: ["MIPS X-Ray"], make: datapathView },
  {
    id: "references",
    title: "References",
    names: ["Memory Reference Visualization", "Working set"],
    make: referencesView,
  },
  {
    id: "floats",
    title: "Floats",
    names: ["Floating Point Representation", "IEEE 754"],
    make: floatsView,
  },
  {
    id: "counters",
    title: "Counters",
    names: ["Instruction Counter", "Instruction Statistics", "Instruction mix"],
    make: countersView,
  },
];

/** Tools that look at a step and count nothing. */
const INSTANT = new Set(["datapath", "floats"]);

/** The stretch of the run that is counted: all of it, or from a step on. */
function stretch(
  studio: Studio,
  since: ReturnType<typeof signal<number | undefined>>,
): HTMLElement {
  return h("span", { class: "tool-since", hidden: () => INSTANT.has(studio.tool()) }, () => {
    const from = since();
    if (from === undefined) {
      return h(
        "button",
        {
          title: "Count from this step on, with tools that have seen nothing",
          disabled: () => !studio.run.isStanding(),
          onclick: () => {
            since.set(studio.run.state.peek().count);
          },
        },
        "Count from here",
      );
    }
    return [
      h("span", { class: "quiet" }, `counted from ${grouped(from)} `),
      h(
        "button",
        {
          onclick: () => {
            since.set(undefined);
          },
        },
        "From the start",
      ),
    ];
  });
}

export function toolsPanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const since = signal<number | undefined>(undefined);
    studio.run.follow((fate) => {
      if (fate === "began" || fate === "replaced" || fate === "gone") since.set(undefined);
    });
    const views = TOOLS.map((kind) => {
      const isShown = computed(() => isVisible() && studio.tool() === kind.id);
      const view = kind.make({ studio, go, isVisible: isShown, since });
      return h(
        "div",
        { class: "tool-view", "data-tool": kind.id, hidden: () => studio.tool() !== kind.id },
        view,
      );
    });
    const choose = ({ id, title }: ToolKind): HTMLElement =>
      h(
        "button",
        {
          "aria-pressed": () => String(studio.tool() === id),
          onclick: () => {
            studio.chooseTool(id);
          },
        },
        title,
      );
    return h(
      "div",
      { class: "fill column tool-panel" },
      h(
        "div",
        { class: "bar" },
        h("div", { class: "segmented", role: "group", "aria-label": "Tool" }, TOOLS.map(choose)),
        h("span", { class: "grow" }),
        stretch(studio, since),
      ),
      views,
    );
  };
}
