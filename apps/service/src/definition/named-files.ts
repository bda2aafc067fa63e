import { isRecord } from "@reeve/contract";
import { isReference } from "@reeve/orchestrator";
import type { PathKey } from "./check-definition.ts";
import type { ServiceDefinition } from "./service-definition.ts";

/** Replaces the path of each file that a definition names. */
export function mapFiles(definition: ServiceDefinition, replaced: (path: string, field: readonly PathKey[]) => string): ServiceDefinition {
  const { tokens, serviceAccounts, tls, services } = definition;
  const mapped = <Part extends object>(part: Part, at: readonly PathKey[], fields: readonly (keyof Part & string)[]) => {
    const paths = fields.flatMap((field) => {
      const path = part[field];
      return typeof path === "string" ? [[field, replaced(path, [...at, field])]] : [];
    });
    return { ...part, ...Object.fromEntries(paths) };
  };
  return {
    ...definition,
    tokens: mapped(tokens, ["tokens"], ["file"]),
    serviceAccounts: serviceAccounts.map((account, index) =>
      mapped(account, ["serviceAccounts", index], ["publicKeyFile", "passwordFile"]),
    ),
    services: ofSecrets(services, ["services"], replaced),
    tls: typeof tls === "boolean" ? tls : mapped(tls, ["tls"], ["certFile", "keyFile", "caFile"]),
  };
}

/** Replaces the paths of the files with secrets that settings refer to. */
function ofSecrets<Part>(part: Part, at: readonly PathKey[], replaced: (path: string, field: readonly PathKey[]) => string): Part {
  if (!isRecord(part)) return part;
  if (isReference(part)) {
    const path: unknown = "file" in part ? part.file : undefined;
    return typeof path === "string" ? { ...part, file: replaced(path, [...at, "file"]) } : part;
  }
  const entries = Object.entries(part).map(([field, inner]) => [field, ofSecrets(inner, [...at, field], replaced)]);
  return Object.fromEntries(entries);
}

/** The files that a definition names, and the fields that name them, such as `["tls", "certFile"]`. */
export function namedFiles(definition: ServiceDefinition) {
  const found: { readonly field: readonly PathKey[]; readonly path: string }[] = [];
  mapFiles(definition, (path, field) => {
    found.push({ field, path });
    return path;
  });
  return found;
}
