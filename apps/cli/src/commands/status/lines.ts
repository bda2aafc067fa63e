import type { Context, Result } from "@reeve/commands";
import { defined } from "@reeve/contract";
import { progressLines, type Rollout, type Style, shown, stepsDone, wrapSentence } from "@reeve/terminal";
import type { SeenStatus, StatusRow } from "./rows.ts";

/** The status as a picture for people, and as data for programs. */
export function statusResult({ rows, unit, trouble }: SeenStatus, { terminal: { results } }: Context): Result {
  const { style } = results;
  const about = [trouble && `The service: ${trouble}`, unit && `The service runs as ${unit}.`];
  const lines = () => [
    ...progressLines(rows.flatMap(rolloutOf), style()),
    ...rows.flatMap((row) => linesBelow(row, style())),
    ...sentences(about, style()),
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
  if ("removing" in row) return sentences([[`${row.service}: is being removed.`, row.trouble ?? ""].join(" ").trim()], style);
  const { service, about, nodes, connect, trouble, notServing, paused } = row;
  const amiss = [notServing && `does not serve on ${notServing.join(", ")}`, paused && pausedInWords(paused), trouble, about];
  const toCopy = [nodes?.join(", "), connect].filter((text) => text !== undefined);
  return [
    ...sentences(
      amiss.map((text) => text && `${service}: ${text}`),
      style,
    ),
    ...toCopy.map((text) => `${service}: ${text}`),
  ];
}

function pausedInWords(nodes: readonly string[]): string {
  const [are, they] =
    nodes.length === 1 ? ["is", "it serves no clients until it is restarted"] : ["are", "they serve no clients until they are restarted"];
  return `${nodes.join(", ")} ${are} paused: ${they}`;
}

function sentences(texts: readonly (string | undefined)[], style: Style): readonly string[] {
  return texts.flatMap((text) => (text ? wrapSentence(shown(text, style), style.width) : []));
}

function dataOf(row: StatusRow): unknown {
  const { service, kind } = row;
  if ("removing" in row) return defined({ service, kind, status: "REMOVING", trouble: row.trouble });
  if ("error" in row) return { service, kind, error: { code: row.error.code, message: row.error.message } };
  const { plan, rollout, nodes, connect, about, trouble, notServing, paused } = row;
  const { status } = rollout;
  return defined({ service, kind, plan, status, ...stepsDone(rollout), nodes, notServing, paused, connect, about, trouble });
}
