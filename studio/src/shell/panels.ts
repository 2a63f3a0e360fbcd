/** The table of panels: where each begins, and the names by which people look for it. */

import type { Screens } from "../model/screens";
import type { Studio } from "../model/studio";
import { changesPanel } from "../panels/changes";
import { codePanel } from "../panels/code";
import type { Console } from "../panels/console";
import { displayPanel } from "../panels/display";
import { callsPanel, stackPanel } from "../panels/frames";
import { symbolsPanel } from "../panels/lists";
import { memoryPanel } from "../panels/memory";
import { problemCount, problemsPanel } from "../panels/problems";
import { profilePanel } from "../panels/profile";
import { cp0Panel, cpuPanel, fpuPanel } from "../panels/registers";
import { breakpointsPanel, stopCount } from "../panels/stops";
import { toolsPanel } from "../panels/tools";
import { watchPanel } from "../panels/watch";
import type { Actions } from "./actions";
import type { PanelKind } from "./layout";
import { openOptions } from "./options";

const REGISTER_NAMES = [
  "Registers",
  "Addresses displayed in hexadecimal",
  "Values displayed in hexadecimal",
];

export function panels(
  studio: Studio,
  actions: Actions,
  screens: Screens,
  terminal: Console,
): PanelKind[] {
  return [...machinePanels(studio, screens), ...bottomPanels(studio, actions, terminal)];
}

function machinePanels(studio: Studio, screens: Screens): PanelKind[] {
  const options = (): void => {
    openOptions(studio);
  };
  return [
    {
      id: "display",
      title: "Display",
      dock: "display",
      names: [
        "Bitmap Display",
        "Keyboard and Display MMIO Simulator",
        "Digital Lab Sim",
        "Mars Bot",
        "Screen",
      ],
      make: displayPanel(screens, options),
    },
    { id: "registers", title: "Registers", dock: "machine", names: REGISTER_NAMES, make: cpuPanel },
    {
      id: "fpu",
      title: "FPU",
      dock: "machine",
      names: ["Coproc 1"],
      make: fpuPanel,
    },
    { id: "cp0", title: "CP0", dock: "machine", names: ["Coproc 0"], make: cp0Panel },
    { id: "watch", title: "Watch", dock: "machine", names: ["Expressions"], make: watchPanel },
    {
      id: "changes",
      title: "Changes",
      dock: "machine",
      names: ["What has changed", "Difference"],
      make: changesPanel,
    },
  ];
}

function bottomPanels(studio: Studio, actions: Actions, terminal: Console): PanelKind[] {
  const edit = (item: Parameters<Actions["editBreakpoint"]>[0]): void =>
    void actions.editBreakpoint(item);
  return [
    {
      id: "console",
      title: "Console",
      dock: "bottom",
      names: ["Run I/O", "Mars Messages"],
      make: () => terminal.element(),
    },
    {
      id: "code",
      title: "Machine",
      dock: "bottom",
      names: ["Text Segment", "Disassembly", "Machine code", "Basic instructions"],
      make: codePanel(actions),
    },
    { id: "memory", title: "Memory", dock: "bottom", names: ["Data Segment"], make: memoryPanel },
    { id: "stack", title: "Stack", dock: "bottom", names: ["Heap"], make: stackPanel },
    {
      id: "calls",
      title: "Calls",
      dock: "bottom",
      names: ["Call stack", "Backtrace", "Jumps"],
      make: callsPanel(actions),
    },
    {
      id: "symbols",
      title: "Symbols",
      dock: "bottom",
      names: ["Labels", "Show Labels Window", "Data", "Variables"],
      make: symbolsPanel(actions),
    },
    {
      id: "problems",
      title: "Problems",
      dock: "bottom",
      names: ["Errors", "Mars Messages"],
      badge: () => problemCount(studio),
      make: problemsPanel(actions),
    },
    {
      id: "breakpoints",
      title: "Breakpoints",
      dock: "bottom",
      badge: () => stopCount(studio),
      make: breakpointsPanel(actions, edit),
    },
    {
      id: "profile",
      title: "Profile",
      dock: "bottom",
      names: ["Hot lines", "Flame graph"],
      make: profilePanel(actions),
    },
    {
      id: "tools",
      title: "Tools",
      dock: "bottom",
      names: ["Introduction to Tools", "Computer architecture"],
      isTall: true,
      make: toolsPanel(actions),
    },
  ];
}
