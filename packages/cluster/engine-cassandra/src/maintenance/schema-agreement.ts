import { setTimeout as sleep } from "node:timers/promises";
import type { WorkContext } from "@reeve/orchestrator/engine";
import type { Agent } from "../agent/agent.ts";
import { STORAGE } from "../agent/beans.ts";
import type { Members } from "../cluster/members.ts";

const POLL_INTERVAL = 50;

/** Waits until all running nodes have the same schema. Otherwise, some nodes may still lack tables that were just created. */
export async function schemaAgreement(
  { alive }: Pick<Members, "alive">,
  { signal, report }: Pick<WorkContext, "signal" | "report">,
): Promise<void> {
  for (;;) {
    const versions = await Promise.all(alive().map(({ agent }) => versionOf(agent, signal)));
    if (versions.every((version) => version !== undefined && version === versions[0])) return;
    report("waiting until all nodes have the same schema");
    await sleep(POLL_INTERVAL, undefined, { signal });
  }
}

async function versionOf(agent: Agent, signal: AbortSignal): Promise<string | undefined> {
  const found = await agent.read(STORAGE, ["SchemaVersion"], { signal }).catch(() => undefined);
  signal.throwIfAborted();
  return found && String(found.SchemaVersion);
}
