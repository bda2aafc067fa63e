import type { Runtime } from "@reeve/orchestrator";
import { openAgents } from "./agents.ts";
import { platformOf } from "./process/platform.ts";
import { type LocalRuntimeOptions, settingsOf } from "./settings.ts";
import { createPortLedger } from "./task/port-ledger.ts";

/** Runs tasks as processes of this machine. They outlive the service, which adopts them at its next start. */
export function createLocalRuntime(options: LocalRuntimeOptions): Runtime {
  const settings = settingsOf(options);
  const ledger = createPortLedger();
  return {
    name: "local",
    simulated: false,
    open: async (context) => openAgents(context, settings, platformOf(process.platform), ledger),
  };
}
