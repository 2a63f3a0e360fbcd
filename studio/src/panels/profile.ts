/** Where the instructions went: by line, by procedure, and as a flame graph of calls. */

import { h, type Child } from "../base/dom";
import { grouped, short } from "../base/format";
import { signal } from "../base/reactive";
import type { ProfiledProcedure, Profile } from "../model/protocol";
import type { Studio } from "../model/studio";
import { empty, fresh } from "./fresh";
import { lineLink, type Make, type Navigator } from "./lists";

const ROWS = 50;
/** Frames narrower than this part of all cannot be seen. */
const NARROWEST = 0.002;
const DEEPEST = 40;
/** How long to wait for more of a run that is still being counted, in milliseconds. */
const AGAIN_AFTER = 250;

type View = "lines" | "procedures" | "flame";
const VIEWS: readonly [View, string][] = [
  ["lines", "Lines"],
  ["procedures", "Procedures"],
  ["flame", "Flame graph"],
];

/** A procedure within its callers, and all that was executed in it. */
export interface FlameFrame {
  name: string;
  total: number;
  children: Map<string, FlameFrame>;
}

/** The chains of calls as a tree. */
export function flameOf({ names, chains }: Pick<Profile, "names" | "chains">): FlameFrame {
  const root: FlameFrame = { name: "", total: 0, children: new Map() };
  for (const { chain, own } of chains) {
    let frame = root;
    frame.total += own;
    for (const number of chain) {
      const name = names[number] ?? "";
      let next = frame.children.get(name);
      if (next === undefined) {
        next = { name, total: 0, children: new Map() };
        frame.children.set(name, next);
      }
      next.total += own;
      frame = next;
    }
  }
  return root;
}

function share(count: number, total: number): Child {
  const part = count / Math.max(1, total);
  const fill = h("span", { class: "share" });
  fill.style.width = `${Math.max(1, 100 * part)}%`;
  return [h("span", { class: "shares" }, fill), `${(100 * part).toFixed(1)} %`];
}

function table(label: string, heads: readonly string[], rows: readonly Child[][]): HTMLElement {
  return h(
    "table",
    { class: "list", "aria-label": label },
    h(
      "tr",
      {},
      heads.map((head) => h("th", {}, head)),
    ),
    rows.map((row) =>
      h(
        "tr",
        {},
        row.map((cell) => h("td", { class: "mono" }, cell)),
      ),
    ),
  );
}

function lines(go: Navigator, now: Profile): HTMLElement {
  const rows = now.lines
    .slice(0, ROWS)
    .map((one) => [
      lineLink(go, one.path, one.line),
      grouped(one.count),
      share(one.count, now.total),
    ]);
  return table("Lines", ["Line", "Instructions", ""], rows);
}

function procedures(go: Navigator, now: Profile): HTMLElement {
  const rows = now.procedures.slice(0, ROWS).map((one) => {
    const { path, line } = one;
    const link = path === undefined || line === undefined ? null : lineLink(go, path, line);
    return [
      h("span", { class: "procedure" }, one.name),
      link,
      grouped(one.calls),
      grouped(one.own),
      grouped(one.total),
      share(one.total, now.total),
    ];
  });
  const heads = ["Procedure", "", "Calls", "Itself", "With what it called", ""];
  return table("Procedures", heads, rows);
}

function flame(go: Navigator, now: Profile): HTMLElement {
  const places = new Map(now.procedures.map((one): [string, ProfiledProcedure] => [one.name, one]));
  const made: HTMLElement[] = [];
  let deepest = 0;
  const draw = (frame: FlameFrame, from: number, depth: number): void => {
    let left = from;
    const inner = [...frame.children.values()].sort((a, b) => b.total - a.total);
    for (const child of inner) {
      const part = child.total / Math.max(1, now.total);
      if (part >= NARROWEST && depth < DEEPEST) {
        deepest = Math.max(deepest, depth + 1);
        made.push(block(child, left, part, depth));
        draw(child, left, depth + 1);
      }
      left += part;
    }
  };
  const block = (frame: FlameFrame, left: number, part: number, depth: number): HTMLElement => {
    const place = places.get(frame.name);
    const element = h(
      "button",
      {
        class: `flame-frame f${depth % 4}`,
        title: `${frame.name}: ${grouped(frame.total)} instructions, ${(100 * part).toFixed(1)} %`,
        onclick: () => {
          if (place?.path !== undefined && place.line !== undefined) {
            void go.open(place.path, place.line);
          }
        },
      },
      part > 0.02 ? frame.name : "",
    );
    element.style.left = `${100 * left}%`;
    element.style.width = `${100 * part}%`;
    element.style.top = `${22 * depth}px`;
    return element;
  };
  draw(flameOf(now), 0, 0);
  const graph = h("div", { class: "flame", role: "group", "aria-label": "Flame graph" }, made);
  graph.style.height = `${22 * deepest}px`;
  return graph;
}

const SHOW = { lines, procedures, flame };

/** What is counted so far, asked again until all is. */
async function measure(studio: Studio, show: (now: Profile) => void): Promise<Profile | undefined> {
  const moment = studio.run.moment.peek();
  for (;;) {
    const now = await studio.ask("profile", {});
    if (now === undefined || now.isWhole || moment !== studio.run.moment.peek()) return now;
    if (now.total > 0) show(now);
    await new Promise((done) => setTimeout(done, AGAIN_AFTER));
  }
}

export function profilePanel(go: Navigator): Make {
  return (studio, isVisible) => {
    const profile = signal<Profile | undefined>(undefined);
    const view = signal<View>("lines");
    const show = (answer: Profile | undefined): void => {
      profile.set(answer);
    };
    fresh(studio, isVisible, () => measure(studio, show), show);
    const choose = ([id, title]: (typeof VIEWS)[number]): HTMLElement =>
      h(
        "button",
        {
          "aria-pressed": () => String(view() === id),
          onclick: () => {
            view.set(id);
          },
        },
        title,
      );
    return h("div", { class: "fill scroll" }, () => {
      const now = profile();
      if (now === undefined || now.total === 0) {
        return empty(
          "Nothing measured yet",
          "After a run, the lines and procedures that were executed most are here.",
        );
      }
      const counted = `${short(now.total)} instructions${now.isWhole ? "" : ", counting …"}`;
      return [
        h(
          "div",
          { class: "bar profile-bar" },
          h(
            "div",
            { class: "segmented", role: "group", "aria-label": "What is shown" },
            VIEWS.map(choose),
          ),
          h("span", { class: "quiet" }, counted),
        ),
        () => SHOW[view()](go, now),
      ];
    });
  };
}
