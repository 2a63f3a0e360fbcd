/** How messages travel between the page and the service: over a socket, or to a worker. */

/** What a transport tells about itself. */
export interface TransportListener {
  /** Messages can be sent from now on. */
  onOpen(): void;
  onText(text: string): void;
  onBytes(bytes: ArrayBuffer): void;
  /** Nothing comes any more, and nothing that was sent is answered. */
  onClose(): void;
  /** There will never be a service here, for a reason that people understand. */
  onUnable(why: string): void;
}

/** One connection; it is opened once, and another takes its place when it is closed. */
export interface Transport {
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
  /** The user is back at the page: files may have been changed behind its back. */
  look(): void;
}

/** Where the service is, and how it is reached. */
export interface Carrier {
  /** A server on this computer, or a worker of this page. */
  readonly kind: "server" | "worker";
  open(listener: TransportListener): Transport;
  /** Whether somebody answers who would not let the page in. */
  isLockedOut(): Promise<boolean>;
}

const FORBIDDEN = 403;

/** A WebSocket to the server that the page comes from. */
class SocketTransport implements Transport {
  private readonly socket: WebSocket;

  constructor(address: string, listener: TransportListener) {
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      listener.onOpen();
    };
    this.socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === "string") listener.onText(data);
      else listener.onBytes(data);
    };
    this.socket.onclose = () => {
      listener.onClose();
    };
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  close(): void {
    this.socket.close();
  }

  /** The server looks by itself when it is told of the focus. */
  look(): void {
    return;
  }
}

/** The server of this address. */
export class SocketCarrier implements Carrier {
  readonly kind = "server";

  constructor(private readonly address: string) {}

  open(listener: TransportListener): Transport {
    return new SocketTransport(this.address, listener);
  }

  /** Sockets do not tell why they fail, so the page is asked for. */
  async isLockedOut(): Promise<boolean> {
    const { search } = new URL(this.address);
    const request = fetch(`/${search}`, { method: "HEAD", cache: "no-store" });
    const answer = await request.catch(() => undefined);
    return answer?.status === FORBIDDEN;
  }
}

/** What a worker posts: a message of the service, that it is ready, or why it has ended. */
export type WorkerNews =
  string | ArrayBuffer | { ready: true } | { ended: string } | { unable: string };

/** The first thing that a worker is told: the folder of the computer to work in, if any. */
export interface WorkerBegin {
  folder: FileSystemDirectoryHandle | undefined;
}

/** A worker that hosts the service. A worker that fails is ended, and the next one is new. */
class WorkerTransport implements Transport {
  private readonly worker: Worker;
  isOpen = false;

  constructor(
    address: URL,
    begin: WorkerBegin,
    private readonly listener: TransportListener,
  ) {
    this.worker = new Worker(address, { type: "module", name: "jetan" });
    this.worker.onmessage = ({ data }: MessageEvent<WorkerNews>) => {
      if (typeof data === "string") listener.onText(data);
      else if (data instanceof ArrayBuffer) listener.onBytes(data);
      else if ("ready" in data) this.ready();
      else if ("unable" in data) listener.onUnable(data.unable);
      else this.close();
    };
    this.worker.postMessage(begin);
    this.worker.onerror = (event) => {
      // It is told in words of ours; the browser would say it again.
      event.preventDefault();
      this.close();
    };
  }

  look(): void {
    if (this.isOpen) this.worker.postMessage({ look: true });
  }

  private ready(): void {
    this.isOpen = true;
    this.listener.onOpen();
  }

  send(text: string): void {
    this.worker.postMessage(text);
  }

  close(): void {
    this.worker.onmessage = null;
    this.worker.onerror = null;
    this.worker.terminate();
    this.isOpen = false;
    this.listener.onClose();
  }
}

/** The worker of this address, with the browser's own files or those of a folder. */
export class WorkerCarrier implements Carrier {
  readonly kind = "worker";

  constructor(
    private readonly address: URL,
    private readonly folder: FileSystemDirectoryHandle | undefined,
  ) {}

  open(listener: TransportListener): Transport {
    return new WorkerTransport(this.address, { folder: this.folder }, listener);
  }

  isLockedOut(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
