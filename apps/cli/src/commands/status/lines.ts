import type { Context, Result } from "@reeve/commands";
import { progressLines, type Rollout, type Style, shown, stepsDone, wrapSentence } from "@reeve/terminal";
import type { SeenStatus, StatusRow } from "./rows.ts";

/** The status as a picture for people, and as data for programs. */
export function statusResult({ rows, unit, trouble }: SeenStatus, { terminal: { results } }: Context): Result {
  const { style } = results;
  const lines = () => [
    ...progressLines(rows.flatMap(rolloutOf), style()),
    ...rows.flatMap((row) => linesBelow(row, style())),
    ...(trouble === undefined ? [] : sentence(`The service: ${trouble}`, style())),
    ...(unit === undefined ? [] : sentence(`The service runs as ${unit}.`, style())),
  ];
  return { body: rows.map(dataOf), named: [...new Set(rows.map(({ service }) => service))], lines };
}

function rolloutOf(row: StatusRow): readonly Rollout[] {
  if ("removing" in row) return [];
  if ("error" in row) return [{ owner: row.service, failure: row.error.message }];
  return [{ owner: row.service, name: row.plan, plan: row.rollout }];
}

function linesBelow(row: StatusRow, style: Style): readonly string[] {
  if ("error" in row) return [];
  if ("removing" in row) return sentence([`${row.service}: is being removed.`, row.trouble ?? ""].join(" ").trim(), style);
  const { service, about, nodes, connect, trouble, notServing, paused } = row;
  return [
    ...(notServing ? sentence(`${service}: does not serve on ${notServing.join(", ")}`, style) : []),
    ...(paused ? sentence(`${service}: ${pausedInWords(paused)}`, style) : []),
    ...(trouble === undefined ? [] : sentence(`${service}: ${trouble}`, style)),
    ...(about === undefined ? [] : sentence(`${service}: ${about}`, style)),
    ...(nodes ? [`${service}: ${nodes.join(", ")}`] : []),
    ...(connect === undefined ? [] : [`${service}: ${connect}`]),
  ];
}

function pausedInWords(nodes: readonly string[]): string {
  const [are, they] =
    nodes.length === 1 ? ["is", "it serves no clients until it is restarted"] : ["are", "they serve no clients until they are restarted"];
  return `${nodes.join(", ")} ${are} paused: ${they}`;
}

function sentence(text: string, style: Style): readonly string[] {
  return wrapSentence(shown(text, style), style.width);
}

function dataOf(row: StatusRow): unknown {
  const { service, kind } = row;
  if ("removing" in row) return { service, kind, status: "REMOVING", ...(row.trouble !== undefined && { trouble: row.trouble }) };
  if ("error" in row) return { service, kind, error: { code: row.error.code, message: row.error.message } };
  const { plan, rollout, nodes, connect, about, trouble, notServing, paused } = row;
  return {
    service,
    kind,
    plan,
    status: rollout.status,
    ...stepsDone(rollout),
    ...(nodes && { nodes }),
    ...(notServing && { notServing }),
    ...(paused && { paused }),
    ...(connect !== undefined && { connect }),
    ...(about !== undefined && { about }),
    ...(trouble !== undefined && { trouble }),
  };
}
