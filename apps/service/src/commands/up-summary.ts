import { setTimeout } from "node:timers/promises";
import { createClient, describeClient } from "@reeve/client";
import type { Context } from "@reeve/commands";
import { isReeveError } from "@reeve/contract";
import { type FileSystemStatus, fileSystemApi } from "@reeve/file-system-models";
import { statusInWords } from "@reeve/pictures/file-system";
import { howToConnect } from "@reeve/pictures/wide-column";
import { isSameUrl, loadSettings, type Settings } from "@reeve/profiles";
import { displayWidth, type Terminal, wrap } from "@reeve/terminal";
import type { UpReport } from "../in-folder/start-in-folder.ts";
import type { Reeve } from "../index.ts";

/** A first command to try for each kind of service. */
const FIRST = {
  broker: "reeve broker topics list",
  "wide-column": "reeve wide-column nodes list",
  "file-system": "reeve file-system pods list",
} as const;

/** On a terminal: prints the next commands, with the flag that they need to reach the service, if any, and the command that stops it. */
export function printWhatNext({ services }: UpReport, { notes }: Terminal, reached: Readonly<Record<"flag" | "end", string>>): void {
  if (!notes.screen()) return;
  const first = Object.entries(FIRST).find(([kind]) => services.some((service) => service.kind === kind));
  const flag = reached.flag === "" ? "" : ` ${reached.flag}`;
  const commands = [...(first ? [first[1] + flag] : []), `reeve status${flag}`, `or a shell: reeve repl${flag}`].join(", ");
  const write = (line: string) => notes.write(`${wrapLabelled(line, notes.style().width)}\n`);
  write(`  next     ${reached.end === "Ctrl-C" ? `in another terminal: ${commands}` : commands}`);
  write(`  end      ${reached.end}; the data is kept, and the next reeve up uses it again`);
}

/**
 * Returns the flag that commands need to reach the new service, because a profile, a variable or another service takes precedence; empty if
 * they need none. Also prints which server commands without the flag reach.
 */
export function printWhereCommandsGo({ url }: UpReport, profile: string, { processContext, terminal }: Context): string {
  const flag = `--profile ${profile}`;
  const note = (what: string) => {
    terminal.notes.write(`note: commands without ${flag} ${what}\n`);
    return flag;
  };
  let settings: Settings;
  try {
    settings = loadSettings(processContext);
  } catch (error) {
    // Invalid settings must not end the service, because only commands use settings.
    if (!isReeveError(error)) throw error;
    return note(`do not work: ${error.message}`);
  }
  if (settings.url === undefined) return note("find several services on this machine, not only this one");
  if (isSameUrl(settings.url.value, url)) return "";
  return note(`go to ${settings.url.value} (${settings.url.origin}), not to this service`);
}

/** On a terminal: prints a sentence about the state of each file system, such as its active name node and the used space. */
export async function printStates(reeve: Reeve, { terminal: { notes }, signal }: Context): Promise<void> {
  if (!notes.screen()) return;
  const { url, token, fetch, services } = reeve;
  for (const { name } of services.filter(({ kind }) => kind === "file-system")) {
    const client = createClient(fileSystemApi, { url, token, fetch, service: name });
    // A failed request for the state must not end the service.
    const state = await settled(() => client.status.show({}, { signal }), signal).catch(() => undefined);
    if (state) notes.write(`${wrapLabelled(`  ${name}: ${statusInWords(state)}`, notes.style().width)}\n`);
    await describeClient(client).close();
  }
}

/** The longest wait in milliseconds for an active name node, and the pause between two requests. */
const ELECTION = { within: 10_000, every: 200 };

/**
 * The state of a file system after the election of its name nodes. The last name node of a deployment becomes active shortly after the
 * deployment's end, so an earlier state would be out of date as soon as it is printed.
 */
async function settled(show: () => Promise<FileSystemStatus>, signal: AbortSignal): Promise<FileSystemStatus> {
  const end = performance.now() + ELECTION.within;
  for (;;) {
    const state = await show();
    if (state.active !== null || performance.now() > end) return state;
    await setTimeout(ELECTION.every, undefined, { signal });
  }
}

/** On a terminal: prints where clients of real services connect. */
export async function printAddresses(reeve: Reeve, { terminal: { notes }, signal }: Context): Promise<void> {
  if (!notes.screen() || signal.aborted) return;
  for (const { name, kind, clientTls: { caFile } = {} } of reeve.services) {
    // No address is shown while no node answers, and a failed request must not end the service.
    const addresses = await reeve.addresses(name).catch(() => []);
    if (addresses.length === 0) continue;
    const how =
      kind === "wide-column"
        ? howToConnect(addresses, caFile === undefined ? undefined : { ca: caFile })
        : `clients connect to ${addresses.join(",")}`;
    notes.write(`${wrapLabelled(`  ${name}: ${how}`, notes.style().width)}\n`);
  }
}

/**
 * Wraps the text of a line `  label    text` at word boundaries; further lines are indented to the column where the text begins. A text
 * with a word that is too wide is not wrapped, so that users can copy the text.
 */
export function wrapLabelled(line: string, width: number): string {
  const [, label = "", text = ""] = /^( {2}\S+ +)?(.*)$/.exec(line) ?? [];
  const room = width - label.length;
  if (text.split(" ").some((word) => displayWidth(word) > room)) return line;
  return wrap(text, room)
    .map((part, index) => (index === 0 ? label : " ".repeat(label.length)) + part)
    .join("\n");
}
