/** The console's memory: forwards, backwards, and never too much. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { KEPT_BYTES, Terminal } from "../../src/model/terminal";

test("text is appended and taken back by byte", () => {
  const terminal = new Terminal();
  assert.equal(terminal.put(0, "console", "héllo "), true);
  assert.equal(terminal.put(7, "console", "world"), true);
  assert.equal(terminal.text(), "héllo world");
  assert.equal(terminal.put(3, "console", ""), false, "going back must redraw");
  assert.equal(terminal.text(), "hé");
  assert.equal(terminal.end, 3);
});

test("streams share one count of bytes", () => {
  const terminal = new Terminal();
  terminal.put(0, "console", "ab");
  terminal.put(2, "display", "XY");
  terminal.put(4, "console", "cd");
  assert.equal(terminal.text(), "abcd");
  assert.equal(terminal.text(true), "XY");
  assert.equal(terminal.byteOf(2), 4);
  assert.equal(terminal.byteOf(1, true), 3);
  terminal.put(3, "console", "!");
  assert.equal(terminal.text(true), "X");
  assert.equal(terminal.text(), "ab!");
});

test("a million lines stay within the bound", () => {
  const terminal = new Terminal();
  const line = "0123456789abcdef\n".repeat(1000);
  for (let at = 0; at < 1000; at += 1) terminal.put(at * line.length, "console", line);
  const shown = terminal.text().length;
  assert.ok(shown <= KEPT_BYTES);
  assert.equal(terminal.dropped, 1000 * line.length - shown, "it is said how much is left out");
  assert.equal(terminal.end, 1000 * line.length);
});

test("what was cleared is not missed, what was left out is told", () => {
  const terminal = new Terminal();
  terminal.put(0, "console", "before");
  terminal.clear();
  terminal.put(6, "console", "after");
  assert.equal(terminal.text(), "after");
  assert.equal(terminal.dropped, 0);
  terminal.put(2, "console", "!");
  assert.equal(terminal.dropped, 0, "nor after going back");
  terminal.put(0, "console", "again");
  assert.equal(terminal.text(), "again");
  terminal.put(4000, "console", "x");
  terminal.put(4001, "console", "y");
  assert.equal(terminal.text(), "xy");
  assert.equal(terminal.dropped, 4000, "what the service has left out counts");
});
