/** Everything in MARS's menus that is not a command here by itself: a command, or a word on it. */

import { redo, selectAll, undo } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import type { Studio } from "../model/studio";
import type { Actions } from "./actions";
import type { Command } from "./commands";

/** What MARS has and the studio has not, or has without being asked, and what to do instead. */
const INSTEAD: readonly (readonly [name: string, instead: string])[] = [
  ["Cut", "Ctrl+X in the editor"],
  ["Copy", "Ctrl+C in the editor, a right click in the console"],
  ["Paste", "Ctrl+V in the editor"],
  ["Exit", "Close the tab; Ctrl+C in the terminal ends Jetan"],
  ["Popup dialog for input syscalls", "The console has a field for input"],
  ["Assemble file upon opening", "Always: mistakes are shown while you type"],
  ["Assembler warnings are considered errors", "`jetan asm --warnings-as-errors` does it"],
  ["Exception Handler", "Open its file and mark it to be assembled with the project"],
  [
    "Permit extended (pseudo) instructions and formats",
    "Always permitted here; `jetan asm --no-pseudo` rejects them",
  ],
  ["Dump Memory", "`jetan asm --dump` writes files; Memory shows what is there"],
  ["Scavenger Hunt", "Not there; the first hour and the games are"],
];

function view(studio: Studio): EditorView | undefined {
  return studio.documents.active.peek()?.view;
}

function editing(studio: Studio): Command[] {
  const reason = (): string | undefined =>
    studio.documents.active() === undefined ? "Open a file first" : undefined;
  const inEditor = (
    id: string,
    title: string,
    names: string[],
    work: (of: EditorView) => void,
  ): Command => ({
    id,
    title,
    group: "Edit",
    names,
    reason,
    run: () => {
      const shown = view(studio);
      if (shown === undefined) return;
      work(shown);
      shown.focus();
    },
  });
  return [
    inEditor("undo", "Undo", ["Take back an edit"], undo),
    inEditor("redo", "Redo", [], redo),
    inEditor("selectAll", "Select All", [], selectAll),
  ];
}

function files(studio: Studio, actions: Actions): Command[] {
  const { documents } = studio;
  return [
    {
      id: "closeAll",
      title: "Close all files",
      group: "File",
      names: ["Close All"],
      run: () => {
        actions.close(...documents.list.peek());
      },
    },
    {
      id: "saveAll",
      title: "Save all files",
      group: "File",
      names: ["Save All"],
      run: () => void actions.saveAll(),
    },
    {
      id: "print",
      title: "Print",
      group: "File",
      names: ["Print the program", "Print the tools"],
      run: () => {
        print();
      },
    },
    {
      id: "assembleAll",
      title: "Assemble all files of the folder together",
      group: "Run",
      names: ["Assemble all files in directory"],
      reason: () => (documents.active() === undefined ? "Open a file first" : undefined),
      run: () => {
        documents.choose(documents.beside());
      },
    },
    {
      id: "toggleBreakpoints",
      title: "Toggle all breakpoints",
      group: "Run",
      names: ["Toggle all breakpoints"],
      run: () => {
        studio.breakpoints.toggleAll();
      },
    },
  ];
}

export function marsCommands(studio: Studio, actions: Actions): Command[] {
  const absent = INSTEAD.map(([name, instead]): Command => ({
    id: `mars-${name}`,
    title: name,
    group: "MARS",
    reason: () => instead,
    run: () => undefined,
  }));
  return [...editing(studio), ...files(studio, actions), ...absent];
}
