import { ReeveError } from "@reeve/contract";
import { type Kind, kindNamed } from "@reeve/profiles";
import { didYouMean } from "@reeve/terminal";
import type { ServiceKind } from "./kind.ts";

const loaders: Readonly<Record<Kind, () => Promise<ServiceKind>>> = {
  broker: async () => (await import("./broker/index.ts")).brokerKind,
  "wide-column": async () => (await import("./wide-column/index.ts")).wideColumnKind,
  "file-system": async () => (await import("./file-system/index.ts")).fileSystemKind,
};

/** The names of all kinds of service. */
export const serviceNames: readonly Kind[] = Object.keys(loaders) as Kind[];

/** Loads a kind of service by its name or alias. */
export async function serviceKind(name: string): Promise<ServiceKind> {
  const kind = kindNamed(name);
  if (kind) return loaders[kind]();
  const advice = didYouMean(name, serviceNames) || ` There are: ${serviceNames.join(", ")}.`;
  throw new ReeveError("bad-input", `${JSON.stringify(name)} is not a kind of service.${advice}`);
}
