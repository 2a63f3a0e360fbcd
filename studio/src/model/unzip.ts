/** Reading zip archives that anybody may have made: bounded, checked, and never trusted. */

import { crc32, through } from "./share";

/** A file of an archive. */
export interface ArchivedFile {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Files of an archive, and names of those that were left out. */
export interface Archive {
  files: ArchivedFile[];
  left: string[];
}

const FILES_MOST = 1000;
const FILE_BYTES_MOST = 16 << 20;
const BYTES_MOST = 64 << 20;

const END = 0x06054b50;
const END_BYTES = 22;
/** The end of an archive may be followed by a remark of so many bytes. */
const REMARK_MOST = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;

const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

class ArchiveError extends Error {}

/** A row of the archive's table of contents. */
interface Entry {
  path: string;
  flags: number;
  method: number;
  sum: number;
  packed: number;
  size: number;
  at: number;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** The files of an archive; an error with a sentence if it is damaged or too large. */
export async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<Archive> {
  const archive: Archive = { files: [], left: [] };
  let sum = 0;
  try {
    for (const entry of contents(bytes)) {
      if (entry.path.endsWith("/") || isRubbish(entry.path)) continue;
      if (!isPlain(entry.path) || entry.size > FILE_BYTES_MOST) {
        archive.left.push(entry.path);
        continue;
      }
      sum += entry.size;
      if (sum > BYTES_MOST) throw new ArchiveError("it unpacks to more than 64 MB");
      archive.files.push({ path: entry.path, bytes: await unpacked(bytes, entry) });
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError("it is damaged");
  }
  return archive;
}

/** What macOS adds, and files that are hidden. */
function isRubbish(path: string): boolean {
  return path
    .split("/")
    .some((name) => name === "__MACOSX" || (name.startsWith(".") && name !== ".."));
}

function isPlain(path: string): boolean {
  const names = path.split("/");
  return !/[\\:*?"<>|\0]/.test(path) && !names.includes("..") && !names.includes("");
}

function* contents(bytes: Uint8Array): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > FILES_MOST) throw new ArchiveError(`it has more than ${FILES_MOST} files`);
  let at = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new ArchiveError("it is damaged");
    const nameBytes = view.getUint16(at + 28, true);
    const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    yield {
      path: nameOf(name),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      sum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= 0 && at >= last - REMARK_MOST; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new ArchiveError("it is damaged");
}

/** Old programs write names in the letters of their system instead of UTF-8. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function unpacked(
  bytes: Uint8Array<ArrayBuffer>,
  entry: Entry,
): Promise<Uint8Array<ArrayBuffer>> {
  if ((entry.flags & ENCRYPTED) !== 0) throw new ArchiveError("it is encrypted");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(entry.at, true) !== LOCAL) throw new ArchiveError("it is damaged");
  const extra = view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  const from = entry.at + LOCAL_BYTES + extra;
  const packed = bytes.slice(from, from + entry.packed);
  if (packed.length !== entry.packed) throw new ArchiveError("it is damaged");
  const plain = entry.method === STORED ? packed : await inflated(packed, entry);
  const isWhole = plain.length === entry.size && crc32(plain) === entry.sum;
  if (!isWhole) throw new ArchiveError("it is damaged");
  return plain;
}

function inflated(
  packed: Uint8Array<ArrayBuffer>,
  { method, size }: Entry,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method !== DEFLATED)
    throw new ArchiveError("it is packed in a way that browsers do not know");
  // The size that the archive claims is the most that is unpacked.
  return through(packed, new DecompressionStream("deflate-raw"), size);
}
