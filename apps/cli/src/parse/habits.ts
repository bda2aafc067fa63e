import type { Flag } from "../model/command.ts";

/** Words that people know from other tools, and what they may stand for; the first that a group has counts. */
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

/** Flags of other tools for the same things. */
const FLAGS: Readonly<Record<string, string>> = {
  "bootstrap-server": "url",
  "broker-list": "url",
  format: "output",
  host: "url",
  instance: "service",
  "replication-factor": "replication",
  server: "url",
};

/** What a word that is no name may stand for, best first: the name in another tool, or one of many (`topic`). */
export function meantBy(word: string): readonly string[] {
  return [...(Object.hasOwn(WORDS, word) ? (WORDS[word] ?? []) : []), `${word}s`];
}

/** The flag that has another name in another tool. */
export function flagMeantBy(name: string, flags: readonly Flag[]): Flag | undefined {
  const here = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
  return flags.find((flag) => flag.name === here);
}
