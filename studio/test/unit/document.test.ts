/** Positions and edits between the editor and the protocol. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeSet, Text } from "@codemirror/state";
import { moved } from "../../src/model/breakpoints";
import {
  changesOf,
  editsOf,
  offsetOf,
  positionOf,
  StudioDocument,
  toText,
} from "../../src/model/document";
import type { DocumentEdit } from "../../src/model/protocol";

/** Edits as the service applies them: each to the text the ones before have left. */
function applied(text: string, edits: readonly DocumentEdit[]): string {
  return edits.reduce((now, edit) => {
    const lines = toText(now);
    const from = offsetOf(lines, edit.span.from);
    const to = offsetOf(lines, edit.span.to);
    return now.slice(0, from) + edit.text + now.slice(to);
  }, text);
}

test("positions are lines and columns from 0, and stay inside the text", () => {
  const text = toText("ab\r\ncdé\rf");
  assert.equal(text.lines, 3);
  assert.deepEqual(positionOf(text, offsetOf(text, [1, 2])), [1, 2]);
  assert.equal(offsetOf(text, [0, 99]), 2);
  assert.equal(offsetOf(text, [99, 0]), text.length);
  assert.equal(offsetOf(text, [-1, -1]), 0);
});

test("edits give the service the text the editor has", () => {
  const before = "main:\n  li $t0, 1\n  li $t1, 2\n";
  const text = toText(before);
  const first = ChangeSet.of(
    [
      { from: 0, to: 4, insert: "start" },
      { from: 10, to: 12, insert: "" },
      { from: text.length, insert: "  nop\n" },
    ],
    text.length,
  );
  assert.equal(applied(before, editsOf(text, first)), first.apply(text).toString());
});

test("a document collects what was typed and hands it over once", () => {
  const document = new StudioDocument("a.asm", "file", toText("x\ny\n"));
  let text = document.text;
  for (const letter of "nop") {
    const change = ChangeSet.of({ from: text.length, insert: letter }, text.length);
    text = change.apply(text);
    document.changed(change, text);
  }
  assert.equal(document.isDirty.peek(), true);
  const news = document.take();
  assert.equal(news?.version, 2);
  assert.equal(applied("x\ny\n", news?.edits ?? []), "x\ny\nnop");
  assert.equal(document.take(), undefined);
  document.wasSaved(text, "stamp");
  assert.equal(document.isDirty.peek(), false);
});

test("edits of the service become changes of the editor", () => {
  const text = toText("lii $t0, 1\nlii $t1, 2");
  const edit = (line: number): DocumentEdit => ({
    span: { from: [line, 0], to: [line, 3] },
    text: "li",
  });
  const changes = ChangeSet.of(changesOf(text, [edit(0), edit(1)]), text.length);
  assert.equal(changes.apply(text).toString(), "li $t0, 1\nli $t1, 2");
});

test("breakpoints stay with their statement", () => {
  const before = Text.of(["main:", "  nop", "  add"]);
  const items = [
    { id: "a", path: "m", line: 1 },
    { id: "b", path: "m", line: 2 },
    { id: "c", path: "other", line: 1 },
  ];
  const insert = ChangeSet.of({ from: 6, insert: "  new\n" }, before.length);
  const after = insert.apply(before);
  const lines = moved(items, "m", insert.desc, before, after).map((item) => item.line);
  assert.deepEqual(lines, [2, 3, 1]);
});
