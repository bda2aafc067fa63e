import type { DeploymentAnswer, DeploymentChange, DeploymentPreview, FieldDifference, PreviewedStep } from "@reeve/scheduler-models";
import { countOf, jsonLine, padEnd, padStart, type Style, shown, symbols, wrap } from "@reeve/terminal";

/** Describes what a deployment would do: fields, nodes in their order, what waits for what, and what cannot be undone. */
export function deploymentLines({ changes, settings = [] }: DeploymentAnswer, style: Style): readonly string[] {
  const { paint } = style;
  const affected = changes.filter(({ change }) => change !== "unchanged");
  const kept = changes.filter(({ change }) => change === "unchanged").map(({ instance }) => instance);
  return [
    ...(settings.length > 0 ? [paint.bold("the service"), ...fieldLines(settings, style), ""] : []),
    ...affected.flatMap((change) => [...changeLines(change, style), ""]),
    ...(kept.length > 0 ? [paint.dim(shown(`unchanged: ${kept.join(", ")}`, style))] : []),
  ];
}

function changeLines({ instance, change, preview }: DeploymentChange, style: Style): readonly string[] {
  const { paint } = style;
  const head = `${paint.bold(shown(instance, style))}  ${paints(style)[change](change === "removed" ? "removed, if you deploy with --remove" : change)}`;
  if (!preview) return [head];
  const { fields, phases, unaffected, waits, irreversible } = preview;
  const nodes = phases.flatMap((phase) => phaseLines(phase, style));
  const others =
    unaffected > 0 ? [`  ${countOf(unaffected, "node stays", "nodes stay")} as ${unaffected === 1 ? "it is" : "they are"}.`] : [];
  const restless = phases.length === 0 ? ["  This applies at once. No node restarts."] : others;
  return [
    head,
    ...fieldLines(fields, style),
    ...nodes,
    ...restless.map(paint.dim),
    ...waits.flatMap((sentence) => labelled("waits", sentence, style)),
    ...irreversible.flatMap((sentence) => labelled("cannot be undone", sentence, style).map(paint.red)),
  ];
}

function paints({ paint }: Style): Readonly<Record<DeploymentChange["change"], (text: string) => string>> {
  return { new: paint.green, changed: paint.yellow, unchanged: paint.dim, removed: paint.red };
}

function fieldLines(fields: readonly FieldDifference[], style: Style): readonly string[] {
  const { arrow } = symbols(style.unicode);
  const width = Math.min(40, Math.max(0, ...fields.map(({ path }) => path.length)));
  return fields.map((field) => {
    const values = "before" in field || "now" in field ? `${written(field.before)} ${arrow} ${written(field.now)}` : "changes";
    return `  ${shown(`${padEnd(field.path, width)}  ${values}`, style)}`;
  });
}

function written(value: unknown): string {
  if (value === undefined) return "(not set)";
  return typeof value === "string" && value !== "" ? value : jsonLine(value);
}

/** The steps of a phase, numbered by their order. Nodes with the same fate share a line. */
function phaseLines({ name, strategy, steps }: DeploymentPreview["phases"][number], style: Style): readonly string[] {
  const groups: PreviewedStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.[0] && fateOf(last[0]) === fateOf(step)) last.push(step);
    else groups.push([step]);
  }
  let place = 1;
  const order = steps.length === 1 ? "" : strategy === "serial" ? ": one node after another" : ": all nodes together";
  const lines = groups.flatMap((group) => {
    const [first, last] = [place, place + group.length - 1];
    place = last + 1;
    const number = strategy === "parallel" ? "" : first === last ? `${first}.` : `${first}-${last}.`;
    const [step] = group;
    const text = `${namesOf(group)}  ${step ? fateOf(step, group.length) : ""}`;
    const rest = wrap(shown(text, style), Math.max(20, style.width - 11));
    return rest.map((line, index) => `    ${padStart(index === 0 ? number : "", 6)} ${line}`);
  });
  return [`  ${shown(name, style)}${order}`, ...lines];
}

/** At most this many names of nodes are written; of more, only the first and the last. */
const MAX_NAMES = 6;

function namesOf(steps: readonly PreviewedStep[]): string {
  const names = steps.map(({ node }) => node);
  if (names.length <= MAX_NAMES) return names.join(", ");
  return `${names[0]} … ${names.at(-1)} (${countOf(names.length, "node")})`;
}

const fates: Readonly<Record<PreviewedStep["action"], readonly [one: string, many: string]>> = {
  start: ["starts", "start"],
  restart: ["restarts", "restart"],
  wait: ["is not ready yet, but stays as it is", "are not ready yet, but stay as they are"],
  leave: ["leaves", "leave"],
};

function fateOf({ action, because }: PreviewedStep, nodes = 1): string {
  const peers = because === "peers" ? `, because the addresses of ${nodes === 1 ? "its" : "their"} peers change` : "";
  return `${fates[action][nodes === 1 ? 0 : 1]}${peers}`;
}

function labelled(label: string, sentence: string, style: Style): readonly string[] {
  const indent = `  ${label}: `;
  return wrap(shown(sentence, style), Math.max(20, style.width - indent.length)).map((line, index) =>
    index === 0 ? `${indent}${line}` : `${" ".repeat(indent.length)}${line}`,
  );
}
