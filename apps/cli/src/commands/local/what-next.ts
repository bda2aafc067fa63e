import { describeClient } from "@reeve/client";
import { isReeveError } from "@reeve/contract";
import { isSameUrl, loadSettings, type Settings } from "@reeve/profiles";
import type { Reeve } from "@reeve/service";
import type { UpReport } from "@reeve/service/up";
import type { Terminal } from "@reeve/terminal";
import type { Context } from "../../model/context.ts";
import { serviceKind } from "../../services/by-name.ts";
import { wrapLabelled } from "./labelled.ts";
import { ownClient } from "./own-client.ts";

/** A first command to try for each kind of service. */
const FIRST = {
  broker: "reeve broker topics list",
  "wide-column": "reeve wide-column nodes list",
  "file-system": "reeve file-system pods list",
} as const;

/** At a terminal: the next commands to type, and how to stop. */
export function printWhatNext({ services }: UpReport, { notes }: Terminal, reached: Reached): void {
  if (!notes.screen()) return;
  const first = Object.entries(FIRST).find(([kind]) => services.some((service) => service.kind === kind));
  const flag = reached.flag === "" ? "" : ` ${reached.flag}`;
  const commands = [...(first ? [first[1] + flag] : []), `reeve status${flag}`, `or a shell: reeve repl${flag}`].join(
    ", ",
  );
  const write = (line: string) => notes.write(`${wrapLabelled(line, notes.style().width)}\n`);
  write(`  next     ${reached.end === "Ctrl-C" ? `in another terminal: ${commands}` : commands}`);
  write(`  end      ${reached.end}; its data stays, and reeve up continues with it`);
}

/** How commands reach a service, and how to stop it. */
interface Reached {
  /** The flag that commands need for it; empty if they need none. */
  readonly flag: string;
  readonly end: string;
}

/**
 * Whether commands reach the service that was started, and with which flag. If they do not, says where they go instead: a profile, a
 * variable or another service on this machine may take precedence.
 */
export function printWhereCommandsGo(
  { url }: UpReport,
  profile: string,
  { processContext, terminal }: Context,
): string {
  const flag = `--profile ${profile}`;
  const note = (what: string) => {
    terminal.notes.write(`note: commands without ${flag} ${what}\n`);
    return flag;
  };
  let settings: Settings;
  try {
    settings = loadSettings(processContext);
  } catch (error) {
    // The service runs even if the settings of commands are wrong.
    if (!isReeveError(error)) throw error;
    return note(`do not work: ${error.message}`);
  }
  if (settings.url === undefined) return note("have several services here, not only this one");
  if (isSameUrl(settings.url.value, url)) return "";
  return note(`go to ${settings.url.value} (${settings.url.origin}), not to this service`);
}

/** At a terminal: the state of each service of a kind that has one, such as who is active and how full it is. */
export async function printStates(reeve: Reeve, { terminal: { notes }, signal }: Context): Promise<void> {
  if (!notes.screen()) return;
  for (const service of reeve.services) {
    const { client, parts } = await ownClient(reeve, service);
    // What cannot be said must not end the service.
    const state = await parts.summary?.(client, { signal }).catch(() => undefined);
    if (state !== undefined) notes.write(`${wrapLabelled(`  ${service.name}: ${state}`, notes.style().width)}\n`);
    await describeClient(client).close();
  }
}

/** At a terminal: where clients of real services connect. */
export async function printAddresses(reeve: Reeve, { terminal: { notes }, signal }: Context): Promise<void> {
  if (!notes.screen() || signal.aborted) return;
  for (const { name, kind } of reeve.services) {
    // While no node answers there is nothing to connect to, and the display must not end the service.
    const addresses = await reeve.addresses(name).catch(() => []);
    if (addresses.length === 0) continue;
    const { howToConnect } = await (await serviceKind(kind)).load();
    const how = howToConnect?.(addresses) ?? `clients connect to ${addresses.join(",")}`;
    notes.write(`${wrapLabelled(`  ${name}: ${how}`, notes.style().width)}\n`);
  }
}
