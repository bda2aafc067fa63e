/** The client's methods that take more than one call, described like operations. */
export interface Extra {
  readonly summary: string;
  readonly about: string;
  /** The operation that it performs first, whose input it takes; absent if it takes options only. */
  readonly like?: string;
  /** Its own input fields, if they are not those of that operation. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly example: string;
  /** What continues after the user cancels the wait. */
  readonly goesOn: string;
  /** The sentence on success, with `{}` for the subject; without one, the result is rendered. */
  readonly over?: string;
}

const restart: Extra = {
  summary: "Restart one and wait until it is back",
  about: "Ends once the broker was seen to stop and to come back; an earlier recovery does not count.",
  like: "restart",
  example: "restartAndWait",
  goesOn: "a restart that has begun continues",
  over: "{} has been restarted and is back",
};
const replace: Extra = {
  ...restart,
  summary: "Replace one, deleting its volumes, and wait until it is back",
  like: "replace",
  example: "replaceAndWait",
  goesOn: "a replacement that has begun continues",
  over: "{} has been replaced and is back",
};
const all: Extra = {
  summary: "Restart one after another, each when the one before is back",
  about: "Stops at the first that does not come back. Without a list it restarts all of them.",
  like: "restart",
  example: "restartAllAndWait()",
  goesOn: "a restart that has begun continues, and no further one follows",
  over: "restarted one after another, and all are back",
};
const start = (what: string): Extra => ({
  summary: `Start a ${what} and wait until it is over`,
  about: "Fails if the run fails; the run continues when you stop waiting.",
  like: "start",
  example: "startAndWait",
  goesOn: `a ${what} that has begun continues`,
  over: `the ${what} is over`,
});

/** By noun and verb. */
const extras: Readonly<Record<string, Extra>> = {
  "plans.watch": {
    summary: "Watch a rollout until it is complete or has failed",
    about: "Redraws in place; Ctrl-C stops only the watching. In a program: for await (const plan of …).",
    like: "show",
    example: "watch()",
    goesOn: "the rollout continues",
  },
  "plans.wait": {
    summary: "Wait until a rollout is complete",
    about: "Fails if it ends with errors, and names the step and the reason.",
    like: "show",
    example: "wait()",
    goesOn: "the rollout continues",
  },
  "pods.restartAndWait": restart,
  "pods.replaceAndWait": replace,
  "pods.restartAllAndWait": { ...all, fields: { nodes: "ids of the nodes; all of them when left out" } },
  "nodes.restartAndWait": restart,
  "nodes.replaceAndWait": replace,
  "brokers.restartAndWait": restart,
  "brokers.replaceAndWait": replace,
  "brokers.restartAllAndWait": { ...all, fields: { brokers: "numbers of the brokers; all of them when left out" } },
  "topics.waitInSync": {
    summary: "Wait until no partition is under-replicated",
    about: "Names those that are when the wait runs out.",
    example: "waitInSync()",
    goesOn: "replicas go on catching up by themselves",
    over: "every partition is in sync",
  },
  "cleanup.startAndWait": start("cleanup"),
  "repair.startAndWait": start("repair"),
  "backup.startAndWait": start("backup"),
  "restore.startAndWait": start("restore"),
  "restore.wait": {
    summary: "Wait until the restore in progress is complete",
    about: "Fails if the restore fails.",
    example: "wait()",
    goesOn: "the restore continues",
    over: "the restore is complete",
  },
};

/** The description of a method that is not an operation. */
export function extraOf(noun: string, verb: string): Extra | undefined {
  const name = `${noun}.${verb}`;
  return Object.hasOwn(extras, name) ? extras[name] : undefined;
}
