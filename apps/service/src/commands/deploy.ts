import { dirname, resolve } from "node:path";
import {
  type Context,
  flagOf,
  hasFlag,
  infoOf,
  outputChoiceOf,
  type ParsedArguments,
  readTextFile,
  withHint,
  withTransport,
  wordOf,
  writeResult,
} from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { DeploymentAnswer, DeploymentChange } from "@reeve/scheduler-models";
import { agree, type Column, type Style, shown, table } from "@reeve/terminal";
import type { CallOptions, Transport } from "@reeve/transport";
import { readDefinition } from "../definition/read-definition.ts";
import type { DefinitionInput } from "../index.ts";
import { deploymentLines } from "./deployment-lines.ts";
import { waitForChanges } from "./follow-deployment.ts";
import { changesAnything, sendDefinition } from "./send-definition.ts";

/** Sends a definition to the service, and shows what changes. */
export async function deployCommand(given: ParsedArguments, context: Context): Promise<void> {
  const definition = await definitionIn(given, context);
  const remove = hasFlag(given, "remove");
  const only = flagOf(given, "only");
  const input = { ...(remove && { remove }), ...(only !== undefined && { only }) };
  await withTransport(given, context, async (transport, options) => {
    if (hasFlag(given, "dry-run")) {
      const deployment = await sendDefinition(transport, definition, { ...input, dryRun: true }, options);
      if (!changesAnything(deployment)) await noteWatched(transport, given, context);
      await showDeployment(deployment, given, context);
      return;
    }
    const removed = only === undefined ? await removedBy(transport, definition, options) : [];
    if (removed.length > 0) await askToRemove(removed, given, context);
    await deployAndShow(transport, definition, input, { given, context, options });
  }).catch((thrown) => {
    if (!isReeveError(thrown) || !thrown.mayHaveBeenDone) throw thrown;
    throw withHint(thrown, "reeve status shows whether the definition was deployed.");
  });
}

/** Compares a definition with what runs, and shows what its deployment would change. */
export async function diffDefinition(given: ParsedArguments, context: Context): Promise<void> {
  const definition = await definitionIn(given, context);
  await withTransport(given, context, async (transport, options) =>
    showDeployment(await sendDefinition(transport, definition, { dryRun: true, remove: true }, options), given, context),
  );
}

/** Shows what a deployment would do. The exit code says whether it would change anything. */
export async function showDeployment(deployment: DeploymentAnswer, given: ParsedArguments, context: Context): Promise<void> {
  const { terminal } = context;
  const isChange = changesAnything(deployment);
  const lines = () => {
    const changes = deploymentLines(deployment, terminal.results.style());
    return isChange ? [...changes, "Nothing was changed: this only shows what a deployment would do."] : ["Nothing would change."];
  };
  const named = deployment.changes.flatMap(({ instance, change }) => (change === "unchanged" ? [] : [instance]));
  await writeResult({ body: deployment.changes, named, lines }, outputChoiceOf(given), terminal);
  if (isChange) context.foundChanges();
}

/** Deploys a definition, waits for the rollout if the flag `--wait` is given, and shows the result. */
export async function deployAndShow(
  transport: Transport,
  definition: DefinitionInput,
  input: { readonly remove?: boolean; readonly only?: string },
  { given, context, options }: { readonly given: ParsedArguments; readonly context: Context; readonly options: CallOptions },
): Promise<void> {
  const { changes } = await sendDefinition(transport, definition, input, options);
  if (hasFlag(given, "wait")) await waitForChanges(changes, transport, given, context);
  await show(changes, given, context);
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

async function removedBy(transport: Transport, definition: DefinitionInput, options: CallOptions): Promise<readonly string[]> {
  const { changes } = await sendDefinition(transport, definition, { remove: true, dryRun: true }, options);
  return changes.filter(({ change }) => change === "removed").map(({ instance }) => instance);
}

async function askToRemove(removed: readonly string[], given: ParsedArguments, { terminal, signal }: Context): Promise<void> {
  const [names, what] = [removed.join(", "), removed.length === 1 ? "its data" : "their data"];
  if (!hasFlag(given, "remove")) {
    const sentence = `the definition no longer contains ${names}: add --remove to delete ${removed.length === 1 ? "it" : "them"} and ${what}`;
    throw new ReeveError("conflict", sentence);
  }
  if (hasFlag(given, "yes")) return;
  const consequence = [`This removes ${names} and ${what}. It cannot be undone.`];
  await agree(terminal.conversation(signal), { act: "removing instances", consequence }, terminal.notes.style());
}

/**
 * Says that the service has already deployed the file because it watches it. Otherwise "unchanged" would look as if the file were ignored.
 */
async function noteWatched(transport: Transport, given: ParsedArguments, context: Context): Promise<void> {
  const { watched } = await infoOf(transport, context);
  const file = resolve(context.processContext.cwd, wordOf(given, "file") ?? "");
  if (watched?.file !== file) return;
  const { at, changes } = watched.deployed ?? {};
  const last = at === undefined ? "" : `; the last change was deployed at ${at}: ${changes?.join(", ")}`;
  const { notes } = context.terminal;
  notes.write(`${shown(`note: the service watches ${file}, so saving it deploys it${last}`, notes.style())}\n`);
}

function show(changes: readonly DeploymentChange[], given: ParsedArguments, { terminal }: Context): Promise<void> {
  const lines = () => {
    const style = terminal.results.style();
    const left = changes.flatMap(({ instance, troubles }) => (troubles ? [removingLine(instance, troubles, style)] : []));
    const present = changes.flatMap(({ instance, change }) => (change === "removed" ? [] : [instance]));
    const waited = hasFlag(given, "wait") && present.length > 0 ? [`Everything is rolled out: ${present.join(", ")}.`] : [];
    return [...table(changes, columns, style), ...left, ...waited.map((line) => shown(line, style))];
  };
  return writeResult({ body: changes, named: changes.map(({ instance }) => instance), lines }, outputChoiceOf(given), terminal);
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
