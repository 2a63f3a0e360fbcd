/** The worker that hosts the service in the static edition. */

import type { WorkerNews } from "../model/transport";
import { compile, JetanModule, type ModuleOutput } from "./module";
import { BrowserStorage } from "./storage";
import { Thinker, THINKER, think } from "./thinker";

const NOT_STORED =
  "This browser does not let the page store files. Download your work before you close the page.";

function tell(news: WorkerNews, moved: Transferable[] = []): void {
  postMessage(news, { transfer: moved });
}

class Service {
  /** A task of its own, without the four milliseconds that timers wait at least. */
  private readonly turn = new MessageChannel();
  private isQueued = false;
  private isDraining = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasGreeted = false;
  private readonly thinker: Thinker;

  constructor(
    private readonly module: JetanModule,
    code: WebAssembly.Module,
    private readonly storage: BrowserStorage | undefined,
  ) {
    this.turn.port1.onmessage = guarded(() => {
      this.isQueued = false;
      this.advance();
    });
    this.thinker = new Thinker(
      code,
      (steps) => {
        module.steps(steps);
      },
      guarded((ticket: number, thought: Uint8Array) => {
        module.thought(ticket, thought);
        this.soon();
      }),
    );
    if (storage !== undefined) {
      storage.onNews = guarded(({ file, row }) => {
        if (file !== undefined) void this.reread(file);
        if (row !== undefined) void storage.row(row).then((text) => this.module.putRow(row, text));
      });
    }
  }

  readonly receive = guarded((text: string) => {
    this.module.message(text);
    void this.drain();
    this.soon();
    if (!this.hasGreeted && this.storage === undefined) {
      tell(JSON.stringify({ event: "log", text: NOT_STORED }));
    }
    this.hasGreeted = true;
  });

  private advance(): void {
    clearTimeout(this.timer);
    const next = this.module.advance();
    void this.drain();
    if (next === Infinity) return;
    const wait = next - Date.now();
    if (wait <= 0) this.soon();
    // A clock that was set must not make anybody wait for years.
    else this.timer = setTimeout(() => this.soon(), Math.min(wait, 60_000));
  }

  private soon(): void {
    if (this.isQueued) return;
    this.isQueued = true;
    this.turn.port2.postMessage(0);
  }

  /** Sends everything that has to leave. What stands behind a write waits for the storage. */
  private readonly drain = guarded(async () => {
    if (this.isDraining) return;
    this.isDraining = true;
    for (let output = this.module.next(); output !== undefined; output = this.module.next()) {
      if (output.kind === "write") await this.write(output);
      else this.send(output);
    }
    this.isDraining = false;
  });

  private send(output: Exclude<ModuleOutput, { kind: "write" }>): void {
    switch (output.kind) {
      case "text":
        tell(output.text);
        break;
      case "binary":
        tell(output.bytes.buffer, [output.bytes.buffer]);
        break;
      case "row":
        void this.writeRow(output.key, output.text);
        break;
      case "think":
        this.thinker.ask(output.ticket, output.question);
        break;
      case "rest":
        this.thinker.rest();
        break;
    }
  }

  private async write(output: ModuleOutput & { kind: "write" }): Promise<void> {
    const { path, bytes, stamp, known } = output;
    const failed = { failed: "this browser has no storage" };
    const outcome = (await this.storage?.write(path, bytes, stamp, known)) ?? failed;
    if (outcome !== "done") {
      // What is stored is what counts; a storage that fails is asked for nothing more.
      const stored = await this.storage?.file(path).catch(() => undefined);
      this.module.putFile(path, stored);
    }
    this.module.stored(outcome);
  }

  private async writeRow(key: string, text: string | undefined): Promise<void> {
    const why = await this.storage?.writeRow(key, text);
    if (why !== undefined) tell(JSON.stringify({ event: "log", text: `Not saved: ${why}.` }));
  }

  /** Another tab has written a file; the service looks whether an open document is concerned. */
  private async reread(path: string): Promise<void> {
    this.module.putFile(path, await this.storage?.file(path));
    this.receive(JSON.stringify({ do: "focus" }));
  }
}

/** Ends the worker if something fails: the page starts another and gives it its documents. */
function guarded<A extends unknown[], R>(work: (...words: A) => R): (...words: A) => R {
  const fail = (error: unknown): never => {
    const panic = loaded?.panic() ?? "";
    tell({ ended: panic === "" ? String(error) : panic });
    close();
    throw error;
  };
  return (...words) => {
    try {
      const done = work(...words);
      return done instanceof Promise ? (done.catch(fail) as R) : done;
    } catch (error) {
      return fail(error);
    }
  };
}

let loaded: JetanModule | undefined;

async function start(): Promise<void> {
  // Messages that come before the module is there wait.
  const early: string[] = [];
  onmessage = ({ data }: MessageEvent<string>) => {
    early.push(data);
  };
  const { search } = new URL(location.href);
  const [code, storage] = await Promise.all([
    compile(new URL(`jetan.wasm${search}`, location.href)),
    BrowserStorage.open(),
  ]);
  const module = await JetanModule.load(code, { thinking: () => undefined });
  loaded = module;
  module.start(storage !== undefined);
  for (const [path, bytes] of (await storage?.files()) ?? []) module.putFile(path, bytes);
  for (const [key, text] of (await storage?.rows()) ?? []) module.putRow(key, text);
  const service = new Service(module, code, storage);
  onmessage = ({ data }: MessageEvent<string>) => {
    service.receive(data);
  };
  tell({ ready: true });
  for (const text of early) service.receive(text);
}

if (self.name === THINKER) think();
else void guarded(start)();
