/** What can be done about something that a run has done: go to a line, to a moment, ask why. */

import { fileName, grouped } from "../base/format";
import type { NoteAction } from "../editor/marks";
import type { Remark } from "../model/insight";
import type { Studio } from "../model/studio";
import type { Navigator } from "./lists";

export function remarkActions(studio: Studio, go: Navigator, remark: Remark): NoteAction[] {
  const { links, related, count, code, text } = remark;
  const made: NoteAction[] = related.map(({ place, text: why }) => ({
    title: `${fileName(place.path)}:${place.line + 1}: ${why}`,
    run: () => void go.open(place.path, place.line),
  }));
  if (links.length > 0) {
    made.push({
      title: "Why did this happen?",
      run: () => {
        studio.reason.set({ title: code ?? text, links, isCut: false });
      },
    });
  }
  if (count !== undefined) {
    made.push({
      title: `Go to moment ${grouped(count)}`,
      run: () => void studio.run.travel(count),
    });
  }
  const root = studio.run.current.peek()?.roots[0];
  // Only a global `main` can be started at; the note says so where it is not one.
  if (code === "main-not-reached" && root !== undefined && !text.includes("`.globl main`")) {
    made.push({
      title: "Start at main from now on",
      run: () => {
        studio.documents.startAtMain(root, true);
        void studio.run.start(true);
      },
    });
  }
  return made;
}
