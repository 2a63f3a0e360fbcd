/** The table of commands. */

import { h } from "../base/dom";
import { changeZoom, theme, THEME_NAMES, THEMES } from "../base/theme";
import { canOpenFolder, chooseFolder, hasFolder, leaveFolder } from "../model/folder";
import type { Landmark } from "../model/protocol";
import type { Motion } from "../model/run";
import type { Studio } from "../model/studio";
import { TOOLS } from "../panels/tools";
import type { Actions } from "./actions";
import { keyName, type Command, type Commands } from "./commands";
import { PRESETS, type Layout, type PresetName } from "./layout";
import { marsCommands } from "./mars";
import { openOptions } from "./options";
import { openPalette, type Extra } from "./palette";

type Row = [motion: Motion, title: string, keys: string[], names: string[]];

const MOTIONS: readonly Row[] = [
  ["run", "Run", ["F5"], ["Go", "Continue", "Assemble and run", "Start"]],
  ["pause", "Pause", ["F6"], ["Break", "Interrupt"]],
  ["stop", "Stop", ["Shift-F5"], ["Terminate", "End"]],
  ["reset", "Reset", ["F12"], ["Restart", "Reset memory and registers"]],
  ["step", "Step", ["F11", "F7"], ["Step into", "Single step"]],
  ["over", "Step over", ["F10"], ["Next"]],
  ["out", "Step out", ["Shift-F11"], ["Finish"]],
  ["back", "Step back", ["Alt-F11", "F8"], ["Backstep", "Undo the last step"]],
  ["backOver", "Step back over", ["Alt-F10"], ["Previous"]],
  ["backOut", "Step back out", ["Alt-Shift-F11"], ["To the call"]],
  ["reverse", "Run backwards", ["Alt-F5"], ["Reverse continue"]],
];

function motions(studio: Studio): Command[] {
  return MOTIONS.map(([motion, title, keys, names]) => ({
    id: motion,
    title,
    group: "Run",
    icon: motion,
    keys,
    names,
    reason: () => studio.run.reason(motion),
    run: () => void studio.run.move(motion),
  }));
}

const needsFile = (studio: Studio) => (): string | undefined =>
  studio.documents.active() === undefined ? "Open a file first" : undefined;

/** Working in a folder of the computer, in the static edition; a server has its own. */
function folderCommands(studio: Studio): Command[] {
  if (studio.line.carrier.kind !== "worker") return [];
  const needs = "Chrome and Edge on a computer can do that";
  return [
    {
      id: "openFolder",
      title: "Open a folder of this computer …",
      group: "File",
      icon: "folder",
      names: ["Open folder", "Workspace"],
      reason: () => (canOpenFolder() ? undefined : needs),
      run: () => void chooseFolder(),
    },
    {
      id: "leaveFolder",
      title: "Back to this browser’s files",
      group: "File",
      icon: "close",
      names: ["Close folder"],
      reason: () => (hasFolder() ? undefined : "No folder is open"),
      run: leaveFolder,
    },
  ];
}

/**
 * Asks for files of this computer, by one input for the whole life of the page: one that is taken
 * away when its dialog closes may be gone before the browser has said what was chosen.
 */
function fileChooser(actions: Actions): () => void {
  const accept = ".asm,.s,.txt,.inc,.zip";
  const input = h("input", { type: "file", multiple: true, accept, hidden: true });
  input.addEventListener("change", () => {
    const chosen = [...(input.files ?? [])].map((file) => ({ file, path: file.name }));
    // The same file again is a change again.
    input.value = "";
    void actions.openLocal(chosen);
  });
  document.body.append(input);
  return () => {
    input.click();
  };
}

function files(studio: Studio, actions: Actions): Command[] {
  const reason = needsFile(studio);
  return [
    {
      id: "new",
      title: "New program",
      group: "File",
      icon: "plus",
      keys: ["Alt-n"],
      names: ["New"],
      run: () => {
        actions.newFile();
      },
    },
    {
      id: "openLocal",
      title: "Open files of this computer …",
      group: "File",
      icon: "folder",
      keys: ["Mod-o"],
      names: ["Open", "Import a zip archive"],
      run: fileChooser(actions),
    },
    ...folderCommands(studio),
    {
      id: "save",
      title: "Save",
      group: "File",
      icon: "save",
      keys: ["Mod-s"],
      names: ["Save", "Save as"],
      reason,
      run: () => void actions.save(),
    },
    ...closing(studio, actions),
    ...sharing(studio, actions),
    {
      id: "start",
      title: "Start page",
      group: "View",
      icon: "home",
      names: ["Examples", "Projects"],
      run: () => {
        studio.choosePage("start");
      },
    },
  ];
}

function closing(studio: Studio, actions: Actions): Command[] {
  const reason = needsFile(studio);
  return [
    {
      id: "close",
      title: "Close the file",
      group: "File",
      icon: "close",
      keys: ["Alt-w"],
      names: ["Close"],
      reason,
      run: () => {
        const active = studio.documents.active.peek();
        if (active !== undefined) actions.close(active);
      },
    },
    {
      id: "reopen",
      title: "Reopen a closed file",
      group: "File",
      icon: "back",
      keys: ["Alt-Shift-w"],
      names: ["Undo closing", "Closed files"],
      reason: () =>
        studio.documents.closed().length > 0
          ? undefined
          : "Nothing was closed that is not saved elsewhere",
      run: () => void actions.reopen(),
    },
  ];
}

function sharing(studio: Studio, actions: Actions): Command[] {
  const reason = needsFile(studio);
  return [
    {
      id: "share",
      title: "Copy a link that carries the program",
      group: "File",
      icon: "share",
      names: ["Share"],
      reason,
      run: () => void actions.share(),
    },
    {
      id: "zip",
      title: "Download the project as a zip",
      group: "File",
      icon: "download",
      names: ["Export", "Download"],
      reason,
      run: () => void actions.downloadZip(),
    },
  ];
}

function stopping(studio: Studio): Command[] {
  const reason = needsFile(studio);
  return [
    {
      id: "assemble",
      title: "Assemble",
      group: "Run",
      icon: "check",
      keys: ["F3"],
      names: ["Assemble the current file"],
      reason,
      run: () => void assemble(studio),
    },
    {
      id: "breakpoint",
      title: "Breakpoint on this line",
      group: "Run",
      keys: ["F9"],
      names: ["Toggle breakpoint"],
      reason,
      run: () => {
        const path = studio.documents.active.peek()?.path ?? "";
        studio.breakpoints.toggle(path, studio.cursor.peek()[0]);
      },
    },
    {
      id: "clearBreakpoints",
      title: "Remove all breakpoints",
      group: "Run",
      names: ["Clear all breakpoints"],
      run: () => {
        studio.breakpoints.clear();
      },
    },
    {
      id: "runToCursor",
      title: "Run to this line",
      group: "Run",
      keys: ["Mod-F10"],
      names: ["Run to cursor"],
      reason,
      run: () => {
        const path = studio.documents.active.peek()?.path ?? "";
        void studio.run.toLine({ path, line: studio.cursor.peek()[0] });
      },
    },
  ];
}

function travelling(studio: Studio): Command[] {
  return [
    {
      id: "gotoStart",
      title: "Travel to the start",
      group: "Time",
      names: ["Beginning"],
      reason: () => studio.run.reason("back"),
      run: () => void studio.run.travel("start"),
    },
    {
      id: "gotoEnd",
      title: "Travel to the end of what is known",
      group: "Time",
      reason: () => {
        const { kind, count, end } = studio.run.state();
        if (kind === "idle" || kind === "running") return studio.run.reason("back");
        return count < end ? undefined : "This is the end";
      },
      run: () => void studio.run.travel("end"),
    },
    {
      id: "gotoOutput",
      title: "Travel to the first output",
      group: "Time",
      reason: () => studio.run.reason("back"),
      run: () => void studio.run.travel("firstOutput"),
    },
  ];
}

/** Kinds of stops, as they are called in the menu, and what else people look for. */
export const STOPS: readonly [kind: Landmark, title: string, names: string[]][] = [
  ["syscall", "syscall", ["Service"]],
  ["exception", "exception", ["Interrupt", "Trap"]],
  ["output", "output", ["Print"]],
  ["frame", "frame", ["Picture", "Sleep"]],
  ["call", "call", ["Procedure", "jal"]],
];

function landmarks(studio: Studio): Command[] {
  const { run } = studio;
  const to = (back: boolean) =>
    STOPS.map(([kind, title, names]): Command => ({
      id: `${back ? "last" : "next"}-${kind}`,
      title: back ? `Back to the last ${title}` : `Run to the next ${title}`,
      group: "Stops",
      names: names.map((name) => `${back ? "Last" : "Next"} ${name}`),
      reason: () => run.reasonToStop(back),
      run: () => void run.stopAt(kind, back),
    }));
  return [...to(false), ...to(true)];
}

function editing(studio: Studio, actions: Actions): Command[] {
  const reason = needsFile(studio);
  const head = (): number => studio.documents.active.peek()?.view?.state.selection.main.head ?? 0;
  return [
    {
      id: "rename",
      title: "Rename the symbol",
      group: "Edit",
      icon: "edit",
      keys: ["F2"],
      reason,
      run: () => void actions.rename(),
    },
    {
      id: "definition",
      title: "Go to the definition",
      group: "Edit",
      keys: ["Mod-F12"],
      names: ["Declaration"],
      reason,
      run: () => {
        const active = studio.documents.active.peek();
        if (active !== undefined) void actions.definition(active, head());
      },
    },
    {
      id: "find",
      title: "Find and replace",
      group: "Edit",
      keys: ["Mod-f"],
      names: ["Find/Replace"],
      reason: () => (studio.page() === "work" ? reason() : "The program is not shown"),
      isShared: true,
      run: () => {
        actions.find();
      },
    },
    {
      id: "references",
      title: "Find all uses",
      group: "Edit",
      keys: ["Shift-F12"],
      names: ["References"],
      reason,
      run: () => void actions.references(),
    },
    {
      id: "format",
      title: "Format document",
      group: "Edit",
      keys: ["Alt-Shift-f"],
      names: ["Format"],
      reason,
      run: () => void actions.format(),
    },
    {
      id: "checks",
      title: "Toggle sanitizer",
      group: "Run",
      icon: "shield",
      names: ["Run-time checks", "Warnings"],
      run: () => {
        toggleChecks(studio);
      },
    },
  ];
}

async function assemble(studio: Studio): Promise<void> {
  const { documents } = studio;
  documents.sync();
  const { roots } = await documents.settle();
  const options = documents.optionsOf(roots);
  const answer = await studio.attempt("assemble", { roots, options });
  if (answer !== undefined) studio.showPanel("problems");
}

function toggleChecks(studio: Studio): void {
  const { documents, run } = studio;
  const { check, ...rest } = documents.options.peek();
  const options = check === true ? rest : { ...rest, check: true };
  documents.setProject(documents.project.peek(), documents.roots.peek(), options);
  if (run.state.peek().kind !== "idle") run.isStale.set(true);
}

function showPanel(studio: Studio, layout: Layout, id: string): void {
  studio.page.set("work");
  layout.show(id);
  requestAnimationFrame(() => {
    const panel = document.getElementById(`panel-${id}`);
    const first =
      panel?.querySelector<HTMLElement>("input, [tabindex='0']") ?? panel?.querySelector("button");
    first?.focus();
  });
}

function panels(studio: Studio, layout: Layout): Command[] {
  return layout.kinds.map((kind): Command => ({
    id: `panel-${kind.id}`,
    title: `Show ${kind.title}`,
    group: "Panel",
    names: kind.names ?? [],
    run: () => {
      showPanel(studio, layout, kind.id);
    },
  }));
}

function tools(studio: Studio, layout: Layout): Command[] {
  return TOOLS.map((kind): Command => ({
    id: `tool-${kind.id}`,
    title: `Tools: ${kind.title}`,
    group: "Panel",
    names: kind.names,
    run: () => {
      studio.chooseTool(kind.id);
      showPanel(studio, layout, "tools");
    },
  }));
}

function themes(): Command[] {
  return THEMES.map((one): Command => ({
    id: `theme-${one}`,
    title: `Theme: ${THEME_NAMES[one].toLowerCase()}`,
    group: "View",
    names: ["Dark mode", "Colours", "Contrast", "Highlighting"],
    run: () => {
      theme.set(one);
    },
  }));
}

function docks(layout: Layout): Command[] {
  return [
    {
      id: "side",
      title: "Toggle side bar",
      group: "View",
      keys: ["Mod-b"],
      run: () => {
        layout.toggleSide();
      },
    },
    {
      id: "bottom",
      title: "Toggle bottom panels",
      group: "View",
      keys: ["Mod-j"],
      run: () => {
        layout.isBottomOpen.update((value) => !value);
      },
    },
    {
      id: "right",
      title: "Toggle right panels",
      group: "View",
      keys: ["Alt-b"],
      run: () => {
        layout.isRightOpen.update((value) => !value);
      },
    },
    ...Object.entries(PRESETS).map(([name, preset]): Command => ({
      id: `layout-${name}`,
      title: `Layout: ${preset.title}, ${preset.about}`,
      group: "View",
      names: ["Arrange", "Preset"],
      run: () => {
        layout.use(name as PresetName);
      },
    })),
    {
      id: "layout",
      title: "Reset the layout",
      group: "View",
      run: () => {
        layout.reset();
      },
    },
  ];
}

function sizes(): Command[] {
  return [
    {
      id: "zoomIn",
      title: "Larger",
      group: "View",
      keys: ["Mod-Alt-="],
      names: ["Zoom in", "Projector", "Screen Magnifier", "Editor settings"],
      run: () => {
        changeZoom(1);
      },
    },
    {
      id: "zoomOut",
      title: "Smaller",
      group: "View",
      keys: ["Mod-Alt--"],
      names: ["Zoom out"],
      run: () => {
        changeZoom(-1);
      },
    },
    {
      id: "zoomReset",
      title: "Usual size",
      group: "View",
      run: () => {
        changeZoom(0);
      },
    },
  ];
}

function settings(studio: Studio): Command[] {
  return [
    {
      id: "mute",
      title: "Toggle sound",
      group: "View",
      icon: "sound",
      names: ["Mute"],
      run: () => {
        studio.isMuted.update((value) => !value);
      },
    },
    {
      id: "options",
      title: "Options of the run …",
      group: "Run",
      icon: "gear",
      names: [
        "Settings",
        "Memory Configuration",
        "Program arguments",
        "Delayed branching",
        "Self-modifying code",
        "Initialize Program Counter to global main",
        "Connect to MIPS",
      ],
      run: () => {
        openOptions(studio);
      },
    },
  ];
}

function extras(studio: Studio, actions: Actions): Extra[] {
  const open = studio.documents.list.peek().map((document) => ({
    title: document.path,
    detail: "open file",
    run: () => void actions.open(document.path, 0),
  }));
  const rest = studio.documents.files.peek().map((file) => ({
    title: file.path,
    detail: "file",
    run: () => void actions.openFile(file.path),
  }));
  return [...open, ...rest];
}

/** The keys of all commands, in groups. */
function showHelp(commands: Commands): void {
  const groups = new Map<string, Command[]>();
  for (const command of commands.all()) {
    if (command.keys === undefined) continue;
    groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  const close = (): void => {
    dialog.close();
    dialog.remove();
  };
  const dialog = h(
    "dialog",
    { class: "ask wide keys", "aria-label": "Keys", oncancel: close },
    h("h2", {}, "Keys"),
    h(
      "div",
      { class: "key-groups" },
      [...groups].map(([group, list]) =>
        h(
          "section",
          {},
          h("h3", {}, group),
          h(
            "dl",
            {},
            list.map((command) => [
              h("dt", {}, command.title),
              h(
                "dd",
                {},
                (command.keys ?? []).map((key) => h("kbd", {}, keyName(key))),
              ),
            ]),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      "On a register or a memory cell: w asks why, b changes the base, Enter changes the value. On the time bar: arrows step, Home and End travel.",
    ),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "primary", onclick: close, autofocus: true }, "Close"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

export function fillCommands(
  commands: Commands,
  studio: Studio,
  actions: Actions,
  layout: Layout,
): void {
  commands.add(
    ...motions(studio),
    ...stopping(studio),
    ...travelling(studio),
    ...landmarks(studio),
    ...editing(studio, actions),
    ...files(studio, actions),
    ...panels(studio, layout),
    ...tools(studio, layout),
    ...themes(),
    ...docks(layout),
    ...sizes(),
    ...settings(studio),
    ...marsCommands(studio, actions),
    {
      id: "palette",
      title: "All commands …",
      group: "View",
      icon: "palette",
      keys: ["Mod-k", "Mod-Shift-p"],
      run: () => {
        openPalette(commands, extras(studio, actions));
      },
    },
    {
      id: "help",
      title: "Keys and help",
      group: "View",
      icon: "help",
      keys: ["F1"],
      names: ["Help", "Shortcuts", "About"],
      run: () => {
        showHelp(commands);
      },
    },
  );
}
