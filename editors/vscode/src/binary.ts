/** Which `jetan` is started: that of the setting, that of the extension, or that on the PATH. */

import { posix, win32 } from "node:path";

export type BinaryOrigin = "setting" | "bundled" | "path";

export type Binary =
  { kind: "found"; file: string; origin: BinaryOrigin } | { kind: "missing"; message: string };

export interface BinarySearch {
  /** `jetan.path`; empty if nobody has set it. */
  setting: string;
  /** The folder of the extension. */
  extension: string;
  /** The user's folder, for `~` in the setting. */
  home: string;
  /** The variable PATH. */
  path: string;
  isWindows: boolean;
  isFile(file: string): boolean;
}

const MISSING = "The program jetan was not found: put it on the PATH, or set jetan.path.";

export function findBinary(search: BinarySearch): Binary {
  const { join, delimiter } = search.isWindows ? win32 : posix;
  const name = search.isWindows ? "jetan.exe" : "jetan";
  const setting = search.setting.trim();
  if (setting !== "") {
    const file = setting.startsWith("~") ? join(search.home, setting.slice(1)) : setting;
    // A setting that is wrong is said, not passed over: whoever set it wants that program.
    return search.isFile(file)
      ? { kind: "found", file, origin: "setting" }
      : { kind: "missing", message: `There is no file ${file}, which jetan.path names.` };
  }
  const bundled = join(search.extension, "bin", name);
  if (search.isFile(bundled)) return { kind: "found", file: bundled, origin: "bundled" };
  // An empty entry of PATH is the current folder: whatever was opened must not be started from it.
  const folders = search.path.split(delimiter).filter((folder) => folder !== "");
  const file = folders.map((folder) => join(folder, name)).find((one) => search.isFile(one));
  if (file !== undefined) return { kind: "found", file, origin: "path" };
  return { kind: "missing", message: MISSING };
}
