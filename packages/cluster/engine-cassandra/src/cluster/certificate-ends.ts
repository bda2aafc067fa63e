import { X509Certificate } from "node:crypto";
import type { EngineContext, NodeView, Secrets } from "@reeve/orchestrator/engine";

/** Milliseconds before the end of a node's certificate from which on operators are told of it. */
const EARLY = 60 * 86_400_000;

/** Stores when the certificate of each node ends, and says which nodes have to be restarted soon. */
export function certificateEnds({ store, nodes, clock }: Pick<EngineContext<unknown>, "store" | "nodes" | "clock">) {
  const keyOf = ({ id }: NodeView) => `certificate/${id}`;
  return {
    note(node: NodeView, { AGENT_CERTIFICATE = "" }: Secrets): void {
      store.write([[keyOf(node), new X509Certificate(AGENT_CERTIFICATE).validToDate.toISOString()]]);
    },
    forget: (node: NodeView) => store.write([[keyOf(node), undefined]]),
    troubles(): readonly string[] {
      return nodes().flatMap((node) => {
        const end = store.get(keyOf(node));
        if (typeof end !== "string" || Date.parse(end) - clock.now() > EARLY) return [];
        return [`the certificate of ${node.id} ends on ${end.slice(0, 10)}: restart the node before, to renew it`];
      });
    },
  };
}
