/** The line of a view to its extension, in the form of a WebSocket, as the studio wants it. */

import type { ServiceSocket } from "../../../../studio/src/model/connection";
import type { FromView, ToView } from "../views/messages";

export interface EditorApi {
  postMessage(message: FromView): void;
}

export class EditorSocket implements ServiceSocket {
  binaryType: BinaryType = "arraybuffer";
  readyState: number = WebSocket.OPEN;
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onclose: WebSocket["onclose"] = null;

  constructor(
    private readonly api: EditorApi,
    why: (place: string) => void,
  ) {
    window.addEventListener("message", (event: MessageEvent<ToView>) => {
      const message = event.data;
      if (message.kind === "why") why(message.place);
      else if (message.kind === "line") this.receive(message.text);
      else if (message.kind === "bytes") this.receive(Uint8Array.from(message.bytes).buffer);
    });
    queueMicrotask(() => {
      this.onopen?.call(this as unknown as WebSocket, new Event("open"));
    });
  }

  private receive(data: string | ArrayBuffer): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent("message", { data }));
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    this.api.postMessage({ kind: "line", text: String(data) });
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }
}
