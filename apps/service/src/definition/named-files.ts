import type { PathKey } from "./check-definition.ts";
import type { ServiceDefinition } from "./service-definition.ts";

/** A file that a definition names, and the field that names it, such as `["tls", "certFile"]`. */
export interface NamedFile {
  readonly field: readonly PathKey[];
  readonly path: string;
}

/** Replaces the path of each file that a definition names. */
export function mapFiles(
  definition: ServiceDefinition,
  replaced: (path: string, field: readonly PathKey[]) => string,
): ServiceDefinition {
  const { tokens, serviceAccounts, tls } = definition;
  const mapped = <Part extends object>(
    part: Part,
    at: readonly PathKey[],
    fields: readonly (keyof Part & string)[],
  ) => {
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
    tls: typeof tls === "boolean" ? tls : mapped(tls, ["tls"], ["certFile", "keyFile", "caFile"]),
  };
}

/** The files that a definition names. */
export function namedFiles(definition: ServiceDefinition): readonly NamedFile[] {
  const found: NamedFile[] = [];
  mapFiles(definition, (path, field) => {
    found.push({ field, path });
    return path;
  });
  return found;
}
