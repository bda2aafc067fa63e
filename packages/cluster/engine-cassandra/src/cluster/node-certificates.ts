import { ReeveError } from "@reeve/contract";
import type { CertificateAuthority, NodeView, Secrets } from "@reeve/orchestrator/engine";
import { CLIENT_TLS_FILE } from "../specs/client-tls.ts";
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
