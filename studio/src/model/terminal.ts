/**
 * What a program has printed, by byte, bounded.
 *
 * Going back in time takes output away again, so every piece knows the byte it begins at.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Piece {
  at: number;
  bytes: Uint8Array;
}

/** How much is kept for the eye, in bytes; the service keeps more. */
export const KEPT_BYTES = 512 * 1024;

export class Terminal {
  private pieces: Piece[] = [];
  private kept = 0;

  /** The byte behind everything that was printed. */
  get end(): number {
    const last = this.pieces.at(-1);
    return last === undefined ? 0 : last.at + last.bytes.length;
  }

  /** The first byte that is kept. */
  get start(): number {
    return this.pieces[0]?.at ?? 0;
  }

  /** From byte `at` on there is `text`, and nothing after it. */
  put(at: number, text: string): void {
    while (this.pieces.length > 0) {
      const last = this.pieces[this.pieces.length - 1] as Piece;
      if (last.at + last.bytes.length <= at) break;
      this.kept -= last.bytes.length;
      this.pieces.pop();
      if (last.at < at) {
        const bytes = last.bytes.subarray(0, at - last.at);
        this.pieces.push({ at: last.at, bytes });
        this.kept += bytes.length;
        break;
      }
    }
    const bytes = encoder.encode(text);
    if (bytes.length > 0) {
      this.pieces.push({ at, bytes });
      this.kept += bytes.length;
    }
    while (this.kept > KEPT_BYTES && this.pieces.length > 1) {
      this.kept -= this.pieces.shift()?.bytes.length ?? 0;
    }
  }

  clear(): void {
    this.pieces = [];
    this.kept = 0;
  }

  /** Everything that is kept. */
  text(): string {
    const all = new Uint8Array(this.kept);
    let at = 0;
    for (const { bytes } of this.pieces) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return decoder.decode(all);
  }
}

/** The byte of a text at which its character `index` begins. */
export function byteAt(text: string, index: number): number {
  return encoder.encode(text.slice(0, index)).length;
}
