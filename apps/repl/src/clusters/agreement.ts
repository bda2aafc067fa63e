import { revisionOf } from "@reeve/client";
import { checkInput, fillIn, isRecord, type ListedOperation } from "@reeve/contract";
import { agree } from "@reeve/terminal";
import type { Shell } from "../start/shell.ts";
import type { ServiceInstance } from "./instance.ts";

/**
 * Asks for confirmation before a permanent deletion. Does not ask if the request would be refused in any case, because of wrong input or
 * because the revision lacks the operation.
 */
export async function confirmInShell(
  shell: Shell,
  instance: ServiceInstance,
  { name, operation, revisions }: ListedOperation,
  input: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (operation.effect !== "destroy" || shell.flags.yes) return;
  const checked = checkInput(operation, input ?? {});
  if (!revisions.includes(await revisionOf(instance.client, { signal }))) return;
  const { consequence = operation.summary, confirmation } = operation;
  const fields = isRecord(checked) ? checked : {};
  await agree(
    shell.conversation(),
    {
      act: `${instance.global}.${name}`,
      consequence: [fillIn(consequence, fields), `Service ${instance.service} at ${instance.url}.`],
      name: nameToType(confirmation?.name ?? instance.service, fields),
    },
    shell.terminal.results.style(),
  );
}

/** The full name that the user must type; a bare number would be too easy to type by mistake. */
function nameToType(name: string, fields: Readonly<Record<string, unknown>>): string {
  return fillIn(name, fields).replace(/^\d+$/, `${name.slice(1, -1)}-$&`);
}
