import { type Context, flagOf, hasFlag, type ParsedArguments, printOutcome, withTransport, wordOf } from "@reeve/commands";
import { isRecord, ReeveError } from "@reeve/contract";
import type { InstanceInput } from "@reeve/orchestrator";
import type { DeploymentAnswer } from "@reeve/scheduler-models";
import { agree } from "@reeve/terminal";
import { countFields } from "../definition/count-fields.ts";
import type { DefinitionInput } from "../index.ts";
import { deployAndShow, showDeployment } from "./deploy.ts";
import { deploymentLines } from "./deployment-lines.ts";
import { changesAnything, instanceIn, runningDefinition, sendDefinition } from "./send-definition.ts";

/** Changes the number of nodes of an instance. The plan is shown before it is deployed. */
export async function scaleCommand(given: ParsedArguments, context: Context): Promise<void> {
  const { terminal, signal } = context;
  const name = wordOf(given, "instance") ?? "";
  const count = countIn(wordOf(given, "count") ?? "");
  await withTransport(given, context, async (transport, options) => {
    const before = instanceIn(await runningDefinition(transport, options), name);
    const services = { [name]: withCount(before, flagOf(given, "type"), count) };
    const definition: DefinitionInput = { services };
    const whole = await sendDefinition(transport, definition, { only: name, dryRun: true }, options);
    const deployment: DeploymentAnswer = { changes: whole.changes.filter(({ instance }) => instance === name) };
    if (hasFlag(given, "dry-run")) return showDeployment(deployment, given, context);
    if (!changesAnything(deployment)) return printOutcome(context, given, deployment.changes, `${name} already has this number of nodes.`);
    terminal.notes.write(`${deploymentLines(deployment, terminal.notes.style()).join("\n")}\n`);
    if (leaves(deployment) && !hasFlag(given, "yes")) {
      const consequence = ["Nodes leave for good, with their volumes. It cannot be undone."];
      await agree(terminal.conversation(signal), { act: "removing nodes", consequence }, terminal.notes.style());
    }
    return deployAndShow(transport, definition, { only: name }, { given, context, options });
  });
}

function countIn(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new ReeveError("bad-input", `<count>: expected a number of nodes such as 4, got ${JSON.stringify(text)}`);
}

function withCount(instance: InstanceInput, type: string | undefined, count: number): InstanceInput {
  const fields = countFields[instance.kind];
  const path = type === undefined ? Object.values(fields)[0] : fields[type];
  if (path) return withValueAt(instance, path, count) as InstanceInput;
  const known = Object.keys(fields).join(", ");
  throw new ReeveError("bad-input", `--type: expected ${known} for a ${instance.kind}, got ${JSON.stringify(type)}`);
}

function withValueAt(value: unknown, [field, ...rest]: readonly string[], inner: unknown): unknown {
  if (field === undefined) return inner;
  const fields = isRecord(value) ? value : {};
  return { ...fields, [field]: withValueAt(fields[field], rest, inner) };
}

function leaves({ changes }: DeploymentAnswer): boolean {
  return changes.some(({ preview }) => preview?.phases.some(({ steps }) => steps.some(({ action }) => action === "leave")));
}
