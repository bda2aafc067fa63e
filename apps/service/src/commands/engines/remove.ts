import { type Context, type Given, hasFlag, printOutcome } from "@reeve/commands";
import type { Installation } from "@reeve/java-software";
import { agree, startSpinner } from "@reeve/terminal";
import { namedEngine } from "./installation.ts";

/** Removes an engine from this machine. */
export async function removeEngine(given: Given, context: Context): Promise<void> {
  const engine = await namedEngine(given, context);
  const {
    folder,
    software: { name, version },
  } = engine;
  const isThere = (await engine.state()) !== "absent";
  if (isThere && !hasFlag(given, "yes")) {
    const { terminal, signal } = context;
    const consequence = [
      `This removes ${folder}. Running nodes that use it may fail. When a node is restarted, the engine is downloaded again.`,
    ];
    await agree(terminal.conversation(signal), { act: "removing an engine", consequence }, terminal.notes.style());
  }
  const removed = await removeShowing(engine, context);
  const sentence = removed ? `Removed ${name} ${version}.` : `${name} ${version} is not on this machine.`;
  await printOutcome(context, given, { name, version, removed }, sentence);
}

/** Removes the software. Progress is shown, because the removal has to wait while another process downloads the same engine. */
async function removeShowing({ software, remove }: Installation, { terminal, signal }: Context): Promise<boolean> {
  using _ = startSpinner(terminal.notes.screen(), `removing ${software.name} ${software.version}`);
  return await remove({ signal });
}
