import type { WaitOptions } from "@reeve/client";
import { progressWords } from "@reeve/terminal";
import type { CommandContext, Waiting } from "../../operations/command-context.ts";

/** The options of a client's wait. */
export function waitOptions({ signal }: CommandContext, { within, timeout, onProgress }: Waiting): WaitOptions {
  return {
    signal,
    ...(within !== undefined && { within }),
    ...(timeout !== undefined && { timeout }),
    onProgress: (progress) => onProgress(progressWords("", progress).trim()),
    onOutage: ({ state, error }) => onProgress(state === "down" ? error.message : "the server is back"),
  };
}
