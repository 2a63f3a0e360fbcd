/** The displays of the running program: one canvas each, filled by the service's pixels. */

import { signal } from "../base/reactive";
import type { Connection, Pixels } from "./connection";
import type { DisplayShown, DisplaySource } from "./protocol";
import type { Run } from "./run";

export const SOURCES: readonly DisplaySource[] = ["bitmap", "screen", "lab", "robot"];

export interface Screen {
  info: DisplayShown;
  canvas: HTMLCanvasElement;
}

export class Screens {
  readonly all = signal<readonly Screen[]>([]);
  /** Rises with every picture that was drawn. */
  readonly frames = signal(0);
  private readonly waiting: Pixels[] = [];

  constructor(
    private readonly line: Connection,
    run: Run,
  ) {
    line.on("display", (info) => {
      this.announce(info);
    });
    run.follow((fate) => {
      if (fate === "began" || fate === "replaced" || fate === "gone") this.clear();
    });
    line.onPixels = (pixels) => {
      this.waiting.push(pixels);
      // A hidden page is not redrawn, but the service waits for an answer to each picture.
      if (document.hidden) this.draw();
      else if (this.waiting.length === 1)
        requestAnimationFrame(() => {
          this.draw();
        });
    };
  }

  /** No display: each run begins without any. Pictures on their way belong to the one before. */
  private clear(): void {
    for (const pixels of this.waiting.splice(0)) this.line.tell("drawn", { frame: pixels.frame });
    this.all.set([]);
    this.frames.update((count) => count + 1);
  }

  find(source: DisplaySource): Screen | undefined {
    return this.all.peek().find((screen) => screen.info.source === source);
  }

  private announce(info: DisplayShown): void {
    const rest = this.all.peek().filter((screen) => screen.info.source !== info.source);
    const canvas = this.find(info.source)?.canvas ?? document.createElement("canvas");
    if (canvas.width !== info.width || canvas.height !== info.height) {
      canvas.width = info.width;
      canvas.height = info.height;
    }
    const order = (screen: Screen): number => SOURCES.indexOf(screen.info.source);
    this.all.set([...rest, { info, canvas }].sort((a, b) => order(a) - order(b)));
  }

  private draw(): void {
    const all = this.waiting.splice(0);
    all.forEach((pixels, at) => {
      if (!all.slice(at + 1).some((later) => covers(later, pixels))) this.paint(pixels);
      this.line.tell("drawn", { frame: pixels.frame });
    });
    this.frames.update((count) => count + 1);
  }

  private paint(pixels: Pixels): void {
    const source = SOURCES[pixels.source];
    const screen = source === undefined ? undefined : this.find(source);
    const context = screen?.canvas.getContext("2d");
    const size = pixels.width * pixels.rows * 4;
    if (context && pixels.rows > 0 && pixels.width > 0 && pixels.bytes.length >= size) {
      const image = new ImageData(pixels.bytes.subarray(0, size), pixels.width, pixels.rows);
      context.putImageData(image, 0, pixels.firstRow);
    }
  }
}

/** Whether a later picture hides an earlier one, so that nobody would see that. */
function covers(later: Pixels, earlier: Pixels): boolean {
  const isSame = later.source === earlier.source && later.width === earlier.width;
  const end = (pixels: Pixels): number => pixels.firstRow + pixels.rows;
  return isSame && later.firstRow <= earlier.firstRow && end(later) >= end(earlier);
}

/**
 * The size in CSS pixels at which a display of `width` × `height` is crisp: whole multiples of
 * the screen's own pixels if it can grow, the largest that fits if it must shrink.
 */
export function crisp(
  width: number,
  height: number,
  room: { width: number; height: number },
  ratio: number,
): { width: number; height: number } {
  const fit = Math.min((room.width * ratio) / width, (room.height * ratio) / height);
  const scale = fit >= 1 ? Math.floor(fit) : Math.max(fit, 0.05);
  return { width: (width * scale) / ratio, height: (height * scale) / ratio };
}
