/** The studio put together: panels, docks, bars and pages in one frame. */

import { h, listen } from "../base/dom";
import { icon, type IconName } from "../base/icons";
import { effect, type Computed } from "../base/reactive";
import { startTheme } from "../base/theme";
import { toast } from "../base/toast";
import { Screens } from "../model/screens";
import { Speaker } from "../model/sound";
import type { Studio } from "../model/studio";
import { startPage } from "../pages/start";
import { Console } from "../panels/console";
import { displayPanel } from "../panels/display";
import {
  breakpointsPanel,
  callsPanel,
  problemCount,
  problemsPanel,
  profilePanel,
  stackPanel,
  symbolsPanel,
  watchPanel,
} from "../panels/lists";
import { memoryPanel } from "../panels/memory";
import { cp0Panel, cpuPanel, fpuPanel } from "../panels/registers";
import { whyCard } from "../panels/why";
import { Actions } from "./actions";
import { banner, statusbar, topbar } from "./bars";
import { Commands } from "./commands";
import { programDialogs } from "./dialogs";
import { Layout, splitter, type DockId, type PanelKind } from "./layout";
import { openOptions } from "./options";
import { Side } from "./side";
import { fillCommands } from "./table";
import { timebar } from "./timebar";
import { WorkArea } from "./workarea";

function panels(studio: Studio, actions: Actions, screens: Screens, terminal: Console): PanelKind[] {
  const edit = (item: Parameters<Actions["editBreakpoint"]>[0]): void => void actions.editBreakpoint(item);
  const explain = (code: string): void => { actions.openManual(code); };
  const options = (): void => { openOptions(studio); };
  return [
    { id: "display", title: "Display", dock: "display", names: ["Bitmap Display", "Keyboard and Display MMIO Simulator", "Digital Lab Sim", "Screen"], make: displayPanel(screens, options) },
    { id: "registers", title: "Registers", dock: "machine", names: ["Registers"], make: cpuPanel },
    { id: "fpu", title: "FPU", dock: "machine", names: ["Coproc 1", "Floating Point Representation"], make: fpuPanel },
    { id: "cp0", title: "CP0", dock: "machine", names: ["Coproc 0"], make: cp0Panel },
    { id: "watch", title: "Watch", dock: "machine", names: ["Expressions"], make: watchPanel },
    { id: "console", title: "Console", dock: "bottom", names: ["Run I/O", "Mars Messages"], make: () => terminal.element() },
    { id: "memory", title: "Memory", dock: "bottom", names: ["Data Segment"], make: memoryPanel },
    { id: "stack", title: "Stack", dock: "bottom", make: stackPanel },
    { id: "calls", title: "Calls", dock: "bottom", names: ["Call stack"], make: callsPanel(actions) },
    { id: "symbols", title: "Symbols", dock: "bottom", names: ["Labels", "Show Labels Window"], make: symbolsPanel(actions) },
    { id: "problems", title: "Problems", dock: "bottom", names: ["Errors", "Mars Messages"], badge: () => problemCount(studio), make: problemsPanel(actions, explain) },
    { id: "breakpoints", title: "Breakpoints", dock: "bottom", badge: () => {
      const count = studio.breakpoints.items().length + studio.breakpoints.watches().length;
      return count === 0 ? "" : String(count);
    }, make: breakpointsPanel(actions, edit) },
    { id: "profile", title: "Profile", dock: "bottom", names: ["Instruction Counter", "Instruction Statistics"], make: profilePanel(actions) },
  ];
}

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
    void Promise.all(entries.map((entry) => filesOf(entry))).then((all) => {
      void actions.openLocal(all.flat());
    });
  });
}

/** The sources below a dropped folder; other files do not matter to an assembler. */
async function filesOf(entry: FileSystemEntry, depth = 0): Promise<File[]> {
  if (entry.isFile) {
    if (depth > 0 && !/\.(asm|s|inc|txt|toml)$/i.test(entry.name)) return [];
    return [await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    })];
  }
  if (depth > 4) return [];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found = await new Promise<FileSystemEntry[]>((resolve, reject) => {
    reader.readEntries(resolve, reject);
  });
  const files = await Promise.all(found.map((one) => filesOf(one, depth + 1)));
  return files.flat();
}

/** The parts of a small screen, chosen at its foot. */
function parts(layout: Layout): HTMLElement {
  const part = (id: "code" | "side" | DockId, name: IconName, title: string): HTMLElement =>
    h("button", { "aria-pressed": () => String(layout.part() === id), onclick: () => { layout.part.set(id); } },
      icon(name), title);
  return h("nav", { class: "parts", "aria-label": "Parts" },
    part("side", "files", "Files"), part("code", "outline", "Code"), part("display", "games", "Display"),
    part("machine", "palette", "Machine"), part("bottom", "keyboard", "Console"));
}

function workPage(studio: Studio, layout: Layout, side: Side, area: WorkArea): HTMLElement {
  const size = (key: "side" | "right" | "bottom", least: number, most: () => number) => ({
    get: () => layout.sizes()[key],
    set: (value: number) => { layout.setSizes({ [key]: Math.max(least, Math.min(value, most())) }); },
  });
  const sideSize = size("side", 140, () => innerWidth * 0.4);
  const rightSize = size("right", 260, () => innerWidth * 0.7);
  const bottomSize = size("bottom", 80, () => innerHeight * 0.7);
  const column = h("div", { class: "right-column" });
  const displaySize = {
    get: () => layout.sizes().display * 400,
    set: (value: number) => { layout.setSizes({ display: Math.max(0.12, Math.min(0.85, value / 400)) }); },
  };
  column.append(layout.dock("display"),
    splitter("Height of the display", "y", displaySize.get, displaySize.set, 1), layout.dock("machine"));
  const page = h("main", {
    class: "work",
    "aria-label": "Program",
    "data-part": () => layout.part(),
    "data-side": () => String(layout.isSideOpen()),
    "data-right": () => String(layout.isRightOpen()),
    "data-bottom": () => String(layout.isBottomOpen()),
  },
    side.element(),
    splitter("Width of the side", "x", sideSize.get, sideSize.set, 1),
    h("div", { class: "middle" },
      h("div", { class: "upper" },
        area.element(),
        splitter("Width of the right panels", "x", rightSize.get, rightSize.set, -1),
        column),
      splitter("Height of the bottom panels", "y", bottomSize.get, bottomSize.set, -1),
      layout.dock("bottom")),
    whyCard(studio, { open: (path, line, column) => side.open(path, line, column) }));
  effect(() => {
    const { side: width, right, bottom, display } = layout.sizes();
    page.style.setProperty("--side", `${width}px`);
    page.style.setProperty("--right", `${right}px`);
    page.style.setProperty("--bottom", `${bottom}px`);
    page.style.setProperty("--display", String(display));
  });
  return page;
}

function followEvents(studio: Studio, layout: Layout): void {
  const speaker = new Speaker(() => studio.isMuted());
  studio.line.on("sound", (event) => { speaker.play(event); });
  studio.line.on("log", (event) => { toast(event.text); });
  effect(() => {
    if (studio.isMuted() || studio.run.state().kind === "idle") speaker.quiet();
  });
  studio.run.refused = () => { layout.show("problems"); };
  studio.showPanel = (id) => { layout.show(id); };
  let before = "idle";
  effect(() => {
    const { kind, waiting } = studio.run.state();
    if (kind === "waiting" && waiting === "input" && before !== "waiting") layout.show("console");
    before = kind;
  });
}

export function mount(root: HTMLElement, studio: Studio): { actions: Actions; terminal: Console } {
  const shownTheme = startTheme();
  const actions = new Actions(studio);
  const screens = new Screens(studio.line);
  const area = new WorkArea(studio, actions);
  const terminal = new Console(studio);
  const layout = new Layout(studio, panels(studio, actions, screens, terminal));
  const side = new Side(studio, layout, actions);
  const commands = new Commands();
  fillCommands(commands, studio, actions, layout);
  followEvents(studio, layout);
  programDialogs(studio);
  dropFiles(actions);
  listen<KeyboardEvent>(document, "keydown", (event) => { commands.handle(event); }, { capture: true });
  const isOn = (page: string): Computed<boolean> =>
    Object.assign(() => studio.page() === page, { peek: () => studio.page.peek() === page });
  const start = startPage(studio, commands, actions);
  const work = workPage(studio, layout, side, area);
  const shown = (page: HTMLElement, isShown: () => boolean): HTMLElement => {
    effect(() => { page.hidden = !isShown(); });
    return page;
  };
  root.replaceChildren(
    h("a", { class: "skip", href: "#", onclick: (event: Event) => {
      event.preventDefault();
      studio.documents.active.peek()?.view?.focus();
    } }, "Skip to the editor"),
    topbar(studio, commands),
    timebar(studio, commands, shownTheme),
    banner(studio),
    h("div", { class: "frame" }, side.rail(),
      shown(start, isOn("start")), shown(work, isOn("work"))),
    parts(layout),
    statusbar(studio, () => { openOptions(studio); }),
  );
  effect(() => { root.dataset["page"] = studio.page(); });
  return { actions, terminal };
}
