import { flagOf, type Given, serviceOf, wordOf } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import type { Kind, Settings } from "@reeve/profiles";
import { parseNodeId } from "@reeve/scheduler-models";
import type { LogPlace } from "./read-log.ts";

/**
 * Finds out from a node's name which service the node belongs to. This is possible because each kind of service names its nodes
 * differently.
 */
export function placeOf(given: Given, settings: Settings): LogPlace {
  const node = wordOf(given, "node") ?? "";
  const type = parseNodeId(node)?.type;
  if (type === undefined)
    throw new ReeveError("bad-input", `<node>: expected a node such as broker-0, got ${JSON.stringify(node)}`);
  const [task, tail] = [flagOf(given, "task"), flagOf(given, "tail")];
  if (tail !== undefined && !/^\d{1,6}$/.test(tail))
    throw new ReeveError("bad-input", `--tail: expected a number of lines, got ${JSON.stringify(tail)}`);
  return {
    service: serviceOf(settings, kindOf(type)),
    node,
    ...(task !== undefined && { task }),
    ...(tail !== undefined && { tail: Number(tail) }),
  };
}

function kindOf(podType: string): Kind {
  if (podType === "broker" || podType === "controller") return "broker";
  return podType === "node" ? "wide-column" : "file-system";
}
