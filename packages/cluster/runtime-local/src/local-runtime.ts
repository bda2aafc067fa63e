import { totalmem } from "node:os";
import type { Runtime } from "@reeve/orchestrator/runtime";
import { openLocalAgents } from "./agents.ts";
import { platformOf } from "./process/platform.ts";
import { type LocalRuntimeOptions, localSettingsOf } from "./settings.ts";
import { createPortLedger } from "./task/ports.ts";

/**
 * Runs tasks as processes on this machine. They keep running when the service stops; the next service takes them over without a restart.
 */
export function createLocalRuntime(options: LocalRuntimeOptions): Runtime {
  const settings = localSettingsOf(options);
  const ledger = createPortLedger();
  return {
    name: "local",
    simulated: false,
    memory: Math.floor(totalmem() / MB),
    open: async (context) => openLocalAgents(context, settings, platformOf(process.platform), ledger),
  };
}

const MB = 1024 * 1024;
