/** The second worker: it thinks about one question, and is ended when the answer is not wanted. */

import { JetanModule } from "./module";

/** The name by which a worker knows that it is to think. */
export const THINKER = "jetan-thinker";

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
  let loaded: Promise<JetanModule> | undefined;
  const tell = (news: ThinkerNews): void => {
    postMessage(news);
  };
  onmessage = async ({ data }: MessageEvent<Question>) => {
    if (data.module !== undefined) {
      loaded = JetanModule.load(data.module, {
        thinking: (steps) => {
          tell({ steps });
        },
      });
    }
    const module = await loaded;
    let thought: Uint8Array = new Uint8Array();
    try {
      if (data.file !== undefined) module?.provide(data.file);
      thought = module?.think(data.question) ?? thought;
    } catch {
      // Without an answer the thought counts as stopped; a new module has to be sent.
      loaded = undefined;
    }
    tell({ ticket: data.ticket, thought });
  };
}

/** A file beside the module, of the same version. */
async function fetchFile(name: string): Promise<Uint8Array> {
  const { href, search } = new URL(location.href);
  const answer = await fetch(new URL(name + search, href));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The thinker as the first worker has it. */
export class Thinker {
  private worker: Worker | undefined;
  private isBusy = false;
  /** The question at hand: files may arrive after another has taken its place. */
  private turn = 0;
  /** Files of the site that were needed so far. */
  private readonly files = new Map<string, Promise<Uint8Array | undefined>>();
  /** The names of those that the worker at hand has. */
  private given = new Set<string>();

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly onSteps: (steps: number) => void,
    private readonly onThought: (ticket: number, thought: Uint8Array) => void,
  ) {}

  /** Thinks about this in place of anything before, with a file of the site if it is needed. */
  async ask(ticket: number, question: Uint8Array, name: string | undefined): Promise<void> {
    if (this.isBusy) this.rest();
    this.isBusy = true;
    const turn = (this.turn += 1);
    const file = name === undefined ? undefined : await this.file(name);
    if (turn !== this.turn) return;
    const isNew = this.worker === undefined;
    const worker = (this.worker ??= this.start());
    const isGiven = name === undefined || file === undefined || this.given.has(name);
    if (!isGiven) this.given.add(name);
    const message: Question = { ticket, question };
    if (isNew) message.module = this.module;
    if (!isGiven) message.file = file;
    worker.postMessage(message);
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
      this.isBusy = false;
      // It has nothing left to think with if it failed.
      if (data.thought.length === 0) this.forget();
      this.onThought(data.ticket, data.thought);
    };
    return worker;
  }
}
