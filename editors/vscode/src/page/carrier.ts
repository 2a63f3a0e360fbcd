/** The line of a view to its extension, as the studio's panels want it. */

import type { Carrier, Transport, TransportListener } from "../../../../studio/src/model/transport";
import type { FromView, ToView } from "../views/messages";

export interface EditorApi {
  postMessage(message: FromView): void;
}

class EditorTransport implements Transport {
  isOpen = true;

  constructor(
    private readonly api: EditorApi,
    listener: TransportListener,
    why: (place: string) => void,
  ) {
    window.addEventListener("message", ({ data: message }: MessageEvent<ToView>) => {
      if (!this.isOpen) return;
      if (message.kind === "why") why(message.place);
      else if (message.kind === "line") listener.onText(message.text);
      else if (message.kind === "bytes") listener.onBytes(Uint8Array.from(message.bytes).buffer);
    });
    // Not at once: whoever opens the transport has to know it first.
    queueMicrotask(() => {
      listener.onOpen();
    });
  }

  send(text: string): void {
    this.api.postMessage({ kind: "line", text });
  }

  close(): void {
    this.isOpen = false;
  }

  /** The editor watches the files of its folder itself. */
  look(): void {
    return;
  }
}

export class EditorCarrier implements Carrier {
  readonly kind = "server";

  constructor(
    private readonly api: EditorApi,
    private readonly why: (place: string) => void,
  ) {}

  open(listener: TransportListener): Transport {
    return new EditorTransport(this.api, listener, this.why);
  }

  isLockedOut(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
