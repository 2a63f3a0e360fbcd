/** Answers of the service that wait until a test lets them go. */

import type { Page } from "playwright-core";

/** Keeps back the answers to requests of this name; the result lets them go. */
export async function holdAnswers(page: Page, name: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.routeWebSocket(/\/session/, (socket) => {
    const server = socket.connectToServer();
    const asked = new Set<number>();
    // Everything in its order: what comes after a kept answer waits too.
    let last = Promise.resolve();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { id?: number; do: string };
      if (message.do === name && message.id !== undefined) asked.add(message.id);
      server.send(text);
    });
    server.onMessage((data) => {
      const re = typeof data === "string" ? (JSON.parse(data) as { re?: number }).re : undefined;
      if (re !== undefined && asked.has(re)) last = last.then(() => released);
      last = last.then(() => {
        socket.send(data);
      });
    });
  });
  return release;
}
