/** The commands of the manual and of lessons. */

import { articleAt } from "../editor/knowledge";
import { FIRST_HOUR, type Lessons } from "../model/lessons";
import type { Feature } from "../model/protocol";
import type { Studio } from "../model/studio";
import type { Command } from "../shell/commands";
import type { Side } from "../shell/side";

/** The article about the word at the cursor if there is one, else the whole manual. */
async function lookUp(studio: Studio): Promise<void> {
  const active = studio.documents.active.peek();
  const view = active?.view;
  if (active !== undefined && view?.hasFocus === true) {
    const name = await articleAt(studio, active, view.state.selection.main.head);
    if (name !== undefined) {
      studio.explain(name);
      return;
    }
  }
  studio.page.set("manual");
}

export function learnCommands(studio: Studio, side: Side, lessons: Lessons): Command[] {
  const missing = (feature: Feature) => (): string | undefined =>
    studio.has(feature) ? undefined : "This service has none";
  return [
    {
      id: "manual",
      title: "Manual, about the word at the cursor",
      group: "View",
      icon: "manual",
      keys: ["Shift-F1"],
      names: ["Reference", "Explain", "Instruction set", "Help on syscalls"],
      reason: missing("manual"),
      run: () => void lookUp(studio),
    },
    {
      id: "learn",
      title: "The first hour",
      group: "View",
      icon: "learn",
      names: ["Tutorial", "Lessons", "Guide", "Beginner"],
      reason: missing("lessons"),
      run: () => void side.learn(FIRST_HOUR),
    },
    {
      id: "folderLesson",
      title: "The lesson of this folder",
      group: "View",
      icon: "learn",
      names: ["lesson.toml", "Course"],
      reason: () =>
        missing("lessons")() ??
        (lessons.isInFolder() ? undefined : "The folder has no lesson.toml"),
      run: () => void side.learn("folder"),
    },
    {
      id: "tryLesson",
      title: "Try this step of the lesson",
      group: "Run",
      icon: "check",
      keys: ["Mod-Enter"],
      reason: () => (side.shown() === "learn" ? undefined : "Open a lesson"),
      run: () => {
        const lesson = lessons.current.peek();
        if (lesson !== undefined) void lessons.attempt(lesson);
      },
    },
    {
      id: "check",
      title: "Check the open program",
      group: "View",
      icon: "check",
      names: ["Grade", "Test", "Cases"],
      reason: missing("check"),
      run: () => {
        studio.page.set("check");
      },
    },
  ];
}
