import type { Reeve } from "@reeve/service";
import type { UpReport } from "@reeve/service/up";
import type { Terminal } from "@reeve/terminal";
import type { Context } from "../../model/context.ts";

/** A first command for each kind of service. */
const FIRST = {
  broker: "reeve broker topics list",
  "wide-column": "reeve wide-column nodes list",
  "file-system": "reeve file-system pods list",
} as const;

/** At a terminal: what to type next, and how to stop. */
export function sayWhatNext({ services }: UpReport, { notes }: Terminal, end: "Ctrl-C" | "reeve down"): void {
  if (!notes.screen()) return;
  const first = Object.entries(FIRST).find(([kind]) => services.some((service) => service.kind === kind));
  const commands = [...(first ? [first[1]] : []), "reeve status", "or a shell: reeve repl"].join(", ");
  notes.write(`  next     ${end === "Ctrl-C" ? `in another terminal: ${commands}` : commands}\n`);
  notes.write(`  end      ${end}; what it holds stays, and reeve up goes on with it\n`);
}

/** At a terminal: where clients of real services connect. */
export async function sayAddresses(reeve: Reeve, { terminal: { notes }, signal }: Context): Promise<void> {
  if (!notes.screen() || signal.aborted) return;
  for (const { name } of reeve.services) {
    // While no node answers there is nothing to connect to, and the display must not end the service.
    const addresses = await reeve.addresses(name).catch(() => []);
    if (addresses.length > 0) notes.write(`  ${name}: clients connect to ${addresses.join(",")}\n`);
  }
}
