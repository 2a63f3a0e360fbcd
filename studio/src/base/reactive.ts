/**
 * Signals: values that remember who read them, so that whatever shows a value is redrawn when it
 * changes, and nothing else.
 *
 * Effects run in a microtask after the change, once however many signals changed. An effect that
 * is made inside another belongs to it and ends when the outer one runs again.
 */

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
  /** The reader sets this effect stands in. */
  sources: Set<Set<Effect>>;
  owned: (() => void)[];
  isDead: boolean;
}

let current: Effect | undefined;
const queue = new Set<Effect>();
let isScheduled = false;

function subscribe(readers: Set<Effect>): void {
  if (current !== undefined) {
    readers.add(current);
    current.sources.add(readers);
  }
}

function schedule(readers: Set<Effect>): void {
  for (const reader of readers) queue.add(reader);
  if (!isScheduled && queue.size > 0) {
    isScheduled = true;
    queueMicrotask(flush);
  }
}

/** Runs every effect that waits, and those they cause, at once. */
export function flush(): void {
  isScheduled = false;
  for (let round = 0; queue.size > 0; round += 1) {
    if (round > 100) {
      queue.clear();
      throw new Error("effects keep changing what they depend on");
    }
    const now = [...queue];
    queue.clear();
    for (const effect of now) if (!effect.isDead) effect.run();
  }
}

export function signal<T>(initial: T, isSame: (a: T, b: T) => boolean = Object.is): Signal<T> {
  let value = initial;
  const readers = new Set<Effect>();
  const read = (): T => {
    subscribe(readers);
    return value;
  };
  const set = (next: T): void => {
    if (isSame(value, next)) return;
    value = next;
    schedule(readers);
  };
  return Object.assign(read, {
    set,
    update: (change: (value: T) => T) => {
      set(change(value));
    },
    peek: () => value,
  });
}

export type Computed<T> = Pick<Signal<T>, "peek"> & (() => T);

/** A signal made of others; recomputed when they change. */
export function computed<T>(compute: () => T): Computed<T> {
  const result = signal<T>(untracked(compute));
  effect(() => {
    result.set(compute());
  });
  return result;
}

export function untracked<T>(work: () => T): T {
  const outer = current;
  current = undefined;
  try {
    return work();
  } finally {
    current = outer;
  }
}

function forget(effect: Effect): void {
  for (const readers of effect.sources) readers.delete(effect);
  effect.sources.clear();
  const owned = effect.owned.splice(0);
  for (const end of owned) end();
}

/** Runs `work` now and whenever a signal it read has changed; the result ends it. */
export function effect(work: () => void): () => void {
  const made: Effect = {
    sources: new Set(),
    owned: [],
    isDead: false,
    run() {
      forget(made);
      const outer = current;
      current = made;
      try {
        work();
      } finally {
        current = outer;
      }
    },
  };
  const end = (): void => {
    made.isDead = true;
    forget(made);
  };
  current?.owned.push(end);
  made.run();
  return end;
}

/** Lets `work` be done when the running effect ends or runs again. */
export function onCleanup(work: () => void): void {
  current?.owned.push(work);
}
