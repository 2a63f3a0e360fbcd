/** A folder as a teacher makes one: the lesson that the documentation shows. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./learn";

/** The files of the example: each block follows a line with its name. */
export function exampleLesson(): Map<string, string> {
  const page = readFileSync(join(ROOT, "docs/studio.md"), "utf8");
  const section = page.split("\n## A lesson of your own\n")[1]?.split("\n## ")[0] ?? "";
  const found = section.matchAll(/^`(.+)`:\n\n```\w+\n([^]*?)^```$/gm);
  return new Map([...found].map(([, path = "", text = ""]) => [path, text]));
}

export function writeLesson(folder: string, files = exampleLesson()): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
