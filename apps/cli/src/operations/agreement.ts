import { type Context, type Given, hasFlag } from "@reeve/commands";
import { fillIn, type ListedOperation } from "@reeve/contract";
import { agree } from "@reeve/terminal";
import type { CommandContext } from "./command-context.ts";

/** Asks for confirmation before a permanent deletion. The user must type the name of what is deleted. */
export async function confirmDestroy(
  { operation, verb }: ListedOperation,
  command: CommandContext,
  given: Given,
  { terminal, signal }: Context,
): Promise<void> {
  if (operation.effect !== "destroy" || hasFlag(given, "yes")) return;
  const { service, url, parts } = command.session;
  const { act, name = service, detail: kind } = operation.confirmation ?? { act: `"${verb}"` };
  const talk = terminal.conversation(signal);
  const detail = talk && kind && (await parts.details?.[kind]?.(command));
  const consequence = fillIn(operation.consequence ?? `${operation.summary}.`, command.input);
  const where = `Service ${service} at ${url}${detail === undefined ? "" : `; ${detail}`}.`;
  await agree(
    talk,
    { act, consequence: [consequence, where], name: fillIn(name, command.input) },
    terminal.notes.style(),
  );
}
