/** What goes out together: quick looks, and searches as long as they are quick. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../../src/model/connection";
import type { Carrier, TransportListener } from "../../src/model/transport";

interface Sent {
  id: number;
  do: string;
  want?: { do: string }[];
}

/** A line whose answers come when a test says so, at the time that it says. */
async function line(): Promise<{
  connection: Connection;
  sent: Sent[];
  answer: (at: number, to: Sent | undefined, ok: object) => Promise<void>;
}> {
  const sent: Sent[] = [];
  let listener: TransportListener | undefined;
  const carrier: Carrier = {
    kind: "server",
    open(heard) {
      listener = heard;
      const send = (text: string): void => {
        sent.push(JSON.parse(text) as Sent);
      };
      return { isOpen: true, send, close: () => undefined, look: () => undefined };
    },
    isLockedOut: () => Promise.resolve(false),
  };
  const connection = new Connection(carrier, undefined, () => undefined);
  connection.connect();
  const answer = async (at: number, to: Sent | undefined, ok: object): Promise<void> => {
    performance.now = () => at;
    listener?.onText(JSON.stringify({ re: to?.id, ok }));
    await new Promise((done) => setImmediate(done));
  };
  return Promise.resolve({ connection, sent, answer });
}

test("a search goes out with the other looks as long as it is quick", async (context) => {
  const clock = performance.now.bind(performance);
  context.after(() => {
    performance.now = clock;
  });
  const { connection, sent, answer } = await line();
  const looks = async (): Promise<string[]> => {
    const from = sent.length;
    for (const name of ["registers", "stack", "heap"] as const) {
      connection.ask(name, {} as never).catch(() => undefined);
    }
    await new Promise((done) => setImmediate(done));
    return sent
      .slice(from)
      .map((one) => (one.want === undefined ? one.do : one.want.map((each) => each.do).join("+")));
  };
  performance.now = () => 0;
  assert.deepEqual(await looks(), ["stack", "registers+heap"]);
  await answer(10, sent[0], {});
  assert.deepEqual(await looks(), ["registers+stack+heap"]);
  await answer(500, sent.at(-1), {});
  assert.deepEqual(await looks(), ["stack", "registers+heap"]);
});
