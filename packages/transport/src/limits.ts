// What holds where neither the caller, nor the operation, nor the transport says otherwise.

/** Milliseconds for one attempt. */
export const ATTEMPT_LIMIT = 30_000;

/** Milliseconds for all attempts and the waits between them. */
export const TOTAL_LIMIT = 120_000;

/** Bytes that a body may have. */
export const MAX_BODY_BYTES: number = 64 * 1024 * 1024;
