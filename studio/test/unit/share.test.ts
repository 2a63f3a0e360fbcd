/** Links and archives: what goes in comes out, and nothing else gets in. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { pack, unpack, zip } from "../../src/model/share";

const PROGRAM = {
  files: [
    { path: "main.asm", text: "main: li $v0, 10 # für Ärger\n" },
    { path: "parts/io.asm", text: "" },
  ],
  roots: ["main.asm"],
  options: { stdin: "1\n" },
  title: "two files",
};

function link(value: unknown): string {
  return "#share=" + deflateRawSync(JSON.stringify(value)).toString("base64url");
}

test("a link carries files, roots, options and title", async () => {
  assert.deepEqual(await unpack("#" + (await pack(PROGRAM))), PROGRAM);
});

test("other fragments are left alone", async () => {
  assert.equal(await unpack(""), undefined);
  assert.equal(await unpack("#manual/add"), undefined);
});

const DAMAGED: [string, string][] = [
  ["letters that are no base 64", "#share=%%%"],
  ["bytes that are not packed", "#share=AAAA"],
  ["another form", link([1, 2])],
  ["no files", link({ files: [] })],
  ["a path that leads out", link({ files: [{ path: "../x.asm", text: "" }] })],
  ["an absolute path", link({ files: [{ path: "/etc/passwd", text: "" }] })],
  ["a text that is none", link({ files: [{ path: "a.asm", text: 5 }] })],
  ["a bomb", link({ files: [{ path: "a.asm", text: " ".repeat(5 * 1024 * 1024) }] })],
];

for (const [what, fragment] of DAMAGED) {
  test(`a damaged link is refused: ${what}`, async () => {
    await assert.rejects(unpack(fragment), /damaged/);
  });
}

test("options that are none are as good as none", async () => {
  for (const options of [null, 7, "x", [1]]) {
    assert.deepEqual((await unpack(link({ ...PROGRAM, options })))?.options, {});
  }
});

test("roots that are no files are dropped", async () => {
  const shared = await unpack(link({ ...PROGRAM, roots: ["main.asm", "gone.asm"] }));
  assert.deepEqual(shared?.roots, ["main.asm"]);
});

test("another program unpacks the archive", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jetan-zip-"));
  try {
    const archive = await zip(PROGRAM.files);
    writeFileSync(join(folder, "a.zip"), Buffer.from(await archive.arrayBuffer()));
    const script =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.extractall(sys.argv[2])";
    execFileSync("python3", ["-c", script, join(folder, "a.zip"), folder]);
    for (const { path, text } of PROGRAM.files) {
      assert.equal(readFileSync(join(folder, path), "utf8"), text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
