/** The models of the manual and of the first hour, with a service that is made up. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { flush } from "../../src/base/reactive";
import { Lessons } from "../../src/model/lessons";
import { Manual } from "../../src/model/manual";
import { RequestError } from "../../src/model/failure";
import type { Studio } from "../../src/model/studio";

type Answer = (name: string, fields: Record<string, unknown>) => unknown;

/** A studio of which only the line to the service is real enough. */
function studio(answer: Answer): Studio {
  const ask = async (name: string, fields: Record<string, unknown>): Promise<unknown> =>
    Promise.resolve(answer(name, fields));
  const documents = { sync: () => undefined };
  return { ask, line: { ask }, documents } as unknown as Studio;
}

const ENTRY = { title: "", kind: "", summary: "" };

test("names in texts are known once the contents are", async () => {
  const sections = [{ title: "Registers", entries: [{ ...ENTRY, name: "$ra" }] }];
  const manual = new Manual(studio(() => ({ sections })));
  assert.equal(manual.nameIn("$ra"), undefined);
  await manual.load();
  assert.equal(manual.nameIn("$ra"), "$ra");
  assert.equal(manual.nameIn("jetan explain $ra"), "$ra");
  assert.equal(manual.nameIn("jr $ra"), undefined);
});

test("a slow answer does not replace a later one", async () => {
  const waiting: ((value: unknown) => void)[] = [];
  const manual = new Manual(studio(() => new Promise((done) => waiting.push(done))));
  const first = manual.search("ad");
  const second = manual.search("add");
  waiting[1]?.({ entries: [{ ...ENTRY, name: "add" }] });
  await second;
  waiting[0]?.({ entries: [] });
  await first;
  assert.deepEqual(
    manual.found.peek()?.entries.map(({ name }) => name),
    ["add"],
  );
  await manual.search("  ");
  assert.equal(manual.found.peek(), undefined);
});

test("the way back leads through the articles that were read", async () => {
  const manual = new Manual(
    studio((name, { name: wanted }) => {
      if (name === "manual") return { sections: [] };
      if (wanted === "nothing") throw new RequestError({ code: "no-page", message: "no" });
      return { pages: [{ name: wanted, title: "", kind: "", blocks: [] }] };
    }),
  );
  for (const name of ["add", "stack", "nothing", "calls"]) await manual.open(name);
  const open = (): string | undefined => manual.pages.peek()[0]?.name;
  assert.equal(open(), "calls");
  await manual.back();
  assert.equal(open(), "stack");
  await manual.back();
  await manual.back();
  assert.equal(open(), "add");
});

test("the first step that is not done is next", async () => {
  const steps = ["one", "two", "three"].map((name) => ({ name }));
  const list = [{ name: "first-hour", title: "The first hour", steps }];
  const lessons = new Lessons(studio(() => ({ lessons: list, mistakes: [] })));
  await lessons.load();
  flush();
  assert.equal(lessons.current.peek()?.name, "one");
  lessons.done.set(["one"]);
  flush();
  assert.equal(lessons.current.peek()?.name, "two");
  assert.equal(lessons.next()?.name, "three");
  lessons.chosen.set("three");
  flush();
  assert.equal(lessons.next(), undefined);
});
