import { fileURLToPath } from "node:url";
import {
  type Context,
  flagOf,
  outputChoiceOf,
  type ParsedArguments,
  readTextFile,
  withTransport,
  wordOf,
  writeResult,
} from "@reeve/commands";
import { buildRequest, ReeveError } from "@reeve/contract";
import { createOrchestrator } from "@reeve/orchestrator";
import { listPastConfigurations, type PastConfiguration } from "@reeve/scheduler-models";
import { type Column, countOf, localTime, shown, table, utcTime, yaml } from "@reeve/terminal";
import { readDefinitionText } from "../definition/read-definition.ts";
import { offersWith, openEngines } from "../engines/open-engines.ts";
import { instanceIn, pastDefinition, runningDefinition } from "./send-definition.ts";

/** Shows the definition of the running instances, as YAML unless another format is requested. */
export function showDefinitionCommand(given: ParsedArguments, context: Context): Promise<void> {
  const [name, id] = [wordOf(given, "instance"), flagOf(given, "configuration")];
  if (id !== undefined && name === undefined)
    throw new ReeveError("bad-input", "--configuration needs the name of its instance: definition show kafka --configuration ID");
  return withTransport(given, context, async (transport, options) => {
    const whole =
      name === undefined || id === undefined
        ? await runningDefinition(transport, options)
        : await pastDefinition(transport, name, id, options);
    const body = name === undefined ? whole : { services: { [name]: instanceIn(whole, name) } };
    const named = Object.keys(body.services);
    await writeResult({ body, named, lines: () => definitionLines(body) }, outputChoiceOf(given), context.terminal);
  });
}

/** Lists the configurations of an instance, the newest first. */
export function listHistory(given: ParsedArguments, context: Context): Promise<void> {
  return withTransport(given, context, async (transport, options) => {
    const service = wordOf(given, "instance") ?? "";
    const request = buildRequest(listPastConfigurations, { revision: "any", service, input: {} });
    const past = (await transport.send({ request, effect: "read" }, options)).body as readonly PastConfiguration[];
    const { results } = context.terminal;
    const times = results.isTerminal() ? localTime() : utcTime;
    const columns: readonly Column<PastConfiguration>[] = [
      { head: "CONFIGURATION", cell: ({ id }) => id },
      { head: "DEPLOYED", cell: ({ created }) => times.at(Date.parse(created), context.now()) },
      { head: "STATE", cell: ({ target }) => (target ? "target" : "past") },
    ];
    const lines = () => table(past, columns, results.style());
    await writeResult({ body: past, named: past.map(({ id }) => id), lines }, outputChoiceOf(given), context.terminal);
  });
}

/** A definition as a file to edit. Editors complete and check it by the JSON Schema that the first line names. */
export function definitionLines(definition: object): readonly string[] {
  return [`# yaml-language-server: $schema=${schemaFile()}`, ...yaml(definition)];
}

function schemaFile(): string {
  // In the repository and in the published package, the file is in the folder above `src` or `dist`.
  return fileURLToPath(new URL("../../definition.schema.json", import.meta.url));
}

/** Checks a definition as a deployment on new instances would, except for the limits of the machine that runs the service. */
export async function checkDefinitionCommand(given: ParsedArguments, context: Context): Promise<void> {
  const file = wordOf(given, "file") ?? "";
  const name = file === "-" ? "standard input" : file;
  const { engines, close } = await openEngines({});
  const anywhere = engines.map(({ engine, runtime }) => ({ engine, runtime: { ...runtime, memory: Number.POSITIVE_INFINITY } }));
  try {
    const text = await readTextFile(file, context);
    const { definition } = await readDefinitionText(text, name, { offers: await offersWith() });
    const orchestrator = await createOrchestrator({ engines: anywhere });
    const changes = await orchestrator.compare(definition.services);
    await orchestrator.close();
    const services = changes.map(({ instance, preview }) => {
      const { kind, revision, engine } = definition.services[instance] ?? {};
      const nodes = preview?.phases.reduce((sum, { steps }) => sum + steps.length, 0) ?? 0;
      return { name: instance, kind, revision, engine, nodes };
    });
    const style = context.terminal.results.style();
    const words = services.map((each) => `  ${each.name}  ${each.kind} ${each.revision}, ${each.engine}, ${countOf(each.nodes, "node")}`);
    const lines = () => [`${name} is valid:`, ...words].map((line) => shown(line, style));
    const body = { file: name, valid: true, services };
    await writeResult({ body, named: services.map((each) => each.name), lines }, outputChoiceOf(given), context.terminal);
  } finally {
    close();
  }
}
