/** A refusal by the service, or that it cannot be asked. */

import type { FailureCode, RequestFailure } from "./protocol";

/** Why a request has failed, with words for people. */
export class RequestError extends Error {
  readonly code: FailureCode | "lost";

  constructor(failure: Omit<RequestFailure, "code"> & { code: FailureCode | "lost" }) {
    super(failure.message);
    this.code = failure.code;
  }
}
