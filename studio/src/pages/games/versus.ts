/** Side by side: the native game, a MIPS program of it, and the first place where they differ. */

import { h, type Child } from "../../base/dom";
import { counted, hex } from "../../base/format";
import { icon, type IconName } from "../../base/icons";
import { effect, onCleanup, signal } from "../../base/reactive";
import { toast } from "../../base/toast";
import type { Screens } from "../../model/screens";
import type { BesideProgram, Difference, GameEntry, GameState } from "../../model/protocol";
import { Terminal } from "../../model/terminal";
import { keyed, type Mirror, type Table } from "./parts";
import { askSettings } from "./settings";

const OURS = "ours";
const OPEN = "open";
const ASKED_BY_PROGRAMS: readonly string[] = ["opponent", "first", "undo"];
/** How long the instruction that made a difference is waited for, in milliseconds. */
/** Lines of the console that are shown. */
const LINES_MOST = 60;

const SIGNS: Record<BesideProgram["kind"], [name: IconName, title: string]> = {
  running: ["clock", "running"],
  same: ["check", "same"],
  different: ["error", "different"],
  ended: ["check", "same to the end"],
  failed: ["warning", "cannot be compared"],
};

/** Asks which program, and starts both. */
export async function startVersus(
  table: Table,
  entry: GameEntry,
  last: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  const { documents } = table.studio;
  const roots = documents.rootsNow();
  const program = {
    name: "program",
    title: "Program",
    values: [
      { value: OURS, title: "The one that comes with Jetan" },
      ...(roots.length === 0 ? [] : [{ value: OPEN, title: `The open one: ${roots.join(", ")}` }]),
    ],
    default: documents.project.peek() === entry.game && roots.length > 0 ? OPEN : OURS,
  };
  // A program plays for two and asks itself who begins.
  const rest = entry.options.filter(({ name }) => !ASKED_BY_PROGRAMS.includes(name));
  const isPuzzle = entry.game === "sudoku" || entry.game === "tetrisito";
  const options = [program, ...rest];
  const agreed = await askSettings({ ...entry, options }, last, "Start side by side", isPuzzle);
  if (agreed === undefined) return;
  const { program: which, ...settings } = agreed.settings ?? {};
  const { position } = agreed;
  documents.sync();
  const own = which === OPEN ? { roots, options: documents.options.peek() } : {};
  table.studio.page.set("games");
  const puzzle = position === undefined ? {} : { position };
  await table.games.ask("versus", { game: entry.game, settings, ...own, ...puzzle });
}

/** Opens the sources in which the run stands, if they are those that come with Jetan. */
async function bringSources(table: Table, game: string, path: string): Promise<void> {
  const { studio } = table;
  const { documents } = studio;
  if (documents.find(path) !== undefined) return;
  const groups = (await studio.ask("examples", {}))?.groups ?? [];
  const ids = groups
    .flatMap((group) => group.examples)
    .filter(({ project }) => project === game)
    .map(({ id }) => id);
  for (const example of ids) {
    const found = await studio.ask("openExample", { example });
    if (found?.files.some((file) => file.path === path) !== true) continue;
    documents.setProject(game, found.roots, found.options);
    for (const { path: name, text } of found.files) {
      if (documents.find(name) === undefined) documents.add({ path: name, kind: "scratch", text });
    }
    return;
  }
}

/** The difference once the instruction that made it was found or cannot be. */
function found(table: Table): Promise<Difference | undefined> {
  return new Promise((resolve) => {
    const end = effect(() => {
      const known = table.games.state()?.versus?.difference;
      if (known?.isSought === true) return;
      resolve(known);
      // Not at once: the effect may still be running for the first time.
      queueMicrotask(() => {
        end();
      });
    });
  });
}

async function debug(table: Table, state: GameState): Promise<void> {
  const difference = await found(table);
  if (difference === undefined) return;
  const { count, place } = difference;
  if (place !== undefined) await bringSources(table, state.game, place.path);
  if (count === undefined) {
    if (place !== undefined) await table.actions.open(place.path, place.line);
    else toast("The instruction that made this difference was not found.");
    return;
  }
  table.actions.showWork();
  // The step before: the instruction that writes is the one to be executed next.
  await table.studio.run.travel(Math.max(0, count - 1));
  toast("This instruction writes the first cell that differs: step to see it.");
}

/** A cell as people name it. */
export function cellWords(state: GameState, cell: number): string {
  const { board } = state;
  const wide = "columns" in board ? board.columns : board.side;
  return `row ${Math.floor(cell / wide) + 1}, column ${(cell % wide) + 1}`;
}

function whereOf(difference: Difference | undefined): Child {
  if (difference?.isSought === true) return h("p", { class: "quiet" }, "Looking for the line …");
  const where = [
    difference?.place === undefined
      ? undefined
      : `${difference.place.path}:${difference.place.line + 1}`,
    difference?.address === undefined ? undefined : hex(difference.address),
  ].filter((part) => part !== undefined);
  return where.length === 0 ? null : h("p", { class: "quiet mono" }, where.join(" · "));
}

/** What is drawn of a difference whether or not its instruction is found. */
function differenceKey(difference: Difference | undefined): string {
  return JSON.stringify([difference?.step, difference?.text, difference?.cells]);
}

function differences(state: GameState, table: Table): Child {
  const difference = state.versus?.difference;
  if (difference === undefined) return null;
  const rows = difference.cells
    .slice(0, 6)
    .map(({ cell, expected, actual }) =>
      h(
        "tr",
        {},
        h("td", {}, cellWords(state, cell)),
        h("td", { class: "mono" }, String(expected)),
        h("td", { class: "mono" }, String(actual)),
      ),
    );
  return h(
    "div",
    { class: "difference" },
    h("p", {}, h("b", {}, `Step ${difference.step}: `), difference.text),
    rows.length === 0
      ? null
      : h(
          "table",
          { class: "list" },
          h(
            "thead",
            {},
            h("tr", {}, h("th", {}, ""), h("th", {}, "native"), h("th", {}, "program")),
          ),
          h("tbody", {}, rows),
        ),
    h(
      "button",
      {
        class: "primary small open-debugger",
        onclick: () => {
          const state = table.games.state.peek();
          if (state !== undefined) void debug(table, state);
        },
      },
      icon("step"),
      "Open in the debugger",
    ),
    // Below the button, which must not move away under the pointer when the place is found.
    () => whereOf(table.games.state()?.versus?.difference),
  );
}

/** The program's own display, as a copy: the original stays with its panel. */
function display(screens: Screens): HTMLElement {
  const canvas = h("canvas", { class: "versus-display", role: "img" });
  canvas.setAttribute("aria-label", "The program’s display");
  effect(() => {
    screens.frames();
    const screen = screens.all().find(({ info }) => info.source !== "lab");
    canvas.hidden = screen === undefined;
    if (screen === undefined) return;
    const { width, height } = screen.canvas;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    canvas.getContext("2d")?.drawImage(screen.canvas, 0, 0);
  });
  return canvas;
}

/** What the program has printed lately. */
export class Printed {
  readonly text = signal("");
  private readonly terminal = new Terminal();

  constructor(table: Table) {
    const { line, run } = table.studio;
    let isWaiting = false;
    line.on("output", ({ at, stream, text }) => {
      this.terminal.put(at, stream, text);
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        const lines = this.terminal.text().split("\n");
        this.text.set(lines.slice(-LINES_MOST).join("\n"));
      }, 50);
    });
    run.follow((fate) => {
      if (fate !== "began" && fate !== "replaced" && fate !== "gone") return;
      this.terminal.reset();
      this.text.set("");
    });
  }
}

export function programPane(
  table: Table,
  screens: Screens,
  printed: Printed,
  mirror: Mirror,
): HTMLElement {
  const { games } = table;
  effect(() => {
    const state = games.state();
    if (state !== undefined) mirror.update(state);
  });
  const versus = (): BesideProgram | undefined => games.state()?.versus;
  const output = h("pre", { class: "versus-console", tabindex: "0" });
  output.setAttribute("aria-label", "The program’s console");
  effect(() => {
    output.textContent = printed.text();
    output.hidden = printed.text().trim() === "";
    output.scrollTop = output.scrollHeight;
  });
  onCleanup(() => {
    output.remove();
  });
  return h(
    "section",
    { class: "versus-pane", "aria-label": "The MIPS program" },
    h(
      "header",
      { class: "versus-head" },
      h("h2", {}, "MIPS program"),
      () => {
        const kind = versus()?.kind ?? "running";
        const [name, title] = SIGNS[kind];
        return h("span", { class: `versus-kind ${kind}`, role: "status" }, icon(name), title);
      },
      h("span", { class: "quiet" }, () => counted(versus()?.steps ?? 0, "comparison")),
    ),
    mirror.element,
    h("p", { class: "quiet versus-text" }, () => versus()?.text ?? ""),
    keyed(
      () => differenceKey(versus()?.difference),
      () => {
        const state = games.state.peek();
        return state === undefined ? null : differences(state, table);
      },
    ),
    h("div", { class: "versus-out" }, display(screens), output),
  );
}
