import { ReeveError } from "@reeve/contract";
import type { EngineContext } from "@reeve/orchestrator/engine";
import { within } from "../wire/link.ts";
import type { ControllerQuorum, NoQuorum } from "./quorum.ts";

const KEY = "controller-epoch";

/** Milliseconds for which an epoch is reused after it was read. The election of a new leader takes longer. */
const FRESH = 1000;

/** Milliseconds after which `current` returns the last known epoch if no controller has responded. */
const ANSWER_TIMEOUT = 300;

/** The epoch of the controllers: the number of times that they have elected a leader. */
export function controllerEpochs(
  { store, clock, log }: Pick<EngineContext<unknown>, "store" | "clock" | "log">,
  ask: () => Promise<ControllerQuorum | NoQuorum>,
) {
  const kept = store.get(KEY);
  let known = typeof kept === "number" ? kept : undefined;
  let request: { readonly at: number; readonly epoch: Promise<number> } | undefined;

  /** Stores the epoch that another request has returned. */
  function learn({ leaderEpoch }: ControllerQuorum): void {
    if (leaderEpoch === known) return;
    known = leaderEpoch;
    try {
      store.write([[KEY, leaderEpoch]]);
    } catch (error) {
      // A failed write is only logged, so that reads also work while the disk is full. The controllers report the epoch again later.
      log("warn", "the epoch of the controllers could not be stored", { reason: String(error) });
    }
  }

  async function askAgain(): Promise<number> {
    const quorum = await ask();
    if (quorum.leaderId !== undefined) {
      learn(quorum);
      return quorum.leaderEpoch;
    }
    if (known !== undefined) return known;
    throw new ReeveError("unreachable", `the epoch of the controllers is not known: ${quorum.reason}`);
  }

  return {
    learn,
    /** Whether a leader has ever been known. */
    isKnown: () => known !== undefined,
    /** Returns the current epoch, or the last known one if no controller responds. */
    async current(): Promise<number> {
      const now = clock.now();
      if (!request || now - request.at > FRESH) request = { at: now, epoch: askAgain() };
      const before = known;
      return before === undefined ? request.epoch : within(ANSWER_TIMEOUT, request.epoch, async () => before);
    },
  };
}
