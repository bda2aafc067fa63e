import { coreSiteEntries, fsSiteEntries, type SiteEntry, siteDocument } from "@reeve/file-system-pods";
import type { FileSystemDefinition } from "@reeve/orchestrator/engine";

/** The host name of a node, which is the same on every agent. */
const host = (node: string) => `${node}-node.{{FRAMEWORK_NAME}}.simulated.invalid`;

export function simulatedCoreSiteTemplate(): string {
  return siteDocument(coreSiteEntries);
}

export function simulatedFsSiteTemplate(definition: Pick<FileSystemDefinition, "pods">): string {
  return siteDocument(fsSite(definition));
}

/**
 * Returns the configuration of the task that fetches the namespace for a standby name node. This configuration contains the standby's own
 * name node id.
 */
export function bootstrapSiteTemplate(definition: Pick<FileSystemDefinition, "pods">): string {
  return siteDocument([["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"], ...fsSite(definition)]);
}

function fsSite({ pods }: Pick<FileSystemDefinition, "pods">): readonly SiteEntry[] {
  const hosts = (type: "journal" | "name") =>
    Array.from({ length: pods[type].count }, (_, index) => host(`${type}-${index}`));
  return fsSiteEntries({
    names: hosts("name").map((name) => ({
      rpc: `${name}:{{NAME_NODE_RPC_PORT}}`,
      http: `${name}:{{NAME_NODE_HTTP_PORT}}`,
      bindHost: EVERYWHERE,
    })),
    journals: hosts("journal")
      .map((journal) => `${journal}:{{JOURNAL_NODE_RPC_PORT}}`)
      .join(";"),
    coordinators: "{{COORDINATOR}}",
    ownHost: EVERYWHERE,
    forClients: true,
  });
}

const EVERYWHERE = "0.0.0.0";
