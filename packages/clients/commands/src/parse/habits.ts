import type { Flag } from "../command.ts";

/** Words that users know from other tools, each with the words of Reeve that may be meant, best first. */
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

/** Flags that users know from other tools, with the flags of Reeve that have the same meaning. */
const FLAGS: Readonly<Record<string, string>> = {
  "bootstrap-server": "url",
  "broker-list": "url",
  format: "output",
  host: "url",
  instance: "service",
  "replication-factor": "replication",
  server: "url",
};

/** The names that an unknown word may stand for: first Reeve's words for a word of other tools, then the plural (`topics` for `topic`). */
export function meantBy(word: string): readonly string[] {
  return [...(Object.hasOwn(WORDS, word) ? (WORDS[word] ?? []) : []), `${word}s`];
}

/** Reeve's flag for the name of a flag of another tool. */
export function flagMeantBy(name: string, flags: readonly Flag[]): Flag | undefined {
  const here = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
  return flags.find((flag) => flag.name === here);
}
