/** The studio put together: panels, docks, bars and pages in one frame. */

import { h, listen } from "../base/dom";
import { icon, type IconName } from "../base/icons";
import { computed, effect, type Computed } from "../base/reactive";
import { startTheme } from "../base/theme";
import { toast, words } from "../base/toast";
import { Games } from "../model/games";
import { Lessons } from "../model/lessons";
import { Manual } from "../model/manual";
import { Screens } from "../model/screens";
import { Speaker } from "../model/sound";
import type { Studio } from "../model/studio";
import { checkPage } from "../pages/check";
import { gameCommands } from "../pages/games/commands";
import { gamesPage } from "../pages/games/page";
import { usualSettings } from "../pages/games/settings";
import { learnCommands } from "../pages/commands";
import { manualPage } from "../pages/manual";
import { startPage } from "../pages/start";
import { Console } from "../panels/console";
import { whyCard } from "../panels/why";
import { Actions, FILES_MOST, type LocalFile } from "./actions";
import { banner, statusbar, topbar } from "./bars";
import { Commands } from "./commands";
import { programDialogs } from "./dialogs";
import { Layout, splitter, type DockId, type Sizes } from "./layout";
import { openOptions } from "./options";
import { panels } from "./panels";
import { Side } from "./side";
import { fillCommands } from "./table";
import { timebar } from "./timebar";
import { WorkArea } from "./workarea";

function dropFiles(actions: Actions): void {
  listen<DragEvent>(document, "dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files") === true) {
      event.preventDefault();
      document.body.classList.add("dropping");
    }
  });
  listen(document, "dragleave", (event: DragEvent) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  listen<DragEvent>(document, "drop", (event) => {
    document.body.classList.remove("dropping");
    const items = [...(event.dataTransfer?.items ?? [])];
    if (!items.some((item) => item.kind === "file")) return;
    event.preventDefault();
    const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
    Promise.all(entries.map((entry) => filesOf(entry))).then(
      (all) => void actions.openLocal(all.flat()),
      (error: unknown) => toast(`What was dropped cannot be read: ${words(error)}.`, "error"),
    );
  });
}

/** The sources below a dropped folder; other files do not matter to an assembler. */
async function filesOf(entry: FileSystemEntry, depth = 0): Promise<LocalFile[]> {
  if (entry.isFile) {
    if (depth > 0 && !/\.(asm|s|mips|inc|txt|toml)$/i.test(entry.name)) return [];
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    // The path below what was dropped: files of one name lie in several folders.
    return [{ file, path: entry.fullPath }];
  }
  if (depth > 4) return [];
  const files: LocalFile[] = [];
  for (const one of await entriesOf(entry as FileSystemDirectoryEntry)) {
    files.push(...(await filesOf(one, depth + 1)));
    if (files.length > FILES_MOST) break;
  }
  return files;
}

/** What a folder has: browsers tell a hundred names at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** The parts of a small screen, chosen at its foot. */
function parts(layout: Layout): HTMLElement {
  const part = (id: "code" | "side" | DockId, name: IconName, title: string): HTMLElement =>
    h(
      "button",
      {
        "aria-pressed": () => String(layout.part() === id),
        onclick: () => {
          layout.part.set(id);
        },
      },
      icon(name),
      title,
    );
  return h(
    "nav",
    { class: "parts", "aria-label": "Parts" },
    part("side", "files", "Files"),
    part("code", "outline", "Code"),
    part("display", "display", "Display"),
    part("machine", "machine", "Machine"),
    part("bottom", "keyboard", "Console"),
  );
}

function workPage(studio: Studio, layout: Layout, side: Side, area: WorkArea): HTMLElement {
  const size = (key: () => keyof Sizes, least: number, most: () => number) => ({
    get: () => layout.sizes()[key()],
    set: (value: number) => {
      layout.setSizes({ [key()]: Math.max(least, Math.min(value, most())) });
    },
  });
  const sideSize = size(
    () => "side",
    140,
    () => innerWidth * 0.4,
  );
  const rightSize = size(
    () => "right",
    260,
    () => innerWidth * 0.7,
  );
  const bottomSize = size(layout.bottomSize, 80, () => innerHeight * 0.7);
  const column = h("div", { class: "right-column" });
  const displaySize = {
    get: () => layout.sizes().display * 400,
    set: (value: number) => {
      layout.setSizes({ display: Math.max(0.12, Math.min(0.85, value / 400)) });
    },
  };
  column.append(
    layout.dock("display"),
    splitter("Height of the display", "y", displaySize.get, displaySize.set, 1),
    layout.dock("machine"),
  );
  const page = h(
    "main",
    {
      class: "work",
      "aria-label": "Program",
      "data-part": () => layout.part(),
      "data-side": () => String(layout.isSideOpen()),
      "data-right": () => String(layout.isRightOpen()),
      "data-display": () => String(layout.isDisplayOpen()),
      "data-bottom": () => String(layout.isBottomOpen()),
    },
    side.element(),
    splitter("Width of the side", "x", sideSize.get, sideSize.set, 1),
    h(
      "div",
      { class: "middle" },
      h(
        "div",
        { class: "upper" },
        area.element(),
        splitter("Width of the right panels", "x", rightSize.get, rightSize.set, -1),
        column,
      ),
      splitter("Height of the bottom panels", "y", bottomSize.get, bottomSize.set, -1),
      layout.dock("bottom"),
    ),
    whyCard(studio, { open: (path, line, column) => side.open(path, line, column) }),
  );
  effect(() => {
    const { side: width, right, display } = layout.sizes();
    const bottom = bottomSize.get();
    page.style.setProperty("--side", `${width}px`);
    page.style.setProperty("--right", `${right}px`);
    page.style.setProperty("--bottom", `${bottom}px`);
    page.style.setProperty("--display", String(display));
  });
  return page;
}

function followEvents(studio: Studio, layout: Layout, screens: Screens): void {
  effect(() => {
    layout.hasDisplay.set(screens.all().length > 0);
  });
  const speaker = new Speaker(() => studio.isMuted());
  studio.line.on("sound", (event) => {
    speaker.play(event);
  });
  studio.line.on("log", (event) => {
    toast(event.text);
  });
  effect(() => {
    if (studio.isMuted() || studio.run.state().kind === "idle") speaker.quiet();
  });
  let hidden: string | undefined;
  const bottom = (): string => layout.arrangement.peek().active.bottom;
  studio.run.refused = () => {
    if (bottom() !== "problems") hidden = bottom();
    layout.show("problems");
  };
  // Once it runs, what the mistakes had hidden is back.
  const isThere = computed(() => studio.run.state().kind !== "idle");
  effect(() => {
    if (!isThere() || hidden === undefined) return;
    if (bottom() === "problems") layout.show(hidden);
    hidden = undefined;
  });
  studio.showPanel = (id) => {
    layout.show(id);
  };
  let before = "idle";
  effect(() => {
    const { kind, waiting } = studio.run.state();
    if (kind === "waiting" && waiting === "input" && before !== "waiting") layout.show("console");
    before = kind;
  });
}

function skipLink(studio: Studio): HTMLElement {
  return h(
    "a",
    {
      class: "skip",
      href: "#",
      onclick: (event: Event) => {
        event.preventDefault();
        studio.documents.active.peek()?.view?.focus();
      },
    },
    "Skip to the editor",
  );
}

export function mount(
  root: HTMLElement,
  studio: Studio,
): { actions: Actions; terminal: Console; games: Games; side: Side } {
  const shownTheme = startTheme();
  const actions = new Actions(studio);
  const screens = new Screens(studio.line, studio.run);
  const games = new Games(studio, usualSettings);
  const area = new WorkArea(studio, actions);
  const terminal = new Console(studio);
  const layout = new Layout(studio, panels(studio, actions, screens, terminal));
  const manual = new Manual(studio);
  const lessons = new Lessons(studio);
  const side = new Side(studio, layout, actions, lessons, manual);
  studio.explain = (name) => {
    side.explain(name);
  };
  const commands = new Commands();
  fillCommands(commands, studio, actions, layout);
  commands.add(...gameCommands(games));
  commands.add(...learnCommands(studio, side, lessons));
  followEvents(studio, layout, screens);
  programDialogs(studio);
  dropFiles(actions);
  listen<KeyboardEvent>(
    document,
    "keydown",
    (event) => {
      commands.handle(event);
    },
    { capture: true },
  );
  const isOn = (page: string): Computed<boolean> =>
    Object.assign(() => studio.page() === page, { peek: () => studio.page.peek() === page });
  const start = startPage(studio, commands, actions, games);
  const check = checkPage(studio, actions);
  const play = gamesPage(studio, actions, screens, games);
  const reading = manualPage(studio, manual, actions);
  const work = workPage(studio, layout, side, area);
  const shown = (page: HTMLElement, isShown: () => boolean): HTMLElement => {
    effect(() => {
      page.hidden = !isShown();
    });
    return page;
  };
  root.replaceChildren(
    skipLink(studio),
    topbar(studio, commands),
    timebar(studio, commands, shownTheme),
    banner(studio),
    h(
      "div",
      { class: "frame" },
      side.rail(),
      shown(start, isOn("start")),
      shown(work, isOn("work")),
      shown(check, isOn("check")),
      shown(play, isOn("games")),
      shown(reading, isOn("manual")),
    ),
    parts(layout),
    statusbar(studio, () => {
      openOptions(studio);
    }),
  );
  effect(() => {
    root.dataset["page"] = studio.page();
  });
  return { actions, terminal, games, side };
}
