/** A folder of the computer that the user has let the page have: its files, as a store. */

import type { FileStore } from "./storage";
import type { StoreOutcome } from "./module";

/** The bounds of what is taken over: a folder may be somebody's whole disk. */
const FILES_MOST = 2000;
const FILE_BYTES_MOST = 4 << 20;
const BYTES_MOST = 48 << 20;
const DEPTH_MOST = 6;

/** A file as it was when it was read or written last. */
interface SeenFile {
  size: number;
  modified: number;
}

const seen = ({ size, lastModified }: File): SeenFile => ({ size, modified: lastModified });

/** Folders of tools, and names that are hidden, are nobody's sources. */
const isPassed = (name: string): boolean => name.startsWith(".") || name === "node_modules";

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}

function reason(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "the browser does not let the page write into this folder";
  if (name === "QuotaExceededError") return "there is no room left on the disk";
  return `the folder does not take it: ${error instanceof Error ? error.message : String(error)}`;
}

export class FolderStore implements FileStore {
  private readonly known = new Map<string, SeenFile>();
  onChange: (path: string) => void = () => undefined;
  /** Whether files were left out because there are too many of them. */
  isCut = false;

  constructor(private readonly root: FileSystemDirectoryHandle) {}

  get name(): string {
    return this.root.name;
  }

  async files(): Promise<[string, Uint8Array][]> {
    const found: [string, Uint8Array][] = [];
    let bytes = 0;
    for await (const [path, file] of this.walk(this.root, "", 0)) {
      bytes += file.size;
      if (found.length >= FILES_MOST || bytes > BYTES_MOST) {
        this.isCut = true;
        break;
      }
      this.known.set(path, seen(file));
      found.push([path, await bytesOf(file)]);
    }
    return found;
  }

  private async *walk(
    folder: FileSystemDirectoryHandle,
    before: string,
    depth: number,
  ): AsyncGenerator<[string, File]> {
    for await (const [name, entry] of folder.entries()) {
      if (isPassed(name)) continue;
      if (entry instanceof FileSystemDirectoryHandle) {
        if (depth < DEPTH_MOST) yield* this.walk(entry, `${before}${name}/`, depth + 1);
        continue;
      }
      if (!(entry instanceof FileSystemFileHandle)) continue;
      // A file may be gone, or locked by another program, by the time it is looked at.
      const file = await entry.getFile().catch(() => undefined);
      if (file !== undefined && file.size <= FILE_BYTES_MOST) yield [before + name, file];
    }
  }

  async file(path: string): Promise<Uint8Array | undefined> {
    const file = await this.open(path);
    if (file === undefined) this.known.delete(path);
    else this.known.set(path, seen(file));
    return file === undefined ? undefined : bytesOf(file);
  }

  async write(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    _stamp: string,
    known: string | undefined,
  ): Promise<StoreOutcome> {
    try {
      const there = await this.open(path);
      const isKnown =
        there === undefined ? known === undefined : known !== undefined && this.isSame(path, there);
      if (!isKnown) return "changed";
      const handle = await this.handle(path, true);
      // Written beside the file and moved into its place when it is closed: a failure in between
      // leaves what was there.
      const stream = await handle.createWritable();
      try {
        await stream.write(bytes);
        await stream.close();
      } catch (error) {
        await stream.abort().catch(() => undefined);
        throw error;
      }
      this.known.set(path, seen(await handle.getFile()));
      return "done";
    } catch (error) {
      return { failed: reason(error) };
    }
  }

  /** Looks for what other programs have changed. */
  async look(): Promise<void> {
    const before = new Map(this.known);
    let visited = 0;
    for await (const [path, file] of this.walk(this.root, "", 0)) {
      visited += 1;
      // Of a folder that was cut nobody knows what is gone.
      if (visited > FILES_MOST) return;
      const isNew = !before.delete(path);
      const isRoom = this.known.size < FILES_MOST;
      if (isNew ? isRoom : !this.isSame(path, file)) this.onChange(path);
    }
    for (const path of before.keys()) this.onChange(path);
  }

  private isSame(path: string, file: File): boolean {
    const known = this.known.get(path);
    return known?.size === file.size && known.modified === file.lastModified;
  }

  private async open(path: string): Promise<File | undefined> {
    try {
      return await (await this.handle(path, false)).getFile();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  private async handle(path: string, create: boolean): Promise<FileSystemFileHandle> {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = this.root;
    for (const part of names) folder = await folder.getDirectoryHandle(part, { create });
    return folder.getFileHandle(name, { create });
  }
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}
