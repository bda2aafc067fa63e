import type { WorkContext } from "@reeve/orchestrator/engine";

/** The context of work that needs no secrets and no sidecar tasks. */
export const workContext: WorkContext = {
  signal: new AbortController().signal,
  secrets: {},
  report: () => undefined,
  atNode: () => Promise.reject(new Error("no sidecar task is expected")),
};
