import { dirname, resolve } from "node:path";
import {
  type Context,
  flagOf,
  hasFlag,
  outputChoiceOf,
  type ParsedArguments,
  readTextFile,
  withHint,
  withTransport,
  wordOf,
  writeResult,
} from "@reeve/commands";
import { buildRequest, isRecord, isReeveError, ReeveError } from "@reeve/contract";
import { deployDefinition } from "@reeve/scheduler-models";
import { agree, type Column, type Style, shown, table } from "@reeve/terminal";
import type { CallOptions, Transport } from "@reeve/transport";
import type { DefinitionInput } from "../index.ts";
import { readDefinition } from "../up/index.ts";
import { type DeploymentChange, waitForChanges } from "./follow-deployment.ts";

/** Sends a definition to the service, and shows what changes. */
export async function deployCommand(given: ParsedArguments, context: Context): Promise<void> {
  const definition = await definitionIn(given, context);
  const remove = hasFlag(given, "remove");
  const isDryRun = hasFlag(given, "dry-run");
  const only = flagOf(given, "only");
  await withTransport(given, context, async (transport, options) => {
    const removed = only === undefined ? await removedBy(transport, definition, options) : [];
    if (removed.length > 0 && !isDryRun) await askToRemove(removed, given, context);
    const changes = await deploy(transport, definition, { remove, isDryRun, only }, options);
    if (hasFlag(given, "wait") && !isDryRun) await waitForChanges(changes, transport, given, context);
    await show(changes, given, context);
  }).catch((thrown) => {
    if (!isReeveError(thrown) || !thrown.mayHaveBeenDone) throw thrown;
    throw withHint(thrown, "reeve status shows whether the definition was deployed.");
  });
}

async function definitionIn(given: ParsedArguments, context: Context): Promise<DefinitionInput> {
  const file = wordOf(given, "file") ?? "";
  const text = await readTextFile(file, context);
  const { cwd } = context.processContext;
  const [name, folder] = file === "-" ? ["standard input", cwd] : [file, dirname(resolve(cwd, file))];
  const definition = await readDefinition(text, name, folder);
  if (definition.services !== undefined) return definition;
  // An empty definition would deploy the default services in place of the running ones.
  throw new ReeveError("bad-input", `${name} contains no services, so nothing was deployed`);
}

async function deploy(
  transport: Transport,
  definition: DefinitionInput,
  {
    remove,
    isDryRun,
    only,
  }: { readonly remove: boolean; readonly isDryRun: boolean; readonly only?: string | undefined },
  options: CallOptions,
): Promise<readonly DeploymentChange[]> {
  const chosen = only === undefined ? {} : { only };
  const input = { ...(isDryRun && { dryRun: true }), ...(remove && { remove: true }), ...chosen };
  const asked = buildRequest(deployDefinition, { revision: "any", service: "", input });
  const request = { ...asked, body: { ...definition } };
  const answer = await transport.send({ request, effect: isDryRun ? "read" : "change" }, options);
  if (isRecord(answer.body) && Array.isArray(answer.body.changes))
    return answer.body.changes as readonly DeploymentChange[];
  throw new ReeveError(
    "unexpected-response",
    `${transport.url} is not a service that reeve up started, so it takes no definition`,
  );
}

/** Returns the instances that are running but that the definition does not contain. */
async function removedBy(
  transport: Transport,
  definition: DefinitionInput,
  options: CallOptions,
): Promise<readonly string[]> {
  const changes = await deploy(transport, definition, { remove: true, isDryRun: true }, options);
  return changes.filter(({ change }) => change === "removed").map(({ instance }) => instance);
}

async function askToRemove(
  removed: readonly string[],
  given: ParsedArguments,
  { terminal, signal }: Context,
): Promise<void> {
  const [names, what] = [removed.join(", "), removed.length === 1 ? "its data" : "their data"];
  if (!hasFlag(given, "remove")) {
    const sentence = `the definition no longer contains ${names}: add --remove to delete ${removed.length === 1 ? "it" : "them"} and ${what}`;
    throw new ReeveError("conflict", sentence);
  }
  if (hasFlag(given, "yes")) return;
  const consequence = [`This removes ${names} and ${what}. It cannot be undone.`];
  await agree(terminal.conversation(signal), { act: "removing instances", consequence }, terminal.notes.style());
}

function show(changes: readonly DeploymentChange[], given: ParsedArguments, { terminal }: Context): Promise<void> {
  const lines = () => {
    const style = terminal.results.style();
    const left = changes.flatMap(({ instance, troubles }) =>
      troubles ? [removingLine(instance, troubles, style)] : [],
    );
    return [...table(changes, columns, style), ...left];
  };
  return writeResult(
    { body: changes, named: changes.map(({ instance }) => instance), lines },
    outputChoiceOf(given),
    terminal,
  );
}

function removingLine(instance: string, troubles: readonly string[], style: Style): string {
  const sentence = [`${instance} is still being removed`, ...troubles].join("; ");
  return shown(`${sentence}. The service continues by itself, and reeve status shows it until nothing is left.`, style);
}

const columns: readonly Column<DeploymentChange>[] = [
  { head: "INSTANCE", cell: ({ instance }) => instance },
  { head: "CHANGE", cell: ({ change }) => change },
  { head: "CONFIGURATION", cell: ({ configuration }) => configuration },
];
