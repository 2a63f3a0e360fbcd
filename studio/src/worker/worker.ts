/** The worker that hosts the service in the static edition. */

import type { WorkerBegin, WorkerNews } from "../model/transport";
import { FolderStore } from "./folder";
import { compile, JetanModule, type ModuleOutput } from "./module";
import { BrowserStorage, type FileStore } from "./storage";
import { Thinker, THINKER, think } from "./thinker";

const NOT_STORED =
  "This browser does not let the page store files. Download your work before you close the page.";

const UNABLE =
  "This browser cannot run WebAssembly, or was told not to. Chrome or Edge 103, Firefox 115 and " +
  "Safari 16.4 can, and so can newer ones.";
const TOO_MANY =
  "The folder has more than 2,000 files or 48 MB: some of them are not shown. Open a smaller one.";

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
    private readonly files: FileStore | undefined,
    private readonly storage: BrowserStorage | undefined,
  ) {
    this.turn.port1.onmessage = guarded(() => {
      this.isQueued = false;
      this.advance();
    });
    this.thinker = new Thinker(
      (text) => {
        tell(JSON.stringify({ event: "log", text }));
      },
      (steps) => {
        module.steps(steps);
      },
      guarded((ticket: number, thought: Uint8Array) => {
        module.thought(ticket, thought);
        this.soon();
      }),
    );
    if (files !== undefined) files.onChange = guarded((path) => this.reread(path));
    if (storage !== undefined) {
      storage.onRow = guarded(async (key) => {
        this.module.putRow(key, await storage.row(key));
      });
    }
  }

  readonly receive = guarded((text: string) => {
    this.module.message(text);
    void this.drain();
    this.soon();
    if (!this.hasGreeted && this.files === undefined) {
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
        void this.thinker.ask(output.ticket, output.question, output.file);
        break;
      case "rest":
        this.thinker.rest();
        break;
    }
  }

  private async write(output: ModuleOutput & { kind: "write" }): Promise<void> {
    const { path, bytes, stamp, known } = output;
    const failed = { failed: "this browser has no storage" };
    const outcome = (await this.files?.write(path, bytes, stamp, known)) ?? failed;
    if (outcome !== "done") {
      // What is stored is what counts; a storage that fails is asked for nothing more.
      const stored = await this.files?.file(path).catch(() => undefined);
      this.module.putFile(path, stored);
    }
    this.module.stored(outcome);
  }

  private async writeRow(key: string, text: string | undefined): Promise<void> {
    const why = await this.storage?.writeRow(key, text);
    if (why !== undefined) tell(JSON.stringify({ event: "log", text: `Not saved: ${why}.` }));
  }

  /** The page is looked at again: other programs may have been at work meanwhile. */
  readonly look = guarded(async () => {
    await this.files?.look().catch(() => undefined);
  });

  /** Somebody else has written a file; the service looks whether an open document is concerned. */
  private async reread(path: string): Promise<void> {
    this.module.putFile(path, await this.files?.file(path).catch(() => undefined));
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

/** The memory of the device as far as the browser tells; 2 GB for phones that do not. */
function deviceBytes(): number {
  const { deviceMemory } = navigator as { deviceMemory?: number };
  const isPhone = /Mobi|Android/.test(navigator.userAgent);
  return (deviceMemory ?? (isPhone ? 2 : 0)) * 2 ** 30;
}

let loaded: JetanModule | undefined;

/** What the page says first, and what it said before the module was there. */
function hearing(): { begin: Promise<WorkerBegin>; early: string[] } {
  const early: string[] = [];
  const begin = new Promise<WorkerBegin>((resolve) => {
    onmessage = ({ data }: MessageEvent<string | WorkerBegin>) => {
      if (typeof data === "string") early.push(data);
      else resolve(data);
    };
  });
  return { begin, early };
}

/** Gives the module everything that is stored. */
async function fillModule(
  module: JetanModule,
  files: FileStore | undefined,
  rows: BrowserStorage | undefined,
): Promise<void> {
  for (const [path, bytes] of (await files?.files()) ?? []) module.putFile(path, bytes);
  for (const [key, text] of (await rows?.rows()) ?? []) module.putRow(key, text);
}

async function start(): Promise<void> {
  const { begin, early } = hearing();
  if (typeof WebAssembly === "undefined") {
    tell({ unable: UNABLE });
    return;
  }
  const { search } = new URL(location.href);
  const [code, storage, { folder }] = await Promise.all([
    compile(new URL(`jetan.wasm${search}`, location.href)),
    BrowserStorage.open(),
    begin,
  ]);
  const module = await JetanModule.load(code);
  loaded = module;
  const files = folder === undefined ? storage : new FolderStore(folder);
  module.start(files !== undefined, deviceBytes());
  if (folder !== undefined) module.nameFolder(folder.name);
  await fillModule(module, files, storage);
  const service = new Service(module, files, storage);
  onmessage = ({ data }: MessageEvent<string | { look: true }>) => {
    if (typeof data === "string") service.receive(data);
    else void service.look();
  };
  tell({ ready: true });
  if (files instanceof FolderStore && files.isCut) {
    tell(JSON.stringify({ event: "log", text: TOO_MANY }));
  }
  for (const text of early) service.receive(text);
}

if (self.name === THINKER) think();
else void guarded(start)();
