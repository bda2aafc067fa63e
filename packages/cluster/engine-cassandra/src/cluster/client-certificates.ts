import { ReeveError } from "@reeve/contract";
import type { CertificateAuthority, NodeView, Secrets } from "@reeve/orchestrator/engine";
import { CLIENT_TLS_FILE } from "../specs/client-tls.ts";

export interface ClientCertificates {
  /** Returns the certificate that clients of a node have to trust. Undefined if the node was launched without TLS. */
  trustedFor(node: NodeView): (() => Promise<string>) | undefined;
  /** Returns a new key and certificate for a node that is being launched; empty if the node runs without TLS. */
  secretsOf(node: NodeView): Promise<Secrets>;
}

export function clientCertificates(authority: CertificateAuthority | undefined): ClientCertificates {
  const needed = (): CertificateAuthority => {
    if (authority) return authority;
    throw new ReeveError(
      "conflict",
      "the nodes run with TLS, but the engine has no certificate authority that could sign their certificates",
    );
  };
  return {
    trustedFor: (node) => (hasTls(node) ? async () => needed().certificate() : undefined),
    async secretsOf(node) {
      if (!hasTls(node)) return {};
      const { key, cert } = await needed().issue([node.identity.host]);
      return { CLIENT_TLS_KEY: key, CLIENT_TLS_CERTIFICATE: cert };
    },
  };
}

/** Whether a node was launched with TLS. The node's pod spec decides, because the definition may have changed since the launch. */
function hasTls({ spec }: NodeView): boolean {
  return spec["task-specs"].some(({ "config-files": files }) =>
    (files ?? []).some(({ name }) => name === CLIENT_TLS_FILE.name),
  );
}
