/** The top bar with the run's controls, the banner for what is wrong, and the status bar. */

import { roving } from "../base/arrows";
import { h, prose, type Child } from "../base/dom";
import { fileName, folderOf, grouped, hex, short } from "../base/format";
import { icon, type IconName } from "../base/icons";
import { menu, spotOf } from "../base/popover";
import { effect, untracked } from "../base/reactive";
import { THEME_NAMES, THEMES, theme, type Theme } from "../base/theme";
import { toast, words } from "../base/toast";
import type { RunState } from "../model/protocol";
import type { Studio } from "../model/studio";
import { keyName, type Command, type Commands } from "./commands";
import { PRESETS } from "./layout";
import { STOPS } from "./table";

const GROUPS: readonly (readonly string[])[] = [
  ["run", "pause", "stop", "reset"],
  ["step", "over", "out"],
  ["back", "backOver", "backOut", "reverse"],
];

/** Statements a second; 0 is as fast as possible. */
const SPEEDS: readonly number[] = [0, 1000, 100, 30, 10, 5, 2, 1];

function speedName(perSecond: number): string {
  if (perSecond === 0) return "Full speed";
  return perSecond === 1 ? "1 a second" : `${grouped(perSecond)} a second`;
}

function control(command: Command): HTMLElement {
  const key = command.keys?.[0];
  const name = key === undefined ? command.title : `${command.title} (${keyName(key)})`;
  return h(
    "button",
    {
      class: `control ${command.id}`,
      "aria-label": command.title,
      title: () => {
        const reason = command.reason?.();
        return reason === undefined ? name : `${name}: ${reason}`;
      },
      "aria-disabled": () => (command.reason?.() === undefined ? null : "true"),
      "aria-keyshortcuts": command.keys
        ?.join(" ")
        .replaceAll("Mod", "Control")
        .replaceAll(/-(?=\S)/g, "+"),
      onclick: () => {
        if (command.reason?.() === undefined) command.run();
      },
    },
    command.icon && icon(command.icon),
    command.id === "run" ? h("span", {}, "Run") : null,
  );
}

function speeds(studio: Studio): (event: Event) => void {
  const { run } = studio;
  const entry = (perSecond: number) => ({
    title: speedName(perSecond),
    isChecked: run.speed.peek() === perSecond,
    run: () => void run.setSpeed(perSecond),
  });
  return (event) => {
    menu(spotOf(event), SPEEDS.map(entry), "Speed");
  };
}

/** Where to stop next, by kind; the last ones before this step below. */
function stops(commands: Commands): (event: Event) => void {
  const entry = (id: string) => {
    const command = commands.get(id);
    const reason = command.reason?.();
    return {
      title: command.title,
      reason,
      run: () => {
        commands.run(id);
      },
    };
  };
  return (event) => {
    const next = STOPS.map(([kind]) => entry(`next-${kind}`));
    const last = STOPS.map(([kind]) => entry(`last-${kind}`));
    menu(spotOf(event), [...next, null, ...last], "Stops");
  };
}

function layouts(commands: Commands): (event: Event) => void {
  const entry = (id: string, title: string) => ({
    title,
    run: () => {
      commands.run(id);
    },
  });
  const presets = Object.entries(PRESETS).map(([name, { title, about }]) =>
    entry(`layout-${name}`, `${title}: ${about}`),
  );
  return (event) => {
    menu(spotOf(event), [...presets, null, entry("layout", "Reset the layout")], "Layout");
  };
}

function themes(event: Event): void {
  const entry = (one: Theme) => ({
    title: THEME_NAMES[one],
    isChecked: theme.peek() === one,
    run: () => {
      theme.set(one);
    },
  });
  menu(spotOf(event), THEMES.map(entry), "Theme");
}

function crumbs(studio: Studio): () => Child {
  return () => {
    const active = studio.documents.active();
    // A file that stands alone belongs to its own folder, whatever else is open.
    const own = active?.isAlone === true ? folderOf(active.path) : undefined;
    const project = studio.documents.project() ?? studio.line.hello()?.workspace.name;
    const name = own ?? project;
    if (studio.page() === "games") return h("span", {}, "Games");
    if (studio.page() !== "work" || active === undefined) return null;
    const before =
      name === undefined || name === ""
        ? null
        : [h("span", { class: "quiet" }, name), icon("right")];
    return [before, h("span", {}, fileName(active.path))];
  };
}

function tools(studio: Studio, commands: Commands): HTMLElement {
  const command = (id: string) => (): void => {
    commands.run(id);
  };
  const palette = keyName("Mod-k");
  const isChecked = (): string => String(studio.documents.options().check === true);
  const checks = "Sanitizer: notice what is suspicious while the program runs";
  return h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "Tools" },
    h(
      "button",
      {
        class: "tool stops",
        title: "Stops: run to the next syscall, output, call …, or back to the last",
        "aria-haspopup": "menu",
        onclick: stops(commands),
      },
      "Stops",
      icon("down"),
    ),
    h(
      "button",
      { class: "tool speed", title: "Speed", "aria-haspopup": "menu", onclick: speeds(studio) },
      () => speedName(studio.run.speed()),
      icon("down"),
    ),
    h(
      "button",
      {
        class: "tool checks",
        "aria-pressed": isChecked,
        "aria-label": "Sanitizer",
        title: checks,
        onclick: command("checks"),
      },
      icon("shield"),
      h("span", {}, "Sanitizer"),
    ),
    h(
      "button",
      {
        class: "tool palette-button",
        title: `Commands (${palette})`,
        "aria-label": `Commands ${palette}`,
        onclick: command("palette"),
      },
      icon("search"),
      h("kbd", {}, palette),
    ),
    tool("help", "Help", "Keys and help (F1)", command("help")),
    tool("display", "Layout", "Layout", layouts(commands)),
    tool("contrast", "Theme", "Theme", themes),
  );
}

function tool(
  name: IconName,
  label: string,
  title: string,
  onclick: (event: Event) => void,
): HTMLElement {
  return h("button", { class: "tool", title, "aria-label": label, onclick }, icon(name));
}

export function topbar(studio: Studio, commands: Commands): HTMLElement {
  const group = (ids: readonly string[]): HTMLElement =>
    h(
      "div",
      { class: "group" },
      ids.map((id) => control(commands.get(id))),
    );
  const home = (): void => {
    studio.choosePage("start");
  };
  const controls = h(
    "div",
    { class: "controls", role: "toolbar", "aria-label": "Run" },
    GROUPS.map(group),
  );
  const others = tools(studio, commands);
  roving(controls, "button", "x");
  roving(others, "button", "x");
  return h(
    "header",
    { class: "topbar" },
    h(
      "button",
      { class: "brand", title: "Start page", onclick: home },
      icon("games"),
      h("span", {}, "Jetan"),
    ),
    h("nav", { class: "crumbs", "aria-label": "Where you are" }, crumbs(studio)),
    controls,
    others,
  );
}

const LOST =
  "Jetan does not answer. Your work is safe in this page: start Jetan again, and open the address it prints.";
/** The service in this page was ended, by a mistake of ours or by the browser. */
const ENDED =
  "Jetan stopped in this page and is being started again. Your work is safe in this browser.";
const LOCKED =
  "Jetan was restarted and does not know this page yet. Open the address that it has printed, in any tab: this page then goes on, with your files.";

const UNKEPT =
  "This browser does not keep what is not saved: it has no room left, or must not. Save it, or download it with Zip, before you close the page.";

/** Says why a file was neither taken nor written: it may be gone with its folder. */
function refused(studio: Studio): (error: unknown) => void {
  return (error) => {
    toast(`${words(error)}. ${studio.documents.refuge()}`, "error");
  };
}

/** The one thing that is wrong now, if any: quiet, with what to do about it. */
export function banner(studio: Studio): HTMLElement {
  const { line, documents } = studio;
  const bar = (kind: string, text: Child, ...buttons: Child[]): HTMLElement =>
    h(
      "div",
      { class: `banner ${kind}` },
      icon(kind === "bad" ? "error" : "info"),
      h("span", { class: "grow" }, text),
      buttons,
    );
  const button = (title: string, run: () => void): HTMLElement =>
    h("button", { class: "small", onclick: run }, title);
  return h("div", { class: "banners", role: "status", "aria-live": "polite" }, () => {
    const state = line.state();
    const retry = (): HTMLElement =>
      button("Try now", () => {
        line.reconnect();
      });
    const lost = line.carrier.kind === "worker" ? ENDED : LOST;
    if (state === "lost") return bar("warn", lost, retry());
    if (state === "locked") return bar("warn", LOCKED, retry());
    if (state === "taken") {
      return bar(
        "warn",
        "This session is open in another tab.",
        button("Take it back", () => {
          line.reconnect();
        }),
      );
    }
    if (state === "unable") return bar("bad", line.inability());
    if (state === "refused") {
      return bar(
        "bad",
        "This page is older than the running Jetan.",
        button("Reload", () => {
          location.reload();
        }),
      );
    }
    const active = documents.active();
    if (active?.hasConflict() === true && studio.page() === "work") {
      return bar(
        "warn",
        `${active.path} has changed on disk since you opened it.`,
        button("Take the disk’s", () => void documents.reload(active).catch(refused(studio))),
        button("Keep mine", () => void documents.save(active, true).catch(refused(studio))),
      );
    }
    if (documents.isUnkept()) return bar("warn", UNKEPT);
    const offer = documents.offer();
    if (offer !== undefined && studio.page() === "work") {
      const names = offer.roots.map(fileName).join(", ");
      const answer = (isTaken: boolean) => (): void => {
        documents.answerOffer(isTaken);
        void studio.run.start(true);
      };
      return bar(
        "info",
        prose(`${offer.text}.`),
        button(`Run ${names}${offer.roots.length > 1 ? " together" : ""}`, answer(true)),
        button("Only this file", answer(false)),
      );
    }
    return null;
  });
}

const REASONS: Record<string, string> = {
  start: "at the start",
  step: "paused",
  pause: "paused",
  breakpoint: "stopped by a breakpoint",
  watch: "stopped by a watch",
  condition: "stopped by a condition",
  beginning: "at the beginning",
  "not-found": "not found; at the beginning",
  "not-in-call": "paused; no procedure was called",
  travel: "paused",
  case: "in a failing case",
  changed: "changed by hand",
};

/** A sentence about where the run is. */
export function sentence(state: RunState): string {
  const at = state.at === undefined ? "" : ` at ${fileName(state.at.path)}:${state.at.line + 1}`;
  switch (state.kind) {
    case "idle":
      return "ready";
    case "running":
      return "running";
    case "waiting":
      return state.waiting === "dialog" ? "waiting for your answer" : "waiting for input";
    case "ended":
      return state.exit === undefined || state.exit === 0 ? "ended" : `ended with ${state.exit}`;
    case "faulted":
      return `stopped by an error${at}`;
    case "paused":
      return (state.reason.text ?? REASONS[state.reason.kind] ?? "paused") + at;
  }
}

/** Some files in few words. */
function named(paths: readonly string[]): string {
  const names = paths.map(fileName);
  const rest = names.length - 2;
  return rest > 1 ? `${names.slice(0, 2).join(", ")} and ${rest} more` : names.join(", ");
}

/** What F5 runs, where there is a choice; a click changes it. */
function whatRuns(studio: Studio): () => Child {
  const { documents, line } = studio;
  effect(() => {
    documents.active();
    documents.roots();
    if (line.state() === "open") void untracked(() => documents.settle());
  });
  const choose = (event: Event): void => {
    const active = documents.active.peek();
    if (active === undefined) return;
    const runs = documents.runs.peek();
    const beside = documents.beside();
    const sets = [[active.path], runs, documents.larger, beside];
    const unlike = sets.filter(
      (set, at) => set.length > 0 && sets.findIndex((one) => isSame(one, set)) === at,
    );
    const entry = (set: readonly string[]) => ({
      title: set.length > 1 ? `${named(set)}, together` : `Only ${named(set)}`,
      isChecked: isSame(set, runs),
      run: () => {
        documents.choose(set);
      },
    });
    menu(spotOf(event), unlike.map(entry), "What F5 runs");
  };
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    one.toSorted().join("\n") === other.toSorted().join("\n");
  return () => {
    const runs = documents.runs();
    const hasChoice = documents.list().length > 1 || documents.files().length > 1;
    if (runs.length === 0 || !hasChoice || studio.page() !== "work") return null;
    return h(
      "button",
      {
        class: "status-item runs",
        title: `F5 runs ${runs.join(", ")}; click to change it`,
        "aria-haspopup": "menu",
        onclick: choose,
      },
      `F5 runs ${named(runs)}`,
    );
  };
}

/** What is being done for a request that takes long. */
const WORKS: Partial<Record<string, string>> = {
  goto: "Going there",
  reverse: "Going back",
  why: "Looking for the reason",
  explain: "Looking for the cause",
  check: "Getting to know the program",
  tryLesson: "Trying the program",
  versus: "Getting to know the program",
  openCase: "Playing the case back",
  cache: "Replaying the run for the caches",
  branches: "Replaying the run for the predictors",
  pipeline: "Replaying the run for the pipeline",
  memoryMap: "Replaying the run for the references",
  mix: "Counting instructions",
};

function atWork(studio: Studio): () => Child {
  return () => {
    const work = studio.line.work();
    if (work === undefined) return null;
    const cancel = (): void => {
      studio.line.cancel();
    };
    return h(
      "span",
      { class: "status-item work", role: "status" },
      `${WORKS[work.name] ?? "Looking back"} … `,
      h("button", { class: "cancel", title: "Give it up", onclick: cancel }, "Cancel"),
    );
  };
}

/** A program that stands somewhere while another one is in front, and a way to go on with it. */
function otherProgram(studio: Studio): () => Child {
  const { run } = studio;
  return () => {
    const { kind } = run.state();
    const isPaused = kind === "paused" || kind === "waiting";
    if (!run.isOther() || !isPaused || studio.page() !== "work") return null;
    const title = "F5 runs the program that is shown; this goes on with the one that is paused";
    return h(
      "button",
      { class: "status-item other-run", title, onclick: () => void run.goOn() },
      `${run.name()} is ${kind === "waiting" ? "waiting" : "paused"} · go on`,
    );
  };
}

export function statusbar(studio: Studio, openOptions: () => void): HTMLElement {
  const { run, documents } = studio;
  const option = (text: () => Child): HTMLElement =>
    h("button", { class: "status-item", title: "Options of the run", onclick: openOptions }, text);
  return h(
    "footer",
    { class: "statusbar" },
    h(
      "span",
      { class: () => `status-state ${run.state().kind}`, role: "status", "aria-live": "polite" },
      h("span", { class: "lamp", "aria-hidden": "true" }),
      () => sentence(run.state()),
    ),
    () => {
      const { perSecond, kind } = run.state();
      return perSecond === undefined || kind === "idle"
        ? null
        : h("span", { class: "status-item mono" }, `${short(perSecond)} instructions/s`);
    },
    () => {
      const state = run.state();
      return state.pc === undefined
        ? null
        : h("span", { class: "status-item mono" }, `pc ${hex(state.pc)}`);
    },
    otherProgram(studio),
    () =>
      run.isStale() && !run.isOther() && run.state().kind !== "idle"
        ? h(
            "button",
            { class: "status-item stale", onclick: () => void run.start(false) },
            "edited since the start · restart",
          )
        : null,
    atWork(studio),
    h("span", { class: "grow" }),
    whatRuns(studio),
    () => {
      const active = documents.active();
      const [line, column] = studio.cursor();
      return active === undefined || studio.page() !== "work"
        ? null
        : h("span", { class: "status-item mono" }, `${line + 1}:${column + 1}`);
    },
    option(() => `engine ${documents.options().engine ?? "auto"}`),
    option(() => `${documents.options().memory ?? "Default"} memory`),
    option(() => run.current()?.pack ?? documents.options().pack ?? "no pack"),
  );
}
