import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Context, hasFlag, outputChoiceOf, type ParsedArguments, withTransport, writeResult } from "@reeve/commands";
import { buildRequest, isRecord, isReeveError, ReeveError } from "@reeve/contract";
import { locate, makeFolder, type ProcessContext } from "@reeve/profiles";
import { makeConsoleLink } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";

/** Prints a one-time link that opens the console and logs the user in. On a terminal the link is also opened in a browser. */
export async function consoleCommand(given: ParsedArguments, context: Context): Promise<void> {
  const { terminal } = context;
  const link = await withTransport(given, context, linkFrom);
  const lines = () => [link.url, `The link works once, within ${link.seconds} seconds.`];
  const output = outputChoiceOf(given);
  await writeResult({ body: link, named: [link.url], lines }, output, terminal);
  if (!terminal.results.screen() || output.format !== "table" || hasFlag(given, "print")) return;
  const failure = await openInBrowser(link.url, context.processContext);
  terminal.notes.write(failure === undefined ? OPENED : `No browser was opened, because ${failure}.\n`);
}

const OPENED = "The link opens in a browser. If no page appears, open the link yourself.\n";

async function linkFrom(transport: Transport, options: CallOptions) {
  const request = buildRequest(makeConsoleLink, { revision: "any", service: "", input: {} });
  // If the answer is lost, the unused link does no harm, so the request may be sent again.
  const { body } = await transport.send({ request, effect: "read" }, options).catch((thrown) => {
    throw isReeveError(thrown, "not-found") ? noConsole(transport) : thrown;
  });
  if (!isRecord(body) || typeof body.code !== "string" || typeof body.seconds !== "number") throw noConsole(transport);
  return { url: `${transport.url}/#once=${body.code}`, seconds: body.seconds };
}

function noConsole({ url }: Transport): ReeveError {
  return new ReeveError("not-found", `${url} is not a service that reeve up started, so it has no console`);
}

/** Opens a one-time link in the user's browser. Returns the reason if no browser could be opened. */
async function openInBrowser(link: string, context: ProcessContext): Promise<string | undefined> {
  const { env, platform } = context;
  if (!hasScreen(context)) return env.SSH_CONNECTION ? `this session is remote: ${howFrom(link)}` : `there is no display here: ${BY_HAND}`;
  const [program, ...args] = OPENERS[platform] ?? ["xdg-open"];
  try {
    const failure = await start(program, [...args, fileWith(link, context)], env);
    // Windows Explorer always exits with code 1, even after it has opened the link.
    return failure === undefined || platform === "win32" ? undefined : `${failure}: ${BY_HAND}`;
  } catch (error) {
    return `${error instanceof Error ? error.message : program}: ${BY_HAND}`;
  }
}

const BY_HAND = "open the link in a browser yourself";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = { darwin: ["open"], win32: ["explorer"] };

function hasScreen({ env, platform }: ProcessContext): boolean {
  if (platform === "darwin" || platform === "win32") return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** How a browser on another machine opens the link: an address of this machine's loopback is only reachable through a tunnel. */
function howFrom(link: string): string {
  const { hostname, port } = new URL(link);
  if (!/^(localhost|127\..*|\[::1\])$/.test(hostname)) return "open the link in a browser on your own machine";
  return `run ssh -L ${port}:${hostname}:${port} on your own machine, and open the link in a browser there`;
}

/** Milliseconds after which a link has surely expired, and its file can be deleted. */
const EXPIRED = 120_000;

/**
 * Writes a page that leads to the link, and returns its address. The browser gets this file instead of the link, because every user of this
 * machine can see the arguments of programs, and the first to use the link would be logged in. Only the owner can read the file.
 */
function fileWith(link: string, context: ProcessContext): string {
  const folder = join(locate(context).cache, "console");
  makeFolder(folder);
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    // Another command may have deleted the file in the meantime.
    const made = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - made > EXPIRED) rmSync(old, { force: true });
  }
  const file = join(folder, `${randomUUID()}.html`);
  const { href } = new URL(link);
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${href}"><a href="${href}">Reeve</a>\n`, {
    flag: "wx",
    mode: 0o600,
  });
  return pathToFileURL(file).href;
}

/** Milliseconds to wait for a failure. An opener that runs longer has started a browser and waits for its end. */
const WAIT = 2000;

/** Starts a program that outlives this process. Returns the reason if it fails. */
function start(program: string, args: readonly string[], env: ProcessContext["env"]): Promise<string | undefined> {
  const child = spawn(program, args, { detached: true, stdio: "ignore", env: { ...env } });
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, WAIT);
    const end = (failure: string | undefined) => {
      clearTimeout(timer);
      resolve(failure);
    };
    child.on("error", () => end(`${program} cannot be started`));
    child.on("exit", (code) => end(code === 0 ? undefined : `${program} opened no browser`));
    child.unref();
  });
}
