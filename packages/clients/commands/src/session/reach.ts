import { defined, ReeveError } from "@reeve/contract";
import { connectionOptionsOf, credentialsOf, openMemory, type Settings } from "@reeve/profiles";
import { shown } from "@reeve/terminal";
import { type CallOptions, createTransport, type Transport, type TransportOptions } from "@reeve/transport";
import type { Context } from "../context.ts";
import { flagOf, type ParsedArguments } from "../parsed-arguments.ts";
import { settingsOf, urlOf } from "./settings.ts";
import { levelOf, traceTo } from "./trace.ts";

/** The transport options: address, trust, credentials and events. */
export async function reachOf(settings: Settings, args: ParsedArguments, context: Context): Promise<TransportOptions> {
  const { processContext } = context;
  printNotesOnce(settings, context);
  const credentials = await credentialsOf(settings, openMemory(processContext), processContext.env);
  return defined({ ...reachWithoutLogin(settings, args, context), credentials });
}

/** The transport options without credentials, for a request before the login or about it. */
export function reachWithoutLogin(settings: Settings, args: ParsedArguments, { terminal }: Pick<Context, "terminal">): TransportOptions {
  const observe = traceTo({ level: levelOf(args), notes: terminal.notes });
  return defined({ url: urlOf(settings), observe, ...connectionOptionsOf(settings), timeout: limitsOf(args).attempt });
}

/** Calls `work` with a transport to the cluster in the settings, and with the signal and the timeout of the command. */
export async function withTransport<Value>(
  args: ParsedArguments,
  context: Context,
  work: (transport: Transport, options: CallOptions) => Promise<Value>,
  more: Pick<TransportOptions, "retries"> = {},
): Promise<Value> {
  const transport = createTransport({ ...(await reachOf(settingsOf(args, context), args, context)), ...more });
  try {
    return await work(transport, defined({ signal: context.signal, totalTimeout: limitsOf(args).whole }));
  } finally {
    await transport.close();
  }
}

/** The timeouts that were typed, in milliseconds. */
export interface TimeLimits {
  /** The timeout of one attempt of one request. */
  readonly attempt?: number;
  /** The timeout of the whole command. */
  readonly whole?: number;
}

/** Reads `--request-timeout` and `--timeout`. */
export function limitsOf(args: ParsedArguments): TimeLimits {
  return defined({ attempt: millisecondsOf(args, "request-timeout"), whole: millisecondsOf(args, "timeout") });
}

function millisecondsOf(args: ParsedArguments, flag: string): number | undefined {
  const text = flagOf(args, flag);
  if (text === undefined) return undefined;
  const [, number = "", unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(number) * (units[unit] ?? Number.NaN);
  // Node's timers accept no more than 2³¹ - 1 milliseconds, which is nearly 25 days.
  if (number !== "" && milliseconds > 0 && milliseconds <= MAX_MILLISECONDS) return Math.ceil(milliseconds);
  throw new ReeveError("bad-input", `--${flag}: expected a time such as 500ms, 30s, 10m or 1h, got ${JSON.stringify(text)}`);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_MILLISECONDS = 2 ** 31 - 1;

/** The contexts whose notes have been shown. A command may call several services, but the notes about the settings are shown once. */
const noted = new WeakSet<Context>();

function printNotesOnce({ notes }: Settings, context: Context): void {
  if (noted.has(context)) return;
  noted.add(context);
  const { notes: stream } = context.terminal;
  const style = stream.style();
  stream.write(notes.map((note) => `note: ${shown(note, style)}\n`).join(""));
}
