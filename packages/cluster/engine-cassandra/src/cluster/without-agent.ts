import type { Readiness } from "@reeve/orchestrator/engine";
import { STORAGE } from "../agent/beans.ts";
import { cqlAnswers } from "../agent/cql-answers.ts";
import type { Member } from "./members.ts";

/** The errors of a connection whose other side has not proven itself: other protocols than TLS, and certificates. */
const UNPROVEN = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * Says why the agent of a starting node does not answer. The agent binds its port only once, soon after the start of the process. If
 * another program has the port then, the agent never answers, so the launch has failed.
 */
export async function withoutAgent({ agent, native, agentPort }: Member, signal: AbortSignal): Promise<Readiness> {
  const code = await agent.read(STORAGE, ["OperationMode"], { signal }).then(() => "", codeOf);
  if (UNPROVEN.test(code)) {
    const reason = `what listens on the port ${agentPort} is not the agent of this launch (${code})`;
    return { ready: false, reason, failed: true };
  }
  if (code === "ECONNREFUSED" && (await cqlAnswers(native, signal))) {
    return { ready: false, reason: `its agent could not listen on the port ${agentPort}`, failed: true };
  }
  return { ready: false, reason: "it does not answer yet" };
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
