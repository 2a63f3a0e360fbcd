/**
 * The line to the service: requests with answers, events to listeners, and a session that is
 * taken up again after the line broke.
 */

import { signal } from "../base/reactive";
import { RequestError } from "./failure";
import {
  PROTOCOL,
  type AnyEvent,
  type AnswerMessage,
  type EventName,
  type Events,
  type RequestFailure,
  type Hello,
  type JobProgress,
  type LookReplies,
  type RequestName,
  type Requests,
} from "./protocol";
import type { Carrier, Transport } from "./transport";

/**
 * `lost`: nobody answers. `locked`: a Jetan answers that does not know this page, because it was
 * started after the one that the page comes from. `unable`: the browser cannot have a service.
 */
export type LineState = "connecting" | "open" | "lost" | "locked" | "taken" | "refused" | "unable";

interface Pending {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** A request that waits for others, to go out together with them. */
interface Batched extends Pending {
  fields: object;
  answer: Promise<unknown>;
}

/** A promise with what settles it. */
function promised<T>(): Pending & { promise: Promise<T> } {
  let settle: Pending | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve: resolve as Pending["resolve"], reject };
  });
  return { promise, ...(settle as unknown as Pending) };
}

/** A binary message: pixels of a display, or memory that was asked for. */
export interface Pixels {
  source: number;
  frame: number;
  width: number;
  height: number;
  firstRow: number;
  rows: number;
  bytes: Uint8ClampedArray<ArrayBuffer>;
}

/** Quick looks at one step, which are asked for by several panels at every stop. */
const TOGETHER: ReadonlySet<RequestName> = new Set<RequestName>([
  "registers",
  "timeline",
  "values",
  "heat",
  "segments",
  "labels",
  "code",
  "changes",
  "data",
  "datapath",
  "float",
  "heap",
]);

/**
 * Looks that may have to search the run: they are asked together with the others as long as that
 * is quick, so that nothing else waits for a search.
 */
const SEARCHING: ReadonlySet<RequestName> = new Set<RequestName>(["stack", "calls", "jumps"]);
/** An answer within this time was quick, in milliseconds. */
const QUICK = 40;

const TAKEN_OVER: EventName = "takenOver";
const PROGRESS: EventName = "progress";
const RETRY_FIRST = 250;
const RETRY_MOST = 5000;
/** A service that lived no longer may be ended by what it is told: it is not told at once again. */
const STEADY_AFTER = 5000;

export class Connection {
  readonly state = signal<LineState>("connecting");
  readonly hello = signal<Hello | undefined>(undefined);
  /** Why there is no service, if there cannot be one. */
  readonly inability = signal("");
  /** The request that takes long, as long as it is not answered. */
  readonly work = signal<JobProgress | undefined>(undefined);
  /** Called after every `hello`; `resumed` tells whether the service still knows the session. */
  onOpen: (hello: Hello) => void = () => undefined;
  onPixels: (pixels: Pixels) => void = () => undefined;
  private readonly listeners = new Map<EventName, ((event: never) => void)[]>();
  private readonly pending = new Map<number, Pending>();
  private readonly memory = new Map<number, Uint8Array>();
  private readonly batch = new Map<RequestName, Batched>();
  /** Of the looks that may search, those that were quick the last time. */
  private readonly quick = new Set<RequestName>();
  private transport: Transport | undefined;
  private nextId = 1;
  private retry = RETRY_FIRST;
  /** When the line was opened; nothing while it is not. */
  private openedAt: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly carrier: Carrier,
    private session: string | undefined,
    private readonly keep: (session: string) => void,
  ) {}

  on<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): void {
    const all = this.listeners.get(name) ?? [];
    all.push(listener);
    this.listeners.set(name, all);
  }

  connect(): void {
    clearTimeout(this.timer);
    if (this.transport !== undefined) return;
    // A transport may fail before it is kept here: only the one at hand counts.
    const transport: Transport = this.carrier.open({
      onOpen: () => void this.greet(),
      onText: (text) => {
        this.receive(text);
      },
      onBytes: (bytes) => {
        this.receiveBinary(bytes);
      },
      onClose: () => {
        if (this.transport === transport) this.lost();
      },
      onUnable: (why) => {
        this.inability.set(why);
        this.state.set("unable");
      },
    });
    this.transport = transport;
  }

  private async greet(): Promise<void> {
    const resume = this.session === undefined ? {} : { resume: this.session };
    try {
      const hello = await this.ask("hello", { protocol: PROTOCOL, ...resume });
      this.session = hello.session;
      this.keep(hello.session);
      this.openedAt = performance.now();
      this.hello.set(hello);
      this.state.set("open");
      this.onOpen(hello);
    } catch (error) {
      if (error instanceof RequestError && error.code === "protocol") this.state.set("refused");
      this.transport?.close();
    }
  }

  private lost(): void {
    this.transport = undefined;
    const lived = performance.now() - (this.openedAt ?? Infinity);
    if (lived > STEADY_AFTER) this.retry = RETRY_FIRST;
    this.openedAt = undefined;
    for (const { reject } of this.pending.values()) {
      reject(new RequestError({ code: "lost", message: "the connection was lost" }));
    }
    this.pending.clear();
    this.work.set(undefined);
    const state = this.state.peek();
    if (state === "taken" || state === "refused") return;
    if (state !== "locked") this.state.set("lost");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tryAgain(), this.retry);
    this.retry = Math.min(this.retry * 2, RETRY_MOST);
  }

  /** Connects again, unless whoever is there would not let the page in. */
  private async tryAgain(): Promise<void> {
    if (this.transport !== undefined) return;
    if (await this.carrier.isLockedOut()) {
      this.state.set("locked");
      this.lost();
    } else {
      if (this.state.peek() === "locked") this.state.set("lost");
      this.connect();
    }
  }

  /** Tries at once instead of waiting for the next attempt; also takes a session back. */
  reconnect(): void {
    const state = this.state.peek();
    this.retry = RETRY_FIRST;
    clearTimeout(this.timer);
    if (state === "lost" || state === "locked") {
      void this.tryAgain();
      return;
    }
    if (state !== "open") this.state.set("connecting");
    this.connect();
  }

  /** The user is back at the page: somebody else may have changed files. */
  look(): void {
    this.tell("focus", {});
    this.transport?.look();
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as AnswerMessage | AnyEvent;
    if (!("event" in message)) {
      const { re, ok, error } = message;
      if (re === null) return;
      const pending = this.pending.get(re);
      this.pending.delete(re);
      if (this.work.peek()?.request === re) this.work.set(undefined);
      if (error === undefined) pending?.resolve(ok as never);
      else pending?.reject(new RequestError(error));
      return;
    }
    const name = message.event;
    if (name === TAKEN_OVER) this.state.set("taken");
    if (name === PROGRESS) this.work.set(message as JobProgress & AnyEvent);
    for (const listener of this.listeners.get(name) ?? []) listener(message as never);
  }

  private receiveBinary(buffer: ArrayBuffer): void {
    const view = new DataView(buffer);
    if (view.byteLength < 12) return;
    const number = view.getUint32(4, true);
    if (view.getUint8(0) === 2) {
      this.memory.set(number, new Uint8Array(buffer, 12));
    } else if (view.getUint8(0) === 1 && view.byteLength >= 16) {
      this.onPixels({
        source: view.getUint8(1),
        frame: number,
        width: view.getUint16(8, true),
        height: view.getUint16(10, true),
        firstRow: view.getUint16(12, true),
        rows: view.getUint16(14, true),
        bytes: new Uint8ClampedArray(buffer, 16),
      });
    }
  }

  get isOpen(): boolean {
    return this.transport?.isOpen === true;
  }

  ask<K extends RequestName>(name: K, fields: Requests[K][0]): Promise<Requests[K][1]> {
    if (SEARCHING.has(name) && !this.quick.has(name)) return this.timed(name, fields);
    if (!TOGETHER.has(name) && !SEARCHING.has(name)) return this.number(name, fields).answer;
    const known = this.batch.get(name);
    if (known === undefined) return this.askTogether(name, fields);
    const isSame = JSON.stringify(known.fields) === JSON.stringify(fields);
    return isSame ? (known.answer as Promise<Requests[K][1]>) : this.number(name, fields).answer;
  }

  /** Asks alone, and finds out whether that was quick. */
  private timed<K extends RequestName>(name: K, fields: Requests[K][0]): Promise<Requests[K][1]> {
    const began = performance.now();
    const { answer } = this.number(name, fields);
    answer.then(
      () => {
        if (performance.now() - began <= QUICK) this.quick.add(name);
      },
      () => undefined,
    );
    return answer;
  }

  /** What all panels ask at the same moment goes out as one request. */
  private askTogether<K extends RequestName>(
    name: K,
    fields: Requests[K][0],
  ): Promise<Requests[K][1]> {
    // Effects run in a microtask of their own: the batch is sent after theirs.
    if (this.batch.size === 0) {
      queueMicrotask(() => {
        queueMicrotask(() => {
          this.sendBatch();
        });
      });
    }
    const { promise, resolve, reject } = promised<Requests[K][1]>();
    this.batch.set(name, { fields, answer: promise, resolve, reject });
    return promise;
  }

  private sendBatch(): void {
    const batch = new Map(this.batch);
    this.batch.clear();
    const [first] = batch;
    if (first === undefined) return;
    if (batch.size === 1) {
      const [name, { fields, resolve, reject }] = first;
      this.number(name, fields as never).answer.then(resolve as (value: unknown) => void, reject);
      return;
    }
    const want = [...batch].map(([name, { fields }]) => ({ do: name, ...fields }));
    const began = performance.now();
    const settle = (answers: LookReplies): void => {
      // Whoever may have kept the others waiting goes alone the next time.
      if (performance.now() - began > 2 * QUICK) this.quick.clear();
      for (const [name, { resolve, reject }] of batch) {
        const answer = answers[name] as { error?: RequestFailure } | undefined;
        if (answer?.error !== undefined) reject(new RequestError(answer.error));
        else resolve(answer as never);
      }
    };
    this.number("look", { want }).answer.then(settle, (error: unknown) => {
      for (const { reject } of batch.values()) reject(error as Error);
    });
  }

  private number<K extends RequestName>(
    name: K,
    fields: Requests[K][0],
  ): { id: number; answer: Promise<Requests[K][1]> } {
    const id = this.nextId++;
    if (!this.isOpen) {
      const message = "there is no connection to the service";
      return { id, answer: Promise.reject(new RequestError({ code: "lost", message })) };
    }
    const answer = new Promise<Requests[K][1]>((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.transport?.send(JSON.stringify({ id, do: name, ...fields }));
    });
    return { id, answer };
  }

  /** Sends without waiting for an answer. */
  tell<K extends RequestName>(name: K, fields: Requests[K][0]): void {
    if (this.isOpen) this.transport?.send(JSON.stringify({ do: name, ...fields }));
  }

  /** Gives up the request that takes long. */
  cancel(): void {
    const work = this.work.peek();
    if (work !== undefined) this.tell("cancel", { request: work.request });
  }

  /** Memory comes beside its answer, as a binary message with the same number. */
  async askMemory(address: number, bytes: number): Promise<Uint8Array> {
    const { id, answer } = this.number("memory", { address, bytes });
    await answer;
    const found = this.memory.get(id) ?? new Uint8Array();
    this.memory.delete(id);
    return found;
  }
}
