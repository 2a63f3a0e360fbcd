/** Numbers as people read them. */

export type Base = "hex" | "dec" | "unsigned" | "bin" | "char";
export const BASES: readonly Base[] = ["hex", "dec", "unsigned", "bin", "char"];
export const BASE_NAMES: Record<Base, string> = {
  hex: "Hexadecimal",
  dec: "Signed decimal",
  unsigned: "Unsigned decimal",
  bin: "Binary",
  char: "Characters",
};

export function hex(word: number, digits = 8): string {
  return "0x" + (word >>> 0).toString(16).padStart(digits, "0");
}

/** A count with thin groups of three, as `12,480,113`. */
export function grouped(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A rate in three digits, as `1.92 G`. */
export function short(value: number): string {
  const units: [number, string][] = [
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ];
  for (const [size, unit] of units) {
    if (value >= size) return (value / size).toPrecision(3) + unit;
  }
  return String(Math.round(value));
}

export function printable(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";
}

export function inBase(word: number, base: Base): string {
  const value = word >>> 0;
  switch (base) {
    case "hex":
      return hex(value);
    case "dec":
      return String(value | 0);
    case "unsigned":
      return String(value);
    case "bin":
      return value
        .toString(2)
        .padStart(32, "0")
        .replace(/(.{8})(?=.)/g, "$1 ");
    case "char":
      return [24, 16, 8, 0].map((shift) => printable((value >>> shift) & 0xff)).join("");
  }
}

/** The size of a file. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(count < 10240 ? 1 : 0)} KB`;
  return `${(count / 1024 / 1024).toFixed(1)} MB`;
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A file's name in two parts, so that its ending stays when there is no room for the rest. */
export function stemAndEnding(name: string): [string, string] {
  const dot = name.lastIndexOf(".");
  const hasEnding = dot > 0 && name.length - dot <= 8;
  return hasEnding ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
}

/** A sentence that was a part of one. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many = one + "s"): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Files in the order of a tree: those of the folder itself first, then folder by folder. */
export function byFolder<F extends { path: string }>(files: readonly F[]): F[] {
  const key = (path: string): string => `${folderOf(path)}\0${path}`;
  return [...files].sort((a, b) => (key(a.path) < key(b.path) ? -1 : 1));
}
