import type { Flag } from "../model/command.ts";

/** Words from other tools, and what they may mean; the first that a group has is used. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  add: ["create"],
  apply: ["deploy"],
  del: ["delete", "remove"],
  delete: ["remove"],
  describe: ["show"],
  get: ["show", "describe"],
  ls: ["list"],
  new: ["create", "add"],
  ps: ["status"],
  remove: ["delete"],
  rm: ["delete", "remove"],
  shell: ["repl"],
  show: ["describe"],
  start: ["up"],
  stop: ["down"],
  update: ["alter", "change"],
};

/** Flags from other tools. */
const FLAGS: Readonly<Record<string, string>> = {
  "bootstrap-server": "url",
  "broker-list": "url",
  format: "output",
  host: "url",
  instance: "service",
  "replication-factor": "replication",
  server: "url",
};

/** What an unknown word may mean, best first: its name in another tool, or its plural (`topic`). */
export function meantBy(word: string): readonly string[] {
  return [...(Object.hasOwn(WORDS, word) ? (WORDS[word] ?? []) : []), `${word}s`];
}

/** The flag that has this name in another tool. */
export function flagMeantBy(name: string, flags: readonly Flag[]): Flag | undefined {
  const here = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
  return flags.find((flag) => flag.name === here);
}
