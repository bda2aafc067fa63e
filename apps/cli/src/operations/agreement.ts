import { type Context, type Given, hasFlag } from "@reeve/commands";
import type { ListedOperation } from "@reeve/contract";
import { agree } from "@reeve/terminal";
import type { CommandContext, CommandExtras } from "./show.ts";

/** Asks for confirmation before a permanent deletion. The user must type the name of what is deleted. */
export async function confirmDestroy(
  { operation, verb }: ListedOperation,
  show: CommandExtras,
  command: CommandContext,
  given: Given,
  { terminal, signal }: Context,
): Promise<void> {
  if (operation.effect !== "destroy" || hasFlag(given, "yes")) return;
  const { act, name } = show.agreement ?? { act: `"${verb}"`, name: ({ session }: CommandContext) => session.service };
  const talk = terminal.conversation(signal);
  const detail = talk && (await show.detail?.(command));
  const { service, url } = command.session;
  const consequence = (operation.consequence ?? `${operation.summary}.`).replaceAll(/\{(\w+)\}/g, (_, field) =>
    String(command.input[field]),
  );
  const where = `Service ${service} at ${url}${detail === undefined ? "" : `; ${detail}`}.`;
  await agree(talk, { act, consequence: [consequence, where], name: name(command) }, terminal.notes.style());
}
