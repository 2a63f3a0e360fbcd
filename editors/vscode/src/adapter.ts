/** The requests of `jetan dap` that no other debug adapter has, with their answers. */

import type { DisplayShown, Timeline, WhyLink } from "../../../studio/src/model/protocol";

/** A link of a chain of reasons; its line counts from 1, as in all of the adapter's messages. */
export type AdapterLink = Pick<
  WhyLink,
  "depth" | "text" | "place" | "value" | "origin" | "count"
> & {
  source?: { path?: string };
  line?: number;
};

/** Rows of RGBA in base64, from the top. */
export type AdapterDisplay = DisplayShown & { pixels: string };

export interface AdapterRequests {
  "jetan/why": [{ place: string } | { output: number }, { links: AdapterLink[]; isCut: boolean }];
  "jetan/timePosition": [{ count?: number }, Timeline];
  "jetan/look": [{ want: string[] }, { answers: Record<string, unknown> }];
  "jetan/displayFrame": [Record<string, never>, { displays: AdapterDisplay[] }];
  "jetan/key": [{ key: string }, unknown];
}

/** A session of the debugger, as far as the views need one. */
export interface AdapterPort {
  ask<K extends keyof AdapterRequests>(
    name: K,
    fields: AdapterRequests[K][0],
  ): Promise<AdapterRequests[K][1]>;
  /** A request of the debug adapter protocol itself. */
  request(command: string, fields: object): Promise<unknown>;
}
