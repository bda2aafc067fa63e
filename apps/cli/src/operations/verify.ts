import { everywhere, flagOf, type Given, quoted, withHint } from "@reeve/commands";
import { commandLineOf, isReeveError, type Verification } from "@reeve/contract";
import type { ServiceKind } from "../services/kind.ts";

/** If it is uncertain whether a change was made, adds to the error a command that shows whether the change was made. */
export function withVerification(thrown: unknown, { api }: ServiceKind, given: Given): unknown {
  if (!isReeveError(thrown) || !thrown.context.verification) return thrown;
  return withHint(
    thrown,
    `${verifyingCommand(thrown.context.verification, api.operations, given)} shows whether the change was made.`,
  );
}

function verifyingCommand(
  { api, operation, input }: Verification,
  operations: ServiceKind["api"]["operations"],
  given: Given,
): string {
  const [noun = "", verb = ""] = operation.split(".");
  const read = operations[noun]?.[verb];
  return read ? `reeve ${commandLineOf(api, { noun, verb, operation: read }, input)}${sameCluster(given)}` : operation;
}

/** The typed flags that select the cluster, for use in a suggested command. */
export function sameCluster(given: Given): string {
  return everywhere
    .filter(({ name }) => WHERE.has(name))
    .flatMap(({ name }) => {
      const value = flagOf(given, name);
      // A proxy with a password is left out.
      return value === undefined || (name === "proxy" && value.includes("@")) ? [] : [` --${name} ${quoted(value)}`];
    })
    .join("");
}

const WHERE: ReadonlySet<string> = new Set(["profile", "url", "service", "revision", "ca", "cert", "key", "proxy"]);
