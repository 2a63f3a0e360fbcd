/** What a browser keeps: only what has the right form counts, and only so much of it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft } from "../../src/model/document";
import { asKept, bounded, isUnsaved } from "../../src/model/drafts";

test("of what is kept only that counts which has the right form", () => {
  for (const damaged of [null, undefined, 7, "work", [], {}, { drafts: {} }]) {
    assert.equal(asKept(damaged), undefined);
  }
  const draft: Draft = { path: "a.asm", kind: "scratch", text: "nop" };
  const drafts = [null, "a.asm", { path: 3, kind: "file" }, { path: "b", kind: "x" }, draft];
  const nothing = { closed: [], roots: [], options: {}, mains: [] };
  assert.deepEqual(asKept({ drafts }), { ...nothing, drafts: [draft] });
  const odd = {
    drafts,
    closed: [draft, 1],
    roots: [1, "a.asm"],
    options: null,
    active: 4,
    at: "x",
  };
  const expected = { ...nothing, drafts: [draft], closed: [draft], roots: ["a.asm"] };
  assert.deepEqual(asKept(odd), expected);
});

test("what nobody has written in is not kept after it was closed", () => {
  const draft: Draft = { path: "a.asm", kind: "scratch", text: "nop" };
  assert.equal(isUnsaved({ ...draft, isTouched: false }), false);
  assert.equal(isUnsaved({ ...draft, isTouched: true }), true);
  // Older versions did not tell.
  assert.equal(isUnsaved(draft), true);
  assert.equal(isUnsaved({ ...draft, text: " \n" }), false);
  assert.equal(isUnsaved({ path: "a.asm", kind: "file" }), false);
  assert.equal(isUnsaved({ path: "a.asm", kind: "file", text: "nop", isTouched: false }), true);
});

test("closed files are bounded, and the last one is always kept", () => {
  const draft = (letters: number): Draft => ({
    path: "a.asm",
    kind: "scratch",
    text: "x".repeat(letters),
  });
  assert.equal(bounded(Array.from({ length: 50 }, () => draft(1))).length, 20);
  assert.equal(bounded([draft(9_000_000), draft(1)]).length, 1);
  assert.equal(bounded([draft(1), draft(9_000_000), draft(1)]).length, 1);
});
