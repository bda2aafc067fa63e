import type { Listed } from "@reeve/contract";
import { agree } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import { type Given, hasFlag } from "../model/given.ts";
import type { Show, View } from "./show.ts";

/** Asks before something is given up for good. The name of what is meant has to be typed. */
export async function askToAgree(
  { operation, verb }: Listed,
  show: Show,
  view: View,
  given: Given,
  { terminal, signal }: Context,
): Promise<void> {
  if (operation.effect !== "destroy" || hasFlag(given, "yes")) return;
  const { act, name } = show.agreement ?? { act: `"${verb}"`, name: ({ session }: View) => session.service };
  const talk = terminal.conversation(signal);
  const detail = talk && (await show.detail?.(view));
  const { service, url } = view.session;
  const consequence = (operation.consequence ?? `${operation.summary}.`).replaceAll(/\{(\w+)\}/g, (_, field) =>
    String(view.input[field]),
  );
  const where = `Service ${service} at ${url}${detail === undefined ? "" : `; ${detail}`}.`;
  await agree(talk, { act, consequence: [consequence, where], name: name(view) }, terminal.notes.look());
}
