/** Archives of others: what is in them comes out, whatever else they are is refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { zip } from "../../src/model/share";
import { isZip, unzip } from "../../src/model/unzip";

const FILES = [
  { path: "main.asm", text: "main: li $v0, 10 # für Ärger\n".repeat(50) },
  { path: "parts/io.asm", text: "" },
];

async function archive(files = FILES): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await zip(files)).arrayBuffer());
}

/** The archive with a 16-bit field of its first table row changed. */
async function changed(offset: number, value: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await archive();
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  view.setUint16(view.getUint32(end + 16, true) + offset, value, true);
  return bytes;
}

test("what was packed comes out again", async () => {
  const bytes = await archive();
  assert.ok(isZip(bytes));
  const { files, left } = await unzip(bytes);
  const texts = files.map(({ path, bytes }) => ({ path, text: new TextDecoder().decode(bytes) }));
  assert.deepEqual(texts, FILES);
  assert.deepEqual(left, []);
});

test("a remark behind the archive, and files that are hidden, do not matter", async () => {
  const paths = ["a.asm", "__MACOSX/a.asm", ".git/config", "b/.DS_Store"];
  const bytes = await archive(paths.map((path) => ({ path, text: "nop" })));
  const longer = new Uint8Array(bytes.length + 100);
  longer.set(bytes);
  const { files } = await unzip(longer);
  assert.deepEqual(
    files.map(({ path }) => path),
    ["a.asm"],
  );
});

test("names that lead out are left out and named", async () => {
  const paths = ["../a.asm", "/a.asm", "b\\c.asm", "c:/d.asm", "e//f.asm", "fine.asm"];
  const { files, left } = await unzip(await archive(paths.map((path) => ({ path, text: "" }))));
  assert.deepEqual(
    files.map(({ path }) => path),
    ["fine.asm"],
  );
  assert.deepEqual(left, paths.slice(0, -1));
});

test("encrypted files, other methods and wrong sizes are refused", async () => {
  await assert.rejects(unzip(await changed(8, 1)), /it is encrypted/);
  await assert.rejects(unzip(await changed(10, 12)), /in a way that browsers do not know/);
  await assert.rejects(unzip(await changed(16, 7)), /it is damaged/);
  await assert.rejects(unzip(await changed(24, 3)), /it is damaged/);
});

test("an archive that was cut or changed anywhere is refused or harmless", async () => {
  const bytes = await archive();
  for (let length = 0; length < bytes.length; length += 7) {
    await assert.rejects(unzip(bytes.slice(0, length)), /it is damaged/, String(length));
  }
  for (let at = 0; at < bytes.length; at += 1) {
    const other = bytes.slice();
    other[at] = (other[at] ?? 0) ^ 0x55;
    const found = await unzip(other).catch((error: unknown) => String(error));
    if (typeof found === "string") assert.match(found, /it is|it has/, String(at));
    else assert.ok(found.files.length <= FILES.length);
  }
});

test("too many files are refused", async () => {
  const many = Array.from({ length: 1001 }, (_, at) => ({ path: `${at}.asm`, text: "" }));
  await assert.rejects(unzip(await archive(many)), /more than 1000 files/);
});
