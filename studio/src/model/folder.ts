/**
 * A folder of the computer in place of the browser's own files, where the browser has the File
 * System Access API. A tab that works in one remembers it until it is closed.
 */

import { toast, words } from "../base/toast";

/** What TypeScript's library does not have yet. */
interface PickingWindow {
  showDirectoryPicker?(options: object): Promise<FileSystemDirectoryHandle>;
}
interface AskableHandle extends FileSystemDirectoryHandle {
  queryPermission?(options: object): Promise<PermissionState>;
  requestPermission?(options: object): Promise<PermissionState>;
}

const MODE = { mode: "readwrite" };
const DATABASE = "jetan-folders";
const STORE = "folders";
/** In the tab's own storage: the key of its folder. */
const KEY = "jetan:folder";
/** Folders that are kept for tabs that may still be there. */
const KEPT_MOST = 20;

export function canOpenFolder(): boolean {
  return (window as PickingWindow).showDirectoryPicker !== undefined;
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

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE);
  };
  const database = await settled(request);
  return database.transaction(STORE, mode).objectStore(STORE);
}

async function keep(handle: FileSystemDirectoryHandle): Promise<void> {
  const key = `${String(Date.now()).padStart(16, "0")}-${crypto.randomUUID()}`;
  const folders = await store("readwrite");
  await settled(folders.put(handle, key));
  const keys = await settled(folders.getAllKeys());
  for (const old of keys.slice(0, -KEPT_MOST)) await settled(folders.delete(old));
  sessionStorage.setItem(KEY, key);
}

/** Lets the user choose a folder; the page then begins again with it. */
export async function chooseFolder(): Promise<void> {
  const { showDirectoryPicker } = window as PickingWindow;
  try {
    const handle = await showDirectoryPicker?.call(window, { id: "jetan", ...MODE });
    if (handle === undefined) return;
    await keep(handle);
    location.reload();
  } catch (error) {
    const isGivenUp = error instanceof DOMException && error.name === "AbortError";
    if (!isGivenUp) toast(`The folder cannot be opened: ${words(error)}.`, "error");
  }
}

/** Goes back to the browser's own files. */
export function leaveFolder(): void {
  sessionStorage.removeItem(KEY);
  location.reload();
}

/** Whether this tab works in a folder, or wants to. */
export function hasFolder(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** The folder that this tab works in, if the browser still lets it. */
export async function tabFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  if (!hasFolder()) return undefined;
  try {
    const folders = await store("readonly");
    const found = await settled<unknown>(folders.get(sessionStorage.getItem(KEY) ?? ""));
    if (!(found instanceof FileSystemDirectoryHandle)) return undefined;
    const handle: AskableHandle = found;
    if ((await handle.queryPermission?.(MODE)) !== "prompt") return handle;
    askAgain(handle);
  } catch {
    // Without the folder the browser's own files are shown.
  }
  return undefined;
}

/** Browsers ask the user again after a while, and only when something was clicked. */
function askAgain(handle: AskableHandle): void {
  toast(`The browser wants to be asked before ${handle.name} is opened again.`, "info", [
    {
      title: "Open the folder",
      run: () =>
        void handle.requestPermission?.(MODE).then((answer) => {
          if (answer === "granted") location.reload();
        }),
    },
    { title: "Not now", run: leaveFolder },
  ]);
}
