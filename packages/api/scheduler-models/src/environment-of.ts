import type { TaskCommand } from "./task-command.ts";

/** The environment of a command as a map. */
export function environmentOf(command: TaskCommand | null | undefined): ReadonlyMap<string, string> {
  return new Map((command?.environment?.variables ?? []).map(({ name, value }) => [name, value ?? ""]));
}
