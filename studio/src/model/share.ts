/** Programs as links and archives, made in the browser: no server keeps them. */

import { recall, remember } from "../base/store";
import type { RunOptions } from "./protocol";

export interface Shared {
  files: { path: string; text: string }[];
  roots: string[];
  options: RunOptions;
  title?: string;
}

const MARK = "share=";
/** Where links lead if the server was told a static edition; kept for later visits without. */
const BASE = "shareBase";
/** Browsers and chat programs cut longer addresses. */
export const LINK_MOST = 32_000;
const UNPACKED_MOST = 4 * 1024 * 1024;

/** What a stream makes of bytes; an error if that is more than `most`. */
export async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("the link unpacks to more than a program can be");
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** A text as short as an address can carry it. */
export async function squeeze(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return toBase64(await through(bytes, new CompressionStream("deflate-raw")));
}

/** The text that was squeezed; an error if it is damaged or unpacks to more than `most` bytes. */
export async function expand(packed: string, most: number): Promise<string> {
  const stream = new DecompressionStream("deflate-raw");
  const bytes = await through(fromBase64(packed), stream, most);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The fragment that carries the program. */
export async function pack(shared: Shared): Promise<string> {
  return MARK + (await squeeze(JSON.stringify(shared)));
}

/** The address that a fragment is put behind: that of a static edition if one is known. */
export function shareBase(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="share-base"]')?.content ?? "";
  const isTold = /^https?:/.test(told);
  if (isTold) remember(BASE, told);
  const isAddress = (value: unknown): boolean =>
    typeof value === "string" && /^https?:/.test(value);
  return isTold ? told : recall(BASE, location.origin + location.pathname, isAddress);
}

/** Whether a fragment is to carry a program, damaged or not. */
export function hasProgram(fragment: string): boolean {
  return fragment.replace(/^#/, "").startsWith(MARK);
}

/** The program of a fragment; nothing if it carries none, an error if it is damaged. */
export async function unpack(fragment: string): Promise<Shared | undefined> {
  if (!hasProgram(fragment)) return undefined;
  const text = fragment.replace(/^#/, "");
  try {
    // What follows a `&` is for the page that shows it.
    const [packed] = text.slice(MARK.length).split("&");
    return checked(JSON.parse(await expand(packed ?? "", UNPACKED_MOST)));
  } catch (error) {
    throw new Error("This link is damaged: the program in it cannot be read.", { cause: error });
  }
}

/** Links come from anybody: only what has the right form gets in. */
function checked(value: unknown): Shared {
  const given = value as Partial<Shared>;
  const { files, roots } = given;
  if (!Array.isArray(files) || files.length === 0 || files.length > 100) throw new Error("files");
  for (const file of files) {
    if (typeof file.path !== "string" || typeof file.text !== "string") throw new Error("file");
    if (!/^[^/\\][^\\]*$/.test(file.path) || file.path.split("/").includes("..")) {
      throw new Error("path");
    }
  }
  const isRoot = (path: unknown): path is string => files.some((file) => file.path === path);
  const isObject = typeof given.options === "object" && given.options !== null;
  const options = isObject && !Array.isArray(given.options) ? (given.options ?? {}) : {};
  return {
    files: files.map(({ path, text }) => ({ path, text })),
    roots: Array.isArray(roots) ? roots.filter(isRoot) : [],
    options,
    ...(typeof given.title === "string" ? { title: given.title } : {}),
  };
}

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (CRC[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** The first of January 1980: the same files give the same archive. */
const DATE = 0x0021;

/** A zip archive of texts. */
export async function zip(files: readonly { path: string; text: string }[]): Promise<Blob> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, text } of files) {
    const name = encoder.encode(path);
    const plain = encoder.encode(text);
    const packed = await through(plain, new CompressionStream("deflate-raw"));
    const common = [UTF8_NAMES, DEFLATED, 0, DATE];
    const sizes = [crc32(plain), packed.length, plain.length];
    const local = record(0x04034b50, [20, ...common], sizes, [name.length, 0]);
    parts.push(local, name, packed);
    directory.push(
      record(0x02014b50, [20, 20, ...common], sizes, [name.length, 0, 0, 0, 0], [0, offset]),
      name,
    );
    offset += local.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = record(0x06054b50, [0, 0, files.length, files.length], [size, offset], [0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** A header: a signature, then 16-bit and 32-bit fields in turn, little endian. */
function record(signature: number, ...fields: number[][]): Uint8Array<ArrayBuffer> {
  const size = fields.reduce((sum, group, index) => sum + group.length * (index % 2 ? 4 : 2), 4);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, signature, true);
  let at = 4;
  fields.forEach((group, index) => {
    for (const value of group) {
      if (index % 2) view.setUint32(at, value, true);
      else view.setUint16(at, value, true);
      at += index % 2 ? 4 : 2;
    }
  });
  return new Uint8Array(view.buffer);
}

export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 1000);
}
