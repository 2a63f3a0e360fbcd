/**
 * Signals: values that remember who read them, so that whatever shows a value is redrawn when it
 * changes, and nothing else. What depends on what is kept by `@preact/signals-core`.
 *
 * Effects run in a microtask after the change, once however many signals changed; one that fails
 * does not keep the others from running. An effect that is made inside another belongs to it and
 * ends when the outer one runs again. Computed values are computed when somebody reads them.
 */

import {
  computed as coreComputed,
  effect as coreEffect,
  signal as coreSignal,
  untracked as coreUntracked,
} from "@preact/signals-core";

export interface Signal<T> {
  /** Reads, and lets the running effect depend on it. */
  (): T;
  set(value: T): void;
  update(change: (value: T) => T): void;
  /** Reads without depending on it. */
  peek(): T;
}

interface Effect {
  run(): void;
  owned: (() => void)[];
  isDead: boolean;
}

/** Effects that change what others depend on make so many rounds at most. */
const ROUNDS_MOST = 100;

let current: Effect | undefined;
const queue = new Set<Effect>();
let isScheduled = false;

function schedule(effect: Effect): void {
  queue.add(effect);
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(flush);
}

/** Says an error where the browser says errors, without stopping whoever goes on. */
function report(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Runs every effect that waits, and those they cause, at once. */
export function flush(): void {
  isScheduled = false;
  for (let round = 0; queue.size > 0; round += 1) {
    if (round > ROUNDS_MOST) {
      queue.clear();
      throw new Error("effects keep changing what they depend on");
    }
    const now = [...queue];
    queue.clear();
    for (const effect of now) {
      if (effect.isDead) continue;
      try {
        effect.run();
      } catch (error) {
        report(error);
      }
    }
  }
}

export function signal<T>(initial: T, isSame: (a: T, b: T) => boolean = Object.is): Signal<T> {
  const core = coreSignal(initial);
  const set = (next: T): void => {
    if (!isSame(core.peek(), next)) core.value = next;
  };
  return Object.assign(() => core.value, {
    set,
    update: (change: (value: T) => T) => {
      set(change(core.peek()));
    },
    peek: () => core.peek(),
  });
}

export type Computed<T> = Pick<Signal<T>, "peek"> & (() => T);

/** A signal made of others. */
export function computed<T>(compute: () => T): Computed<T> {
  const core = coreComputed(() => owning(undefined, compute));
  return Object.assign(() => core.value, { peek: () => core.peek() });
}

/** Lets what `work` makes belong to an effect. */
function owning<T>(owner: Effect | undefined, work: () => T): T {
  const outer = current;
  current = owner;
  try {
    return work();
  } finally {
    current = outer;
  }
}

export function untracked<T>(work: () => T): T {
  return owning(undefined, () => coreUntracked(work));
}

function endAll(owned: (() => void)[]): void {
  for (const end of owned.splice(0)) end();
}

/** Runs `work` now and whenever a signal it read has changed; the result ends it. */
export function effect(work: () => void): () => void {
  let endCore: (() => void) | undefined;
  const made: Effect = {
    owned: [],
    isDead: false,
    run() {
      endCore?.();
      endCore = undefined;
      endAll(made.owned);
      let hasRun = false;
      let failure: { error: unknown } | undefined;
      // It runs once and listens; the first change ends that, and the queue runs it anew. One that
      // fails goes on listening to what it has read so far.
      endCore = coreEffect(() => {
        if (hasRun) {
          schedule(made);
          return;
        }
        hasRun = true;
        try {
          owning(made, work);
        } catch (error) {
          failure = { error };
        }
      });
      if (failure !== undefined) throw failure.error;
    },
  };
  const end = (): void => {
    made.isDead = true;
    endCore?.();
    endAll(made.owned);
  };
  current?.owned.push(end);
  coreUntracked(() => {
    made.run();
  });
  return end;
}

/** Lets `work` be done when the running effect ends or runs again. */
export function onCleanup(work: () => void): void {
  current?.owned.push(work);
}
