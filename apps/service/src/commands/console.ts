import {
  type Context,
  type Given,
  hasFlag,
  limitsOf,
  outputChoiceOf,
  reachOf,
  settingsOf,
  writeResult,
} from "@reeve/commands";
import { buildRequest, isRecord, isReeveError, ReeveError } from "@reeve/contract";
import { makeConsoleLink } from "@reeve/scheduler-models";
import { createTransport, type Transport } from "@reeve/transport";
import { openInBrowser } from "./open-in-browser.ts";

/** Prints a one-time link that opens the console and logs the user in. On a terminal the link is also opened in a browser. */
export async function consoleCommand(given: Given, context: Context): Promise<void> {
  const transport = createTransport(await reachOf(settingsOf(given, context), given, context));
  const { terminal } = context;
  try {
    const link = await linkFrom(transport, given, context);
    const shown = {
      body: link,
      named: [link.url],
      lines: () => [link.url, `The link works once, within ${link.seconds} seconds.`],
    };
    const output = outputChoiceOf(given);
    await writeResult(shown, output, terminal);
    if (!terminal.results.screen() || output.format !== "table" || hasFlag(given, "print")) return;
    const failure = await openInBrowser(link.url, context.processContext);
    terminal.notes.write(failure === undefined ? OPENED : `No browser was opened, because ${failure}.\n`);
  } finally {
    await transport.close();
  }
}

const OPENED = "The link opens in a browser. If no page appears, open the link yourself.\n";

interface Link {
  readonly url: string;
  readonly seconds: number;
}

async function linkFrom(transport: Transport, given: Given, { signal }: Context): Promise<Link> {
  const { whole } = limitsOf(given);
  const request = buildRequest(makeConsoleLink, { revision: "any", service: "", input: {} });
  const options = { signal, ...(whole !== undefined && { totalTimeout: whole }) };
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
