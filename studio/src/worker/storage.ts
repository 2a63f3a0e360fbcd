/** Files and saved games in the browser's database, shared by all tabs of the origin. */

import type { StoreOutcome } from "./module";

const DATABASE = "jetan";
const VERSION = 1;
const FILES = "files";
const ROWS = "games";
const CHANNEL = "jetan-storage";

/** Somewhere that files are kept, and that somebody else may change as well. */
export interface FileStore {
  /** All files, as paths and contents. */
  files(): Promise<[string, Uint8Array][]>;
  file(path: string): Promise<Uint8Array | undefined>;
  /** Writes a file if the one that is there is the one that is known. */
  write(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    stamp: string,
    known: string | undefined,
  ): Promise<StoreOutcome>;
  /** Called with the path of a file that somebody else has changed. */
  onChange: (path: string) => void;
  /** Looks for changes, where nobody tells of them. */
  look(): Promise<void>;
}

interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>;
  stamp: string;
}

/** Something that another tab has changed. */
interface StorageNews {
  file?: string;
  row?: string;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error("the database does not answer"));
    };
  });
}

/** Resolves when everything is written, and not before. */
function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      reject(transaction.error ?? new Error("the database has given up"));
    };
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}

/** Whatever lies in a database may be another program's, or damaged. */
function asFile(value: unknown): StoredFile | undefined {
  const file = value as Partial<StoredFile> | undefined;
  const isFile = file?.bytes instanceof Uint8Array && typeof file.stamp === "string";
  return isFile ? (file as StoredFile) : undefined;
}

function reason(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "this browser has no room left for files";
  return `this browser cannot store it: ${error instanceof Error ? error.message : String(error)}`;
}

export class BrowserStorage implements FileStore {
  private readonly channel = new BroadcastChannel(CHANNEL);
  onChange: (path: string) => void = () => undefined;
  /** Called with the key of a row that another tab has changed. */
  onRow: (key: string) => void = () => undefined;

  private constructor(private readonly database: IDBDatabase) {
    this.channel.onmessage = ({ data }: MessageEvent<StorageNews>) => {
      if (data.file !== undefined) this.onChange(data.file);
      if (data.row !== undefined) this.onRow(data.row);
    };
    // A newer version of the page may want to change the database.
    database.onversionchange = () => {
      database.close();
    };
  }

  /** The storage, or nothing if the browser does not let the page have one. */
  static async open(): Promise<BrowserStorage | undefined> {
    try {
      const request = indexedDB.open(DATABASE, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(FILES);
        request.result.createObjectStore(ROWS);
      };
      return new BrowserStorage(await settled(request));
    } catch {
      return undefined;
    }
  }

  async files(): Promise<[string, Uint8Array][]> {
    const found = await this.all(FILES);
    return found.flatMap(([path, value]) => {
      const file = asFile(value);
      return file === undefined ? [] : [[path, file.bytes] as [string, Uint8Array]];
    });
  }

  async rows(): Promise<[string, string][]> {
    const found = await this.all(ROWS);
    return found.filter((row): row is [string, string] => typeof row[1] === "string");
  }

  private async all(name: string): Promise<[string, unknown][]> {
    const store = this.database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([
      settled(store.getAllKeys()),
      settled<unknown[]>(store.getAll()),
    ]);
    return keys.map((key, at) => [String(key), values[at]]);
  }

  /** Other tabs tell. */
  look(): Promise<void> {
    return Promise.resolve();
  }

  async file(path: string): Promise<Uint8Array | undefined> {
    const store = this.database.transaction(FILES).objectStore(FILES);
    return asFile(await settled<unknown>(store.get(path)))?.bytes;
  }

  async row(key: string): Promise<string | undefined> {
    const store = this.database.transaction(ROWS).objectStore(ROWS);
    const value = await settled<unknown>(store.get(key));
    return typeof value === "string" ? value : undefined;
  }

  /**
   * Writes a file if the one that is stored is the one that is known. Looked at and written in one
   * transaction, so that of two tabs one is refused.
   */
  async write(
    path: string,
    bytes: Uint8Array,
    stamp: string,
    known: string | undefined,
  ): Promise<StoreOutcome> {
    try {
      const transaction = this.change(FILES);
      const done = finished(transaction);
      const store = transaction.objectStore(FILES);
      const there = await settled<unknown>(store.get(path));
      const file = asFile(there);
      // A value that is not a file of ours is there and is not the known one.
      const isForeign = there !== undefined && file === undefined;
      const isKnown = !isForeign && file?.stamp === known;
      if (isKnown) store.put({ bytes, stamp }, path);
      await done;
      if (!isKnown) return "changed";
      this.tell({ file: path });
      return "done";
    } catch (error) {
      return { failed: reason(error) };
    }
  }

  /** Writes a row of the saved games, or removes it; the reason if that is not possible. */
  async writeRow(key: string, text: string | undefined): Promise<string | undefined> {
    try {
      const transaction = this.change(ROWS);
      const done = finished(transaction);
      const store = transaction.objectStore(ROWS);
      if (text === undefined) store.delete(key);
      else store.put(text, key);
      await done;
      this.tell({ row: key });
      return undefined;
    } catch (error) {
      return reason(error);
    }
  }

  private change(name: string): IDBTransaction {
    // Answered when it is on the disk: a crash right after a save must not lose it.
    return this.database.transaction(name, "readwrite", { durability: "strict" });
  }

  private tell(news: StorageNews): void {
    this.channel.postMessage(news);
  }
}
