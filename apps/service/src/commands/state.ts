import { type Context, hasFlag, outputChoiceOf, type ParsedArguments, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { compareWithCopy, type InstanceToRestore, restoreFromCopy } from "@reeve/orchestrator";
import { agree, bytes, type Column, shown, table } from "@reeve/terminal";
import { listCopies, makeCopy, orchestratorFolder, recordCopyVersion, type StateCopy } from "../state/copies.ts";
import { stopOrphansOf } from "./down.ts";
import { readRecord, stateIn } from "./record.ts";

/** Lists the copies of the orchestrator's part of the state. */
export async function listStateCopies(given: ParsedArguments, context: Context): Promise<void> {
  const copies = listCopies(stateIn(given, context));
  const style = context.terminal.results.style();
  const body = copies.map(({ file: _, ...copy }) => copy);
  const lines = () => (copies.length === 0 ? ["no version has left a copy yet"] : table(copies, columns, style));
  await writeResult({ body, named: copies.map(({ name }) => name), lines }, outputChoiceOf(given), context.terminal);
}

const columns: readonly Column<StateCopy>[] = [
  { head: "COPY", cell: ({ name }) => name },
  { head: "VERSION", cell: ({ version }) => version ?? "unknown" },
  { head: "FORMAT", cell: ({ format }) => String(format) },
  { head: "SIZE", cell: (copy) => bytes(copy.bytes) },
  { head: "BEFORE", cell: ({ before }) => before },
];

/** Puts the orchestrator's part of a copy into the state, for the version that wrote the copy. */
export async function restoreState(given: ParsedArguments, context: Context): Promise<void> {
  const state = stateIn(given, context);
  const running = readRecord(state);
  if (running) throw new ReeveError("conflict", `a service is running at ${running.url} with this state: stop it with reeve down`);
  const copy = copyIn(state, wordOf(given, "copy"));
  const folder = orchestratorFolder(state);
  const isDryRun = hasFlag(given, "dry-run");
  const instances = compareWithCopy(folder, copy.file);
  if (!isDryRun) {
    refuseGone(instances, copy);
    if (!hasFlag(given, LEAVE)) refuseUnknown(instances);
    await ask(instances, copy, given, context);
    await stopOrphansOf(state, context);
    const before = makeCopy(state, "restore", context.now());
    restoreFromCopy(folder, copy.file);
    recordCopyVersion(state, copy);
    context.terminal.notes.write(`note: the state as it was before is the copy ${before.name}\n`);
  }
  const { terminal } = context;
  const style = terminal.results.style();
  const words = [
    ...instances.flatMap(inWords),
    isDryRun
      ? "Nothing was changed."
      : `The state is that of the version ${copy.version ?? "which wrote the copy"}: install this version, and start it with reeve up.`,
  ];
  const body = { copy: copy.name, version: copy.version, format: copy.format, dryRun: isDryRun, instances };
  await writeResult({ body, lines: () => words.map((line) => shown(line, style)) }, outputChoiceOf(given), terminal);
}

const LEAVE = "leave-unknown";

function copyIn(state: string, name: string | undefined): StateCopy {
  const copies = listCopies(state);
  const found = copies.find((copy) => copy.name === name);
  if (found) return found;
  const names = copies.map((copy) => `${copy.name} (${copy.version ?? "unknown version"}, before ${copy.before})`);
  const known = names.length === 0 ? `there are no copies in ${state}` : `the copies are ${names.join(", ")}`;
  throw name === undefined
    ? new ReeveError("bad-input", `name the copy to restore: ${known}`)
    : new ReeveError("not-found", `no copy ${name}: ${known}`);
}

/** Nodes that only the copy knows have no data any more, so the older version would wait for them, or replace their data. */
function refuseGone(instances: readonly InstanceToRestore[], { version }: StateCopy): void {
  const gone = instances.flatMap(({ name, goneNodes }) => goneNodes.map((node) => `${node} of ${name}`));
  if (gone.length === 0) return;
  throw new ReeveError(
    "conflict",
    `the copy has nodes that have left since: ${gone.join(", ")}. Deploy a definition with as many nodes as in the copy, then restore it for version ${version ?? "unknown"}`,
  );
}

function refuseUnknown(instances: readonly InstanceToRestore[]): void {
  const unknown = instances.flatMap(({ name, change, unknownNodes }) =>
    change === "unknown" ? [name] : unknownNodes.map(({ node }) => `${node} of ${name}`),
  );
  if (unknown.length === 0) return;
  throw new ReeveError(
    "conflict",
    `the copy does not know ${unknown.join(", ")}, so the older version would not run them. Remove them first, with a definition without them, so that their data moves to other nodes; or give --${LEAVE}, which keeps their volumes on the disk, but nothing uses them any more`,
  );
}

async function ask(
  instances: readonly InstanceToRestore[],
  copy: StateCopy,
  given: ParsedArguments,
  { terminal, signal }: Context,
): Promise<void> {
  if (hasFlag(given, "yes")) return;
  const consequence = [
    `Definitions, configurations and plans go back to ${copy.at}; all data and all records of engines stay.`,
    ...instances.flatMap(inWords),
  ];
  await agree(terminal.conversation(signal), { act: "restoring the state", consequence }, terminal.notes.style());
}

function inWords({ name, change, target, unknownNodes, goneNodes }: InstanceToRestore): readonly string[] {
  if (change === "unknown") return [`${name}: the copy does not know it; it is left out, and its volumes stay on the disk`];
  if (change === "gone") return [`${name}: was removed since, so it is not restored`];
  const configuration =
    target.now === target.copy ? "its configuration is the same" : `its configuration goes back from ${target.now} to ${target.copy}`;
  return [
    `${name}: ${configuration}; its nodes keep their volumes`,
    ...unknownNodes.map(
      ({ node, volumes }) =>
        `${name}: the copy does not know ${node}; it is left out${volumes.length > 0 ? `, and its volumes stay on the disk: ${volumes.join(", ")}` : ""}`,
    ),
    ...goneNodes.map((node) => `${name}: ${node} has left since, so the copy cannot be restored`),
  ];
}
