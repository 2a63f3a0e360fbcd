/** The exports of the WebAssembly modules as functions over texts and bytes. */

import { Translator } from "./translator";

/** The way for bytes into a module: it makes a buffer so long, and gives its address. */
interface BufferExports {
  memory: WebAssembly.Memory;
  jetan_room(bytes: number): number;
}

interface Exports extends BufferExports {
  __indirect_function_table: WebAssembly.Table;
  jetan_start(hasStorage: number, deviceBytes: number): void;
  jetan_name_folder(): void;
  jetan_put_file(pathBytes: number, isThere: number): void;
  jetan_put_row(keyBytes: number, isThere: number): void;
  jetan_message(): void;
  jetan_advance(): number;
  jetan_thought(ticket: number): void;
  jetan_steps(steps: number): void;
  jetan_stored(outcome: number): void;
  jetan_next(): number;
  jetan_part(part: number): number;
  jetan_part_bytes(part: number): number;
  jetan_panic(): void;
}

interface ThinkerExports extends BufferExports {
  jetan_provide(): number;
  jetan_think(): number;
  jetan_thought(): number;
}

/** Fills the buffer of a module with these bytes, one after the other. */
function fill(exports: BufferExports, ...parts: Uint8Array[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let at = exports.jetan_room(length);
  // Asked for after `jetan_room`: memory that grows gets another buffer.
  const memory = new Uint8Array(exports.memory.buffer);
  for (const part of parts) {
    memory.set(part, at);
    at += part.length;
  }
}

/** A copy of bytes in a module, because it uses its memory again. */
function copied(exports: BufferExports, at: number, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(exports.memory.buffer as ArrayBuffer, at, length).slice();
}

/** Something that leaves the module. Texts of kind 1 and bytes of kind 2 are for the page. */
export type ModuleOutput =
  | { kind: "text"; text: string }
  | { kind: "binary"; bytes: Uint8Array<ArrayBuffer> }
  | {
      kind: "write";
      path: string;
      bytes: Uint8Array<ArrayBuffer>;
      stamp: string;
      known: string | undefined;
    }
  | { kind: "row"; key: string; text: string | undefined }
  | {
      kind: "think";
      ticket: number;
      question: Uint8Array<ArrayBuffer>;
      /** A file of the site that the answer is better with. */
      file: string | undefined;
    }
  | { kind: "rest" };

export type StoreOutcome = "done" | "changed" | { failed: string };

const ENTROPY_BYTES = 8;

export class JetanModule {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly exports: Exports) {}

  static async load(module: WebAssembly.Module): Promise<JetanModule> {
    const translator = new Translator();
    const { translate, forget } = translator;
    const jetan = { clock: () => Date.now(), translate, forget };
    const instance = await WebAssembly.instantiate(module, { jetan });
    const exports = instance.exports as unknown as Exports;
    translator.share(exports.memory, exports.__indirect_function_table);
    return new JetanModule(exports);
  }

  /** `deviceBytes` is the memory of the device, 0 if that is not known. */
  start(hasStorage: boolean, deviceBytes: number): void {
    this.fill(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)));
    this.exports.jetan_start(hasStorage ? 1 : 0, deviceBytes);
  }

  /** The files are those of a folder of the computer, not the browser's own. */
  nameFolder(name: string): void {
    this.fill(this.encoder.encode(name));
    this.exports.jetan_name_folder();
  }

  putFile(path: string, bytes: Uint8Array | undefined): void {
    this.exports.jetan_put_file(this.fillPair(path, bytes), bytes === undefined ? 0 : 1);
  }

  putRow(key: string, text: string | undefined): void {
    const bytes = text === undefined ? undefined : this.encoder.encode(text);
    this.exports.jetan_put_row(this.fillPair(key, bytes), bytes === undefined ? 0 : 1);
  }

  message(text: string): void {
    this.fill(this.encoder.encode(text));
    this.exports.jetan_message();
  }

  /** Works for a slice; the time in milliseconds since 1970 at which there is more to do. */
  advance(): number {
    return this.exports.jetan_advance();
  }

  thought(ticket: number, bytes: Uint8Array): void {
    this.fill(bytes);
    this.exports.jetan_thought(ticket);
  }

  steps(steps: number): void {
    this.exports.jetan_steps(steps);
  }

  stored(outcome: StoreOutcome): void {
    this.fill(this.encoder.encode(typeof outcome === "string" ? "" : outcome.failed));
    this.exports.jetan_stored(outcome === "done" ? 0 : outcome === "changed" ? 1 : 2);
  }

  /** What the last panic said; empty if there was none. */
  panic(): string {
    this.exports.jetan_panic();
    return this.textPart(0) ?? "";
  }

  next(): ModuleOutput | undefined {
    switch (this.exports.jetan_next()) {
      case 1:
        return { kind: "text", text: this.textPart(0) ?? "" };
      case 2:
        return { kind: "binary", bytes: this.part(0) ?? new Uint8Array() };
      case 3:
        return {
          kind: "write",
          path: this.textPart(0) ?? "",
          bytes: this.part(1) ?? new Uint8Array(),
          stamp: this.textPart(2) ?? "",
          known: this.textPart(3),
        };
      case 4:
        return { kind: "row", key: this.textPart(0) ?? "", text: this.textPart(1) };
      case 5: {
        const question = this.part(1) ?? new Uint8Array();
        const ticket = Number(this.textPart(0));
        return { kind: "think", ticket, question, file: this.textPart(2) };
      }
      case 6:
        return { kind: "rest" };
      default:
        return undefined;
    }
  }

  private fill(...parts: Uint8Array[]): void {
    fill(this.exports, ...parts);
  }

  /** The bytes of the name. */
  private fillPair(name: string, bytes: Uint8Array | undefined): number {
    const encoded = this.encoder.encode(name);
    this.fill(encoded, bytes ?? new Uint8Array());
    return encoded.length;
  }

  private part(part: number): Uint8Array<ArrayBuffer> | undefined {
    const length = this.exports.jetan_part_bytes(part);
    if (length < 0) return undefined;
    return copied(this.exports, this.exports.jetan_part(part), length);
  }

  private textPart(part: number): string | undefined {
    const bytes = this.part(part);
    return bytes === undefined ? undefined : this.decoder.decode(bytes);
  }
}

/** The engines of the games, in a worker of their own. */
export class ThinkerModule {
  private constructor(private readonly exports: ThinkerExports) {}

  /** `thinking` hears how often the thought at hand has checked so far whether to stop. */
  static async load(
    module: WebAssembly.Module,
    thinking: (steps: number) => void,
  ): Promise<ThinkerModule> {
    const instance = await WebAssembly.instantiate(module, { jetan: { thinking } });
    return new ThinkerModule(instance.exports as unknown as ThinkerExports);
  }

  /** Gives a file that a question needs; false if it is damaged. */
  provide(file: Uint8Array): boolean {
    fill(this.exports, file);
    return this.exports.jetan_provide() !== 0;
  }

  /** Thinks to the end. */
  think(question: Uint8Array): Uint8Array<ArrayBuffer> {
    fill(this.exports, question);
    const length = this.exports.jetan_think();
    return copied(this.exports, this.exports.jetan_thought(), length);
  }
}

/** Fetches and compiles a module, while it is still arriving if the host says what it is. */
export async function compile(address: URL): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status} ${answer.statusText}`);
  const isNamed = answer.headers.get("content-type")?.startsWith("application/wasm") === true;
  if (isNamed) return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
