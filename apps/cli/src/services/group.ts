import { dashed, type Group } from "@reeve/commands";
import { type ListedOperation, listOperations } from "@reeve/contract";
import { operationCommand } from "../operations/command.ts";
import type { ServiceKind } from "./kind.ts";
import { planCommands } from "./shared/plan-commands.ts";

/** All commands of a service: its operations by noun and verb, and the commands that need more than one call. */
export function serviceGroup(kind: ServiceKind, aliases: readonly string[]): Group {
  const { name, about, revisions } = kind.api;
  const nouns = new Map<string, ListedOperation[]>();
  for (const listed of listOperations(kind.api)) {
    const verbs = nouns.get(listed.noun) ?? [];
    verbs.push(listed);
    nouns.set(listed.noun, verbs);
  }
  return {
    name,
    aliases,
    summary: `${about} (${revisions.join(", ")})`,
    examples: [],
    entries: [...nouns].map(([noun, verbs]) => nounGroup(kind, noun, verbs)),
  };
}

/** The commands of one noun, made on demand, because a command line uses only one noun. */
function nounGroup(kind: ServiceKind, noun: string, verbs: readonly ListedOperation[]): Group {
  return {
    name: dashed(noun),
    summary: verbs.map(({ verb }) => dashed(verb)).join(", "),
    examples: [],
    get entries() {
      const commands = verbs.map((listed) => operationCommand(kind, listed));
      return noun === "plans" ? [...commands, ...planCommands(kind)] : commands;
    },
  };
}
