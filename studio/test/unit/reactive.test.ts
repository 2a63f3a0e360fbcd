/** Signals: who runs when, and who does not any more. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { computed, effect, flush, onCleanup, signal } from "../../src/base/reactive";
import { eventually } from "../support/wait";

test("an effect runs once for several changes and only for what it read", () => {
  const read = signal(1);
  const other = signal(1);
  const seen: number[] = [];
  effect(() => {
    seen.push(read());
  });
  read.set(2);
  read.set(3);
  other.set(9);
  flush();
  assert.deepEqual(seen, [1, 3]);
});

test("setting the same value wakes nobody", () => {
  const value = signal("a");
  let runs = 0;
  effect(() => {
    value();
    runs += 1;
  });
  value.set("a");
  flush();
  assert.equal(runs, 1);
});

test("an inner effect ends when the outer one runs again", () => {
  const outer = signal(0);
  const inner = signal(0);
  let runs = 0;
  let cleaned = 0;
  effect(() => {
    outer();
    effect(() => {
      inner();
      runs += 1;
    });
    onCleanup(() => {
      cleaned += 1;
    });
  });
  outer.set(1);
  flush();
  inner.set(1);
  flush();
  assert.equal(runs, 3, "twice when made, once for the change");
  assert.equal(cleaned, 1);
});

test("an effect that is ended stays quiet", () => {
  const value = signal(0);
  let runs = 0;
  const end = effect(() => {
    value();
    runs += 1;
  });
  value.set(1);
  end();
  flush();
  assert.equal(runs, 1);
});

test("computed values follow and can be peeked at", () => {
  const left = signal(2);
  const twice = computed(() => left() * 2);
  assert.equal(twice.peek(), 4);
  left.set(5);
  flush();
  assert.equal(twice(), 10);
});

test("effects that chase each other are stopped", () => {
  const value = signal(0);
  effect(() => {
    value.set(value() + 1);
  });
  assert.throws(flush, /keep changing/);
});

test("an effect that fails neither stops the others nor loses what it reads", async () => {
  const value = signal(0);
  const seen: number[] = [];
  let runs = 0;
  const said: unknown[] = [];
  const hear = (error: unknown): void => {
    said.push(error);
  };
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", hear);
  effect(() => {
    runs += 1;
    if (value() === 1) throw new Error("one is too much");
  });
  effect(() => {
    seen.push(value());
  });
  value.set(1);
  flush();
  value.set(2);
  flush();
  await eventually("it is said", () => said.length > 0);
  process.off("uncaughtException", hear);
  for (const other of others) process.on("uncaughtException", other);
  assert.deepEqual(seen, [0, 1, 2]);
  assert.equal(runs, 3);
  assert.equal(said.length, 1, "it is said once");
});

test("computed values are computed when somebody reads them", () => {
  const value = signal(1);
  let runs = 0;
  const twice = computed(() => {
    runs += 1;
    return value() * 2;
  });
  value.set(2);
  assert.equal(runs, 0);
  assert.equal(twice(), 4);
  assert.equal(runs, 1);
});
