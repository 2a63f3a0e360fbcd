/** A refusal by the service, or that it cannot be asked. */

import type { Code, Failure } from "./protocol";

/** Why a request has failed, with words for people. */
export class RequestError extends Error {
  readonly code: Code | "lost";

  constructor(failure: Omit<Failure, "code"> & { code: Code | "lost" }) {
    super(failure.message);
    this.code = failure.code;
  }
}
