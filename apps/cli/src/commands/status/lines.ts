import type { Context, Result } from "@reeve/commands";
import { progressLines, type Rollout, type Style, shown, stepsDone } from "@reeve/terminal";
import type { SeenStatus, StatusRow } from "./rows.ts";

/** The status as a picture for people, and as data for programs. */
export function statusResult({ rows, unit, trouble }: SeenStatus, { terminal: { results } }: Context): Result {
  const { style } = results;
  const lines = () => [
    ...progressLines(rows.flatMap(rolloutOf), style()),
    ...rows.flatMap((row) => linesBelow(row, style())),
    ...(trouble === undefined ? [] : [shown(`The service: ${trouble}`, style())]),
    ...(unit === undefined ? [] : [shown(`The service runs as ${unit}.`, style())]),
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
  if ("removing" in row)
    return [shown([`${row.service}: is being removed.`, row.trouble ?? ""].join(" ").trim(), style)];
  const { service, about, nodes, connect, trouble, notServing } = row;
  return [
    ...(notServing ? [shown(`${service}: does not serve on ${notServing.join(", ")}`, style)] : []),
    ...(trouble === undefined ? [] : [shown(`${service}: ${trouble}`, style)]),
    ...(about === undefined ? [] : [shown(`${service}: ${about}`, style)]),
    ...(nodes ? [`${service}: ${nodes.join(", ")}`] : []),
    ...(connect === undefined ? [] : [`${service}: ${connect}`]),
  ];
}

function dataOf(row: StatusRow): unknown {
  const { service, kind } = row;
  if ("removing" in row)
    return { service, kind, status: "REMOVING", ...(row.trouble !== undefined && { trouble: row.trouble }) };
  if ("error" in row) return { service, kind, error: { code: row.error.code, message: row.error.message } };
  const { plan, rollout, nodes, connect, about, trouble, notServing } = row;
  return {
    service,
    kind,
    plan,
    status: rollout.status,
    ...stepsDone(rollout),
    ...(nodes && { nodes }),
    ...(notServing && { notServing }),
    ...(connect !== undefined && { connect }),
    ...(about !== undefined && { about }),
    ...(trouble !== undefined && { trouble }),
  };
}
