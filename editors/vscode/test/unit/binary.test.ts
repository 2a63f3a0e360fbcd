/** Which program is started. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findBinary, type BinarySearch } from "../../src/binary";

function search(files: readonly string[], changes: Partial<BinarySearch> = {}): BinarySearch {
  return {
    setting: "",
    extension: "/ext",
    home: "/users/ada",
    path: "/usr/bin:/opt/bin",
    isWindows: false,
    isFile: (file) => files.includes(file),
    ...changes,
  };
}

test("the setting comes before the bundled program, and that before the PATH", () => {
  const all = ["/ext/bin/jetan", "/opt/bin/jetan", "/mine/jetan"];
  const cases: [string, string[], string][] = [
    ["/mine/jetan", all, "/mine/jetan"],
    ["", all, "/ext/bin/jetan"],
    ["", all.slice(1), "/opt/bin/jetan"],
  ];
  for (const [setting, files, file] of cases) {
    const found = findBinary(search(files, { setting }));
    assert.equal(found.kind === "found" && found.file, file);
  }
});

test("a setting that names no file is said, even if there is another program", () => {
  const found = findBinary(search(["/ext/bin/jetan"], { setting: "/gone/jetan" }));
  assert.deepEqual(found, {
    kind: "missing",
    message: "There is no file /gone/jetan, which jetan.path names.",
  });
});

test("a tilde is the user's folder", () => {
  const found = findBinary(search(["/users/ada/bin/jetan"], { setting: "~/bin/jetan" }));
  assert.equal(found.kind === "found" && found.file, "/users/ada/bin/jetan");
});

test("an empty entry of the PATH is not the current folder", () => {
  const found = findBinary(search(["jetan", "./jetan"], { path: ":/usr/bin:" }));
  assert.equal(found.kind, "missing");
});

test("on Windows the program ends in exe and entries are separated by semicolons", () => {
  const file = "D:\\tools\\jetan.exe";
  const found = findBinary(search([file], { isWindows: true, path: "C:\\Windows;D:\\tools" }));
  assert.equal(found.kind === "found" && found.file, file);
});
