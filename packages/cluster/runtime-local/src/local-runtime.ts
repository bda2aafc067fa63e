import { totalmem } from "node:os";
import type { Runtime } from "@reeve/orchestrator/runtime";
import { openAgents } from "./agents.ts";
import { platformOf } from "./process/platform.ts";
import { type LocalRuntimeOptions, settingsOf } from "./settings.ts";
import { createPortLedger } from "./task/port-ledger.ts";

/**
 * Runs tasks as processes on this machine. They keep running when the service stops; the next service takes them over without a restart.
 */
export function createLocalRuntime(options: LocalRuntimeOptions): Runtime {
  const settings = settingsOf(options);
  const ledger = createPortLedger();
  return {
    name: "local",
    simulated: false,
    memory: Math.floor(totalmem() / MB),
    open: async (context) => openAgents(context, settings, platformOf(process.platform), ledger),
  };
}

const MB = 1024 * 1024;
