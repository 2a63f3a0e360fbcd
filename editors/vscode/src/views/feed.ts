/** Pictures for the display view: one at every stop, some each second while a program runs. */

import type { AdapterDisplay, AdapterPort } from "../adapter";
import { displayMessage, pixelMessage } from "./bridge";
import type { ToView } from "./messages";

/** As often as a game needs it; a frame of 512 × 256 is half a megabyte of RGBA. */
const EVERY_MS = 100;

export interface FedRun {
  readonly current: AdapterPort | undefined;
  readonly isRunning: boolean;
  readonly isIdle: boolean;
}

export interface FedView {
  readonly isVisible: boolean;
  post(message: ToView): void;
}

export class DisplayFeed {
  private frame = 0;
  private isAsking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly shown = new Map<string, { about: string; pixels: string }>();

  constructor(
    private readonly run: FedRun,
    private readonly view: FedView,
  ) {}

  /** The view shows nothing of what was sent: it is a new page, or was hidden meanwhile. */
  forget(): void {
    this.shown.clear();
  }

  /** Looks at once, and again while the run goes on. */
  wake(): void {
    clearTimeout(this.timer);
    if (this.run.isIdle) {
      this.shown.clear();
      return;
    }
    void this.look();
  }

  private async look(): Promise<void> {
    const { current } = this.run;
    if (current === undefined || this.isAsking) return;
    this.isAsking = true;
    try {
      if (this.view.isVisible) {
        const { displays } = await current.ask("jetan/displayFrame", {});
        for (const display of displays) this.show(display);
      }
    } catch {
      // The run is over, or has not begun: the next stop asks again.
    } finally {
      this.isAsking = false;
    }
    clearTimeout(this.timer);
    if (this.run.isRunning) this.timer = setTimeout(() => void this.look(), EVERY_MS);
  }

  /** Sends what is another picture than before. */
  private show(display: AdapterDisplay): void {
    const about = displayMessage(display);
    const before = this.shown.get(display.source);
    if (before?.about !== about) this.view.post({ kind: "line", text: about });
    if (before?.about === about && before.pixels === display.pixels) return;
    this.frame += 1;
    this.view.post({ kind: "bytes", bytes: pixelMessage(display, this.frame) });
    this.shown.set(display.source, { about, pixels: display.pixels });
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
