/** Keys, the palette's search, the layout, the time bar's marks, numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { byFolder, grouped, hex, inBase, short, stemAndEnding } from "../../src/base/format";
import { crisp } from "../../src/model/screens";
import { frequency, tuneOf, waveOf } from "../../src/model/sound";
import { keysOf } from "../../src/panels/keys";
import { Commands, keyName, keyOf, score } from "../../src/shell/commands";
import { arranged, relocated, type PanelKind } from "../../src/shell/layout";

const KEY = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("keys have one name on every system", () => {
  assert.equal(keyOf({ ...KEY, key: "F11", altKey: true, shiftKey: true }, false), "Alt-Shift-F11");
  assert.equal(keyOf({ ...KEY, key: "K", ctrlKey: true, shiftKey: true }, false), "Mod-Shift-k");
  assert.equal(keyOf({ ...KEY, key: "k", metaKey: true }, true), "Mod-k");
  const dead = { ...KEY, key: "Dead", code: "KeyN", altKey: true };
  assert.equal(keyOf(dead, true), "Alt-n", "Option and n make an accent on a Mac");
  assert.equal(keyOf({ ...KEY, key: "Shift", shiftKey: true }, false), "");
  assert.equal(keyName("Mod-k", true), "⌘K");
  assert.equal(keyName("Alt-F11", false), "Alt+F11");
  assert.equal(keyName("Mod-Alt--", false), "Ctrl+Alt+-");
});

test("what a touch keyboard types becomes keys", () => {
  assert.deepEqual(keysOf({ inputType: "insertText", data: "w" }), ["w"]);
  assert.deepEqual(keysOf({ inputType: "insertCompositionText", data: "as" }), ["s"]);
  assert.deepEqual(keysOf({ inputType: "insertFromPaste", data: "as" }), ["a", "s"]);
  assert.deepEqual(keysOf({ inputType: "deleteContentBackward", data: null }), ["Backspace"]);
  assert.deepEqual(keysOf({ inputType: "insertLineBreak", data: null }), ["Enter"]);
});

test("the palette finds by beginnings, by words and by MARS's names", () => {
  assert.ok(score("step", "Step back") > score("step", "One more step"));
  assert.ok(score("sb", "Step back") > 0);
  assert.equal(score("xyz", "Step back"), 0);
  const commands = new Commands();
  const run = (): void => undefined;
  commands.add(
    { id: "run", title: "Run", group: "Run", names: ["Go"], run },
    { id: "display", title: "Show Display", group: "Panel", names: ["Bitmap Display"], run },
    { id: "gone", title: "Goblin", group: "None", run },
  );
  assert.equal(commands.find("go")[0]?.id, "run", "a whole name wins");
  assert.equal(commands.find("bitmap")[0]?.id, "display");
  assert.equal(commands.find("").length, 3);
});

const KINDS = ["a", "b", "c"].map((id, at): PanelKind => ({
  id,
  title: id,
  dock: at === 0 ? "display" : "bottom",
  make: () => {
    throw new Error("not here");
  },
}));

test("a remembered layout never loses or doubles a panel", () => {
  const odd = {
    docks: { display: ["b", "gone"], machine: ["b"], bottom: [] },
    active: { display: "gone", machine: "", bottom: "" },
  };
  const { docks, active } = arranged(KINDS, odd);
  assert.deepEqual(Object.values(docks).flat().sort(), ["a", "b", "c"]);
  assert.equal(active.display, "b");
});

test("a remembered layout that is damaged is as good as none", () => {
  const usual = arranged(KINDS, undefined);
  const docks = { display: 3, machine: [null, {}], bottom: "b" };
  for (const damaged of [{}, { docks }, { active: { display: 7 } }]) {
    assert.deepEqual(arranged(KINDS, damaged), usual);
  }
});

test("a panel that moves leaves another one in front", () => {
  const start = arranged(KINDS, undefined);
  const moved = relocated(
    { ...start, active: { ...start.active, bottom: "c" } },
    "c",
    "display",
    "a",
  );
  assert.deepEqual(moved.docks.display, ["c", "a"]);
  assert.equal(moved.active.bottom, "b");
  assert.equal(moved.active.display, "c");
});

test("displays grow by whole pixels and shrink to fit", () => {
  const room = { width: 300, height: 200 };
  assert.deepEqual(crisp(64, 64, room, 1), { width: 192, height: 192 });
  assert.deepEqual(crisp(64, 64, room, 2), { width: 192, height: 192 });
  assert.deepEqual(crisp(400, 400, room, 1), { width: 200, height: 200 });
});

test("numbers read well", () => {
  assert.equal(grouped(12480113), "12,480,113");
  assert.equal(grouped(7), "7");
  assert.equal(short(1.92e9), "1.92 G");
  assert.equal(hex(-1), "0xffffffff");
  assert.equal(inBase(0xfffffffe, "dec"), "-2");
  assert.equal(inBase(0xfffffffe, "unsigned"), "4294967294");
  assert.equal(inBase(0x48690a41, "char"), "Hi·A");
  assert.equal(inBase(5, "bin"), "00000000 00000000 00000000 00000101");
});

test("sounds have a pitch, a wave and a tune", () => {
  assert.equal(frequency(69), 440);
  assert.equal(Math.round(frequency(60) * 100), 26163);
  assert.equal(waveOf(0), "triangle");
  assert.equal(waveOf(127), "sawtooth");
  assert.notDeepEqual(tuneOf(1), tuneOf(2));
});

test("files of the folder itself come before those of its folders", () => {
  const files = ["a.asm", "p/b.asm", "p/main.asm", "util.asm", "p/q/c.asm"].map((path) => ({
    path,
  }));
  const order = byFolder(files).map((file) => file.path);
  assert.deepEqual(order, ["a.asm", "util.asm", "p/b.asm", "p/main.asm", "p/q/c.asm"]);
});

test("a name that is cut keeps its ending", () => {
  assert.deepEqual(stemAndEnding("counts-away.asm"), ["counts-away", ".asm"]);
  assert.deepEqual(stemAndEnding("a.b.args"), ["a.b", ".args"]);
  assert.deepEqual(stemAndEnding("Makefile"), ["Makefile", ""]);
  assert.deepEqual(stemAndEnding(".hidden"), [".hidden", ""]);
  assert.deepEqual(stemAndEnding("notes.of a long afternoon"), ["notes.of a long afternoon", ""]);
});
