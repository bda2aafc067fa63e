import { listOperations } from "@reeve/contract";
import type { Command, Group } from "../model/command.ts";
import { dashed } from "../model/spelling.ts";
import { operationCommand } from "../operations/command.ts";
import type { ServiceKind } from "./kind.ts";
import { planCommands } from "./shared/plan-commands.ts";

/** All commands of a service: its operations by noun and verb, and what is more than one call. */
export function serviceGroup(kind: ServiceKind, aliases: readonly string[]): Group {
  const { api } = kind;
  const nouns = new Map<string, Command[]>();
  for (const listed of listOperations(api)) {
    const commands = nouns.get(listed.noun) ?? [];
    commands.push(operationCommand(kind, listed));
    nouns.set(listed.noun, commands);
  }
  nouns.get("plans")?.push(...planCommands(kind));
  return {
    name: api.name,
    aliases,
    summary: `${api.about} (${api.revisions.join(", ")})`,
    examples: [],
    entries: [...nouns].map(([noun, entries]) => ({
      name: dashed(noun),
      summary: entries.map(({ name }) => name).join(", "),
      examples: [],
      entries,
    })),
  };
}
