/** The studio's protocol over a debug adapter. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterDisplay, AdapterPort } from "../../src/adapter";
import { displayMessage, linkOf, pixelMessage, reply } from "../../src/views/bridge";
import { DisplayFeed } from "../../src/views/feed";
import type { ToView } from "../../src/views/messages";

/** An adapter with fixed answers that writes down what it was asked. */
function adapter(answers: Record<string, unknown>): AdapterPort & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    ask: (name, fields) => {
      asked.push(`${name} ${JSON.stringify(fields)}`);
      const answer = answers[name];
      if (answer === undefined) return Promise.reject(new Error(`cannot do ${name}`));
      return Promise.resolve(answer as never);
    },
    request: (command, fields) => {
      asked.push(`${command} ${JSON.stringify(fields)}`);
      return Promise.resolve(answers[command] ?? {});
    },
  };
}

const TIME = { first: 0, last: 9, now: 4, marks: [], isCut: false };

async function answered(port: AdapterPort | undefined, message: object): Promise<unknown> {
  const text = await reply(port, JSON.stringify(message), () => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

test("questions of the panels become requests of the adapter", async () => {
  const port = adapter({ "jetan/timePosition": TIME, "jetan/why": { links: [], isCut: false } });
  assert.deepEqual(await answered(port, { id: 1, do: "timeline" }), { re: 1, ok: TIME });
  await answered(port, { id: 2, do: "goto", to: 7 });
  await answered(port, { id: 3, do: "why", place: "$t0" });
  await answered(port, { id: 4, do: "back" });
  assert.deepEqual(port.asked, [
    "jetan/timePosition {}",
    'jetan/timePosition {"count":7}',
    'jetan/why {"place":"$t0"}',
    'stepBack {"threadId":1}',
  ]);
});

test("several questions are answered together, each refusal by itself", async () => {
  const port = adapter({ "jetan/timePosition": TIME });
  const want = [{ do: "timeline" }, { do: "heap" }];
  assert.deepEqual(await answered(port, { id: 1, do: "look", want }), {
    re: 1,
    ok: {
      timeline: TIME,
      heap: {
        error: { code: "unknown-request", message: "heap cannot be asked here" },
      },
    },
  });
});

test("a refusal of the adapter is an answer, and without a session there is one too", async () => {
  const error = { code: "not-now", message: "cannot do jetan/key" };
  assert.deepEqual(await answered(adapter({}), { id: 5, do: "key", key: "a" }), { re: 5, error });
  const none = { code: "not-started", message: "nothing is being debugged" };
  assert.deepEqual(await answered(undefined, { id: 6, do: "timeline" }), { re: 6, error: none });
  assert.equal(await answered(undefined, { do: "drawn", frame: 1 }), undefined);
  const hello = (await answered(undefined, { id: 7, do: "hello" })) as { ok: { session: string } };
  assert.equal(hello.ok.session, "editor");
});

test("registers are looked at and set by the adapter", async () => {
  const registers = { cpu: [] };
  const port = adapter({ "jetan/look": { answers: { registers } } });
  assert.deepEqual(await answered(port, { id: 1, do: "registers" }), { re: 1, ok: registers });
  await answered(port, { id: 2, do: "set", place: "$t0", value: "7" });
  assert.deepEqual(port.asked, [
    'jetan/look {"want":["registers"]}',
    'setExpression {"expression":"$t0","value":"7"}',
  ]);
  const error = { code: "not-started", message: "there is no run" };
  const without = adapter({ "jetan/look": { answers: { registers: { error } } } });
  assert.deepEqual(await answered(without, { id: 3, do: "registers" }), { re: 3, error });
});

test("memory is read by the adapter, and comes as bytes with the number of the question", async () => {
  const port = adapter({ readMemory: { data: Buffer.from([7, 8]).toString("base64") } });
  const sent: Uint8Array[] = [];
  const asked = JSON.stringify({ id: 3, do: "memory", address: 0x10010000, bytes: 2 });
  const text = await reply(port, asked, (bytes) => void sent.push(bytes));
  assert.deepEqual(JSON.parse(text ?? ""), { re: 3, ok: { address: 0x10010000, bytes: 2 } });
  assert.deepEqual([...(sent[0] ?? [])], [2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 7, 8]);
  assert.deepEqual(port.asked, ['readMemory {"memoryReference":"0x10010000","count":2}']);
});

test("places of memory come from the pointers and the symbols of the program", async () => {
  const port = adapter({
    evaluate: { memoryReference: "0x10008000" },
    stackTrace: { stackFrames: [{ id: 1 }] },
    scopes: { scopes: [{ presentationHint: "globals", variablesReference: 4 }] },
    variables: {
      variables: [
        { name: "b", memoryReference: "0x10010004" },
        { name: "a", memoryReference: "0x10010000" },
        { name: "none" },
      ],
    },
  });
  const { ok } = (await answered(port, { id: 1, do: "segments" })) as { ok: { segments: unknown } };
  assert.deepEqual(ok.segments, [
    { name: "data", address: 0x10010000, bytes: 0 },
    { name: "$gp", address: 0x10008000, bytes: 0 },
    { name: "$sp", address: 0x10008000, bytes: 0 },
  ]);
});

test("the last change of a place is the step that its reason names", async () => {
  const link = { depth: 0, text: "", place: "x", value: 0, origin: "constant", count: 12 };
  const port = adapter({ "jetan/why": { links: [link] }, "jetan/timePosition": TIME });
  await answered(port, { id: 1, do: "goto", to: { write: "0x10010000" } });
  assert.equal(port.asked.at(-1), 'jetan/timePosition {"count":12}');
});

test("lines of reasons count from 0", () => {
  const link = { depth: 0, text: "x", place: "$t0", value: 1, origin: "constant" as const };
  assert.deepEqual(linkOf({ ...link, source: { path: "/a.asm" }, line: 3 }), {
    ...link,
    path: "/a.asm",
    line: 2,
  });
  assert.deepEqual(linkOf(link), link);
});

const DISPLAY: AdapterDisplay = {
  source: "screen",
  width: 2,
  height: 1,
  pixels: Buffer.from([1, 2, 3, 255, 4, 5, 6, 255]).toString("base64"),
};

test("pixels have the header of the studio's binary messages", () => {
  const bytes = pixelMessage(DISPLAY, 258);
  assert.deepEqual(
    [...bytes],
    [1, 1, 0, 0, 2, 1, 0, 0, 2, 0, 1, 0, 0, 0, 1, 0, 1, 2, 3, 255, 4, 5, 6, 255],
  );
  assert.deepEqual(JSON.parse(displayMessage(DISPLAY)), {
    event: "display",
    source: "screen",
    width: 2,
    height: 1,
  });
});

test("a picture is sent once, and again only if it is another", async () => {
  const port = adapter({ "jetan/displayFrame": { displays: [DISPLAY] } });
  const sent: ToView[] = [];
  const view = { isVisible: true, post: (message: ToView) => void sent.push(message) };
  const feed = new DisplayFeed({ current: port, isRunning: false, isIdle: false }, view);
  const look = async (): Promise<string> => {
    sent.length = 0;
    feed.wake();
    await new Promise((done) => setImmediate(done));
    return sent.map((message) => message.kind).join(" ");
  };
  assert.equal(await look(), "line bytes");
  assert.equal(await look(), "");
  DISPLAY.pixels = Buffer.from([9, 9, 9, 255, 4, 5, 6, 255]).toString("base64");
  assert.equal(await look(), "bytes");
});

test("a hidden view asks for nothing", () => {
  const port = adapter({ "jetan/displayFrame": { displays: [] } });
  const view = { isVisible: false, post: () => undefined };
  new DisplayFeed({ current: port, isRunning: false, isIdle: false }, view).wake();
  assert.deepEqual(port.asked, []);
});
