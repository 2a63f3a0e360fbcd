/** Errors of the page that nothing has caught: the work is kept, and a report can be copied. */

import { listen } from "../base/dom";
import { toast } from "../base/toast";
import { RequestError } from "../model/failure";
import type { Studio } from "../model/studio";

const SORRY = "Something went wrong in this page, and it is our mistake: sorry.";
/** What browsers say of observers that are told in the next frame; nothing is wrong then. */
const HARMLESS = /^ResizeObserver loop/;

function report(studio: Studio, error: unknown): string {
  const version = studio.line.hello.peek()?.version ?? "unknown";
  const what = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  return `Jetan ${version}, ${studio.line.carrier.kind}\n${navigator.userAgent}\n\n${what}\n`;
}

/** Tells the user of every uncaught error from now on, one at a time. */
export function reportUncaught(studio: Studio): void {
  let end: () => void = () => undefined;
  const fail = (error: unknown): void => {
    // A request that is refused or not answered is not an error of the page.
    if (error instanceof RequestError) return;
    const copy = (): void => {
      void navigator.clipboard.writeText(report(studio, error)).catch(() => undefined);
    };
    end();
    end = toast(`${SORRY} ${studio.documents.refuge()}`, "error", [
      { title: "Copy a report", run: copy },
    ]);
  };
  listen<ErrorEvent>(window, "error", (event) => {
    const error: unknown = event.error ?? event.message;
    if (!HARMLESS.test(event.message)) fail(error);
  });
  listen<PromiseRejectionEvent>(window, "unhandledrejection", (event) => {
    const reason: unknown = event.reason;
    fail(reason);
  });
}
