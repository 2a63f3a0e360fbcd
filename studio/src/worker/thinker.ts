/** The second worker: it thinks about one question, and is ended when the answer is not wanted. */

import { JetanModule } from "./module";

/** The name by which a worker knows that it is to think. */
export const THINKER = "jetan-thinker";

interface Question {
  module?: WebAssembly.Module;
  ticket: number;
  question: Uint8Array;
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
      thought = module?.think(data.question) ?? thought;
    } catch {
      // Without an answer the thought counts as stopped; a new module has to be sent.
      loaded = undefined;
    }
    tell({ ticket: data.ticket, thought });
  };
}

/** The thinker as the first worker has it. */
export class Thinker {
  private worker: Worker | undefined;
  private isBusy = false;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly onSteps: (steps: number) => void,
    private readonly onThought: (ticket: number, thought: Uint8Array) => void,
  ) {}

  /** Thinks about this in place of anything before. */
  ask(ticket: number, question: Uint8Array): void {
    if (this.isBusy) this.rest();
    const isNew = this.worker === undefined;
    const worker = (this.worker ??= this.start());
    this.isBusy = true;
    worker.postMessage({ ticket, question, ...(isNew ? { module: this.module } : {}) });
  }

  /** Nothing but its end stops a worker that computes. */
  rest(): void {
    if (!this.isBusy) return;
    this.worker?.terminate();
    this.worker = undefined;
    this.isBusy = false;
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
      if (data.thought.length === 0) this.worker = undefined;
      this.onThought(data.ticket, data.thought);
    };
    return worker;
  }
}
