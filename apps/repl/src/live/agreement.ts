import { revisionOf } from "@reeve/client";
import { checkInput, isRecord, type ListedOperation } from "@reeve/contract";
import { agree } from "@reeve/terminal";
import type { Shell } from "../shell.ts";
import type { Instance } from "./instance.ts";

/**
 * Asks for confirmation before a permanent deletion. Does not ask if the request would be refused in any case, because of wrong input or
 * because the revision lacks the operation.
 */
export async function confirmDestroy(
  shell: Shell,
  instance: Instance,
  { name, operation, revisions }: ListedOperation,
  input: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (operation.effect !== "destroy" || shell.flags.yes) return;
  const checked = checkInput(operation, input ?? {});
  if (!revisions.includes(await revisionOf(instance.client, { signal }))) return;
  const { consequence = operation.summary } = operation;
  const fields = isRecord(checked) ? checked : {};
  const [, named = ""] = /\{(\w+)\}/.exec(consequence) ?? [];
  await agree(
    shell.conversation(),
    {
      act: `${instance.global}.${name}`,
      consequence: [
        consequence.replace(/\{(\w+)\}/g, (_, field: string) => String(fields[field])),
        `Service ${instance.service} at ${instance.url}.`,
      ],
      name: nameToType(named, String(fields[named] ?? instance.service)),
    },
    shell.terminal.results.style(),
  );
}

/** The full name that the user must type; a bare number would be too easy to type by mistake. */
function nameToType(field: string, value: string): string {
  return /^\d+$/.test(value) ? `${field}-${value}` : value;
}
