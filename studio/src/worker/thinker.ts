/** The second worker: it thinks about one question, and is ended when the answer is not wanted. */

import { compile, ThinkerModule } from "./module";

/** The name by which a worker knows that it is to think. */
export const THINKER = "jetan-thinker";
/** The module that thinks: a file of its own, because most visits play nothing. */
const MODULE = "thinker.wasm";
/** Milliseconds until a module that could not be fetched is asked for again. */
const RETRY_MS = 2000;

interface Question {
  module?: WebAssembly.Module;
  ticket: number;
  question: Uint8Array;
  /** A file that the answer is better with, the first time that one is needed. */
  file?: Uint8Array;
}

type ThinkerNews = { steps: number } | { ticket: number; thought: Uint8Array };

/** Answers every question that comes, one after the other. */
export function think(): void {
  let loaded: Promise<ThinkerModule> | undefined;
  const tell = (news: ThinkerNews): void => {
    postMessage(news);
  };
  onmessage = async ({ data }: MessageEvent<Question>) => {
    if (data.module !== undefined) {
      loaded = ThinkerModule.load(data.module, (steps) => {
        tell({ steps });
      });
    }
    let thought: Uint8Array = new Uint8Array();
    try {
      const module = await loaded;
      if (data.file !== undefined) module?.provide(data.file);
      thought = module?.think(data.question) ?? thought;
    } catch {
      // Without an answer the thought counts as stopped; a new module has to be sent.
      loaded = undefined;
    }
    tell({ ticket: data.ticket, thought });
  };
}

/** The address of a file beside the module, of the same version. */
function addressOf(name: string): URL {
  const { href, search } = new URL(location.href);
  return new URL(name + search, href);
}

async function fetchFile(name: string): Promise<Uint8Array> {
  const answer = await fetch(addressOf(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The thinker as the first worker has it. */
export class Thinker {
  private worker: Worker | undefined;
  private isBusy = false;
  /** By which the module knows the question at hand. */
  private ticket = 0;
  /** The question at hand: files may arrive after another has taken its place. */
  private turn = 0;
  /** Fetched with the first question. */
  private code: WebAssembly.Module | undefined;
  /** Whether the user knows that it cannot be had. */
  private hasTold = false;
  /** Files of the site that were needed so far. */
  private readonly files = new Map<string, Promise<Uint8Array | undefined>>();
  /** The names of those that the worker at hand has. */
  private given = new Set<string>();

  constructor(
    private readonly onTrouble: (text: string) => void,
    private readonly onSteps: (steps: number) => void,
    private readonly onThought: (ticket: number, thought: Uint8Array) => void,
  ) {}

  /** Thinks about this in place of anything before, with a file of the site if it is needed. */
  async ask(ticket: number, question: Uint8Array, name: string | undefined): Promise<void> {
    if (this.isBusy) this.rest();
    this.isBusy = true;
    const turn = (this.turn += 1);
    const [file] = await Promise.all([
      name === undefined ? undefined : this.file(name),
      this.fetchCode(turn),
    ]);
    if (turn !== this.turn) return;
    const isNew = this.worker === undefined;
    const worker = (this.worker ??= this.start());
    const isGiven = name === undefined || file === undefined || this.given.has(name);
    if (!isGiven) this.given.add(name);
    this.ticket = ticket;
    const message: Question = { ticket, question };
    if (isNew && this.code !== undefined) message.module = this.code;
    if (!isGiven) message.file = file;
    worker.postMessage(message);
  }

  /** Sees to it that the module is there, as long as the question stands. */
  private async fetchCode(turn: number): Promise<void> {
    while (this.code === undefined && turn === this.turn) {
      try {
        this.code = await compile(addressOf(MODULE));
        this.hasTold = false;
      } catch (error) {
        if (!this.hasTold) {
          const why = error instanceof Error ? error.message : String(error);
          this.onTrouble(`The games’ engine cannot be fetched (${why}). It is tried again.`);
        }
        this.hasTold = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** A file of the site, fetched once; nothing if that is not possible now. */
  private file(name: string): Promise<Uint8Array | undefined> {
    const known = this.files.get(name);
    if (known !== undefined) return known;
    const fetched = fetchFile(name).catch(() => {
      // Without it the answer is worse, not missing; the next question tries again.
      this.files.delete(name);
      return undefined;
    });
    this.files.set(name, fetched);
    return fetched;
  }

  /** Nothing but its end stops a worker that computes. */
  rest(): void {
    if (!this.isBusy) return;
    this.turn += 1;
    this.forget();
    this.isBusy = false;
  }

  private forget(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.given = new Set();
  }

  private start(): Worker {
    const worker = new Worker(location.href, { type: "module", name: THINKER });
    worker.onmessage = ({ data }: MessageEvent<ThinkerNews>) => {
      if (worker !== this.worker) return;
      if ("steps" in data) {
        this.onSteps(data.steps);
        return;
      }
      this.answered(data.ticket, data.thought);
    };
    // A browser without room for another worker: without an answer the thought counts as stopped.
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.answered(this.ticket, new Uint8Array());
    };
    return worker;
  }

  private answered(ticket: number, thought: Uint8Array): void {
    this.isBusy = false;
    // It has nothing left to think with if it failed.
    if (thought.length === 0) this.forget();
    this.onThought(ticket, thought);
  }
}
