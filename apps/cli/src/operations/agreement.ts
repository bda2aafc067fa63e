import type { ListedOperation } from "@reeve/contract";
import { agree } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import { type Given, hasFlag } from "../model/given.ts";
import type { Scene, Show } from "./show.ts";

/** Asks before something is deleted for good. The user must type its name. */
export async function askToAgree(
  { operation, verb }: ListedOperation,
  show: Show,
  scene: Scene,
  given: Given,
  { terminal, signal }: Context,
): Promise<void> {
  if (operation.effect !== "destroy" || hasFlag(given, "yes")) return;
  const { act, name } = show.agreement ?? { act: `"${verb}"`, name: ({ session }: Scene) => session.service };
  const talk = terminal.conversation(signal);
  const detail = talk && (await show.detail?.(scene));
  const { service, url } = scene.session;
  const consequence = (operation.consequence ?? `${operation.summary}.`).replaceAll(/\{(\w+)\}/g, (_, field) =>
    String(scene.input[field]),
  );
  const where = `Service ${service} at ${url}${detail === undefined ? "" : `; ${detail}`}.`;
  await agree(talk, { act, consequence: [consequence, where], name: name(scene) }, terminal.notes.style());
}
