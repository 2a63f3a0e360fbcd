/** Our programs with mistakes of the checker's list in them, as links carry them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { pack, type Shared } from "../../src/model/share";
import { ROOT } from "./learn";

/** Strings of these lists are written as JSON writes them too. */
const STRING = '"(?:[^"\\\\]|\\\\.)*"';

function text(found: string | undefined): string {
  return JSON.parse(found ?? '""') as string;
}

interface Mistake {
  roots: string[];
  edits: { file: string; find: string; replace: string }[];
}

function mistake(project: string, name: string): Mistake {
  const list = readFileSync(join(ROOT, "testdata/check", project, "mutants.toml"), "utf8");
  const block = list.split("[[change]]").find((part) => part.includes(`name = "${name}"`));
  assert.ok(block, `${name} is in the list`);
  const program = /program = \[([^\]]*)\]/.exec(block)?.[1] ?? "";
  const roots = [...program.matchAll(new RegExp(STRING, "g"))].map(([one]) => text(one));
  const edit = new RegExp(`file = (${STRING}), find = (${STRING}), replace = (${STRING})`, "g");
  const edits = [...block.matchAll(edit)].map(([, file, find, replace]) => ({
    file: text(file),
    find: text(find),
    replace: text(replace),
  }));
  assert.ok(edits.length > 0, `${name} changes something`);
  return { roots, edits };
}

/** The files of a program: its roots and whatever they include. */
function sources(project: string, roots: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const take = (path: string): void => {
    if (found.has(path)) return;
    const source = readFileSync(join(ROOT, "programs", project, path), "utf8");
    found.set(path, source);
    for (const [, included] of source.matchAll(/^\s*\.include\s+"([^"]+)"/gm)) {
      take(join(dirname(path), included ?? ""));
    }
  };
  for (const root of roots) take(root);
  return found;
}

export function mutant(project: string, name: string): Shared {
  const { roots, edits } = mistake(project, name);
  const files = sources(project, roots);
  for (const { file, find, replace } of edits) {
    const before = files.get(file) ?? "";
    assert.ok(before.includes(find), `${name}: ${file} has what is to be replaced`);
    files.set(
      file,
      before.replace(find, () => replace),
    );
  }
  return {
    files: [...files].map(([path, source]) => ({ path: `mine/${path}`, text: source })),
    roots: roots.map((path) => `mine/${path}`),
    options: {},
  };
}

/** Opens a program as a link does. */
export async function openShared(page: Page, shared: Shared): Promise<void> {
  const fragment = await pack(shared);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
  await page.waitForSelector(".editor-host .tok-comment");
}
