import { X509Certificate } from "node:crypto";
import { ReeveError } from "@reeve/contract";
import type { CertificateAuthority, EngineContext, NodeView, Secrets } from "@reeve/orchestrator/engine";
import { CLIENT_TLS_FILE } from "../specs/settings-file.ts";
import { launchOf } from "./members.ts";

export type NodeCertificates = ReturnType<typeof nodeCertificates>;

/** The certificates with which a node proves itself to the service and to its clients. */
export function nodeCertificates(given: CertificateAuthority | undefined) {
  const needed = (): CertificateAuthority => {
    if (given) return given;
    throw new ReeveError(
      "conflict",
      "the engine has no certificate authority that could sign the nodes' certificates; set the engine's option `authority`",
    );
  };
  const authority = async () => needed().certificate();
  return {
    /** Returns the certificate of the authority that signs the nodes' certificates. */
    authority,
    /** Returns how to get the certificate that clients of a node have to trust. Undefined if the node was launched without TLS. */
    trustedFor: (node: NodeView): (() => Promise<string>) | undefined => (hasTls(node) ? authority : undefined),
    /** Returns new keys and certificates for a node that is being launched. */
    async secretsOf(node: NodeView): Promise<Secrets> {
      const { host } = node.identity;
      // The name of the launch distinguishes the agent from those of earlier launches, and of other nodes with the same address.
      const agent = await needed().issue([host, launchOf(node)]);
      const client = hasTls(node) ? await needed().issue([host]) : undefined;
      return {
        ...{ AGENT_KEY: agent.key, AGENT_CERTIFICATE: agent.cert },
        ...(client && { CLIENT_TLS_KEY: client.key, CLIENT_TLS_CERTIFICATE: client.cert }),
      };
    },
  };
}

/** Whether a node was launched with TLS. The node's pod spec decides, because the definition may have changed since the launch. */
function hasTls({ spec }: NodeView): boolean {
  return spec["task-specs"].some(({ "config-files": files }) => (files ?? []).some(({ name }) => name === CLIENT_TLS_FILE.name));
}

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
