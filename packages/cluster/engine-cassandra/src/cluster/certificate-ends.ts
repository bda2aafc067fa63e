import { X509Certificate } from "node:crypto";
import type { EngineContext, NodeView, Secrets } from "@reeve/orchestrator/engine";

/** Milliseconds before the end of a node's certificate from which on operators are told of it. */
const EARLY = 60 * 86_400_000;

/** Stores when the certificate of each node ends, and says which nodes have to be restarted soon. */
export function certificateEnds({ store, nodes, clock }: Pick<EngineContext<unknown>, "store" | "nodes" | "clock">) {
  const keyOf = ({ id }: NodeView) => `certificate/${id}`;
  /** When each certificate ends, by the id of the node. */
  const all = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      nodes().flatMap((node) => {
        const end = store.get(keyOf(node));
        return typeof end === "string" ? [[node.id, end]] : [];
      }),
    );
  return {
    note(node: NodeView, { AGENT_CERTIFICATE = "" }: Secrets): void {
      store.write([[keyOf(node), new X509Certificate(AGENT_CERTIFICATE).validToDate.toISOString()]]);
    },
    forget: (node: NodeView) => store.write([[keyOf(node), undefined]]),
    all,
    troubles(): readonly string[] {
      return Object.entries(all()).flatMap(([node, end]) =>
        Date.parse(end) - clock.now() > EARLY
          ? []
          : [`the certificate of ${node} ends on ${end.slice(0, 10)}: restart the node before, to renew it`],
      );
    },
  };
}
