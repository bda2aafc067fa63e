import type { RolloutProgress, WaitOptions } from "@reeve/client";
import { reasonOf } from "@reeve/scheduler-models";
import { statusWords } from "@reeve/terminal";
import type { CommandContext, Waiting } from "../../operations/command-context.ts";

/** The progress of a rollout for a spinner: `recovery  0 of 1 · broker-1 starting`. */
export function progressWords(name: string, { done, total, at }: RolloutProgress): string {
  const doing = at ? ` · ${shortened(at.step)} ${reasonOf({ ...at, name: at.step }) || statusWords(at.status)}` : "";
  return `${name}  ${done} of ${total}${doing}`;
}

/** Truncates a long step name, such as that of a move of several partitions, so that the reason after the name fits on the line. */
function shortened(step: string): string {
  return step.length <= MOST_OF_NAME ? step : `${step.slice(0, MOST_OF_NAME - 3)}...`;
}

const MOST_OF_NAME = 24;

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
