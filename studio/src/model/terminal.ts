/**
 * What a program has printed, by byte, bounded.
 *
 * Going back in time takes output away again, so every piece knows the byte it begins at; the
 * bytes of all streams are counted together.
 */

import type { PrintedText } from "./protocol";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Stream = PrintedText["stream"];

interface Piece {
  at: number;
  stream: Stream;
  bytes: Uint8Array;
}

/** How many lines of input are kept. */
const TYPED_MOST = 10_000;
/** How much is kept for the eye, in bytes; the service keeps more. */
export const KEPT_BYTES = 512 * 1024;

export class Terminal {
  private pieces: Piece[] = [];
  private kept = 0;
  private typed: { at: number; text: string }[] = [];
  /** The end when `inputs` was asked last. */
  private told = 0;
  /** Nobody wants to see what was printed before this byte. */
  private floor = 0;

  /** How much of what was printed is not kept. */
  get dropped(): number {
    return Math.max(0, (this.pieces[0]?.at ?? 0) - this.floor);
  }

  /** The byte behind everything that was printed. */
  get end(): number {
    const last = this.pieces.at(-1);
    return last === undefined ? 0 : last.at + last.bytes.length;
  }

  /** From byte `at` on there is `text`, and nothing after it; false if something was dropped. */
  put(at: number, stream: Stream, text: string): boolean {
    const isPlain = at === this.end;
    this.cut(at);
    this.floor = Math.min(this.floor, at);
    // What comes after a gap does not stand beside what came before it.
    if (at > this.end) this.drop();
    const bytes = encoder.encode(text);
    if (bytes.length > 0) {
      this.pieces.push({ at, stream, bytes });
      this.kept += bytes.length;
    }
    let isWhole = isPlain;
    while (this.kept > KEPT_BYTES && this.pieces.length > 1) {
      this.kept -= this.pieces.shift()?.bytes.length ?? 0;
      isWhole = false;
    }
    return isWhole;
  }

  private cut(at: number): void {
    for (;;) {
      const last = this.pieces.at(-1);
      if (last === undefined || last.at + last.bytes.length <= at) return;
      this.pieces.pop();
      this.kept -= last.bytes.length;
      if (last.at < at) {
        const bytes = last.bytes.subarray(0, at - last.at);
        this.pieces.push({ ...last, bytes });
        this.kept += bytes.length;
      }
    }
  }

  private of(isDisplay: boolean): Piece[] {
    return this.pieces.filter((piece) => (piece.stream === "display") === isDisplay);
  }

  /** What is kept of the display device's text, or of everything else. */
  text(isDisplay = false): string {
    const pieces = this.of(isDisplay);
    const all = new Uint8Array(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let at = 0;
    for (const { bytes } of pieces) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return decoder.decode(all);
  }

  /** The byte at which character `index` of that text was printed. */
  byteOf(index: number, isDisplay = false): number {
    let left = encoder.encode(this.text(isDisplay).slice(0, index)).length;
    for (const { at, bytes } of this.of(isDisplay)) {
      if (left < bytes.length) return at + left;
      left -= bytes.length;
    }
    return this.end;
  }

  /** Something was typed at this byte of the output. */
  type(text: string): void {
    this.typed.push({ at: this.end, text });
    if (this.typed.length > TYPED_MOST) this.typed.shift();
  }

  /** What comes after this byte will not come to pass. */
  forgetTyped(): void {
    this.typed = this.typed.filter(({ at }) => at <= this.end);
  }

  /** Whether something was typed after what `inputs` has told last, and before the end now. */
  get hasMoreInputs(): boolean {
    return this.typed.some(({ at }) => at > this.told && at <= this.end);
  }

  /** What was typed up to here, with the character of the text before which it stands. */
  inputs(): { index: number; text: string }[] {
    const shown = this.typed.filter(({ at }) => at <= this.end && at >= this.floor);
    this.told = this.end;
    const texts = new TextDecoder();
    const made: { index: number; text: string }[] = [];
    let index = 0;
    let next = 0;
    for (const { at, bytes } of this.of(false)) {
      let from = 0;
      for (let one = shown[next]; one !== undefined && one.at < at + bytes.length;) {
        const to = Math.max(from, one.at - at);
        index += texts.decode(bytes.subarray(from, to), { stream: true }).length;
        from = to;
        made.push({ index, text: one.text });
        next += 1;
        one = shown[next];
      }
      index += texts.decode(bytes.subarray(from), { stream: true }).length;
    }
    return [...made, ...shown.slice(next).map(({ text }) => ({ index, text }))];
  }

  /** Nothing of what is there is shown any more; what comes is. */
  clear(): void {
    this.floor = this.end;
    this.typed = [];
    this.drop();
  }

  /** Another run: the bytes are counted anew. */
  reset(): void {
    this.clear();
    this.floor = 0;
  }

  private drop(): void {
    this.pieces = [];
    this.kept = 0;
  }
}
