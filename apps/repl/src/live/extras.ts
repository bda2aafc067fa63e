/** The help of a client method that needs more than one request, in the same form as the help of an operation. */
export interface Extra {
  readonly summary: string;
  readonly about: string;
  /** The operation that the method performs first, and whose input the method takes; undefined if the method takes only options. */
  readonly like?: string;
  /** The method's own input fields with their descriptions, if they differ from the fields of the operation. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly example: string;
  /** Says which work continues when the user cancels the wait. */
  readonly goesOn: string;
  /** The sentence that is shown after a success, in which `{}` stands for the node. Without such a sentence, the result is shown. */
  readonly over?: string;
}

const restart: Extra = {
  summary: "Restart a node and wait until it is back",
  about: "Waits until the node has stopped and come back after this call. An earlier recovery does not count.",
  like: "restart",
  example: "restartAndWait",
  goesOn: "a restart in progress continues",
  over: "{} has been restarted and is back",
};
const replace: Extra = {
  ...restart,
  summary: "Replace a node, delete its volumes, and wait until it is back",
  like: "replace",
  example: "replaceAndWait",
  goesOn: "a replacement in progress continues",
  over: "{} has been replaced and is back",
};
const pause: Extra = {
  summary: "Pause a node and wait until its software has stopped",
  about: "Waits until the node is paused. A node that is paused already needs no wait.",
  like: "pause",
  example: "pauseAndWait",
  goesOn: "a pause in progress continues",
  over: "{} is paused",
};
const all: Extra = {
  summary: "Restart several nodes one after another, each when the previous node is back",
  about: "Stops at the first node that does not come back. Without a list, all nodes are restarted.",
  like: "restart",
  example: "restartAllAndWait()",
  goesOn: "a restart in progress continues, and no further node is restarted",
  over: "all nodes have been restarted one after another, and are back",
};
const start = (what: string): Extra => ({
  summary: `Start a ${what} and wait until it is complete`,
  about: `Fails if the ${what} fails. The ${what} continues if you stop waiting.`,
  like: "start",
  example: "startAndWait",
  goesOn: `a ${what} in progress continues`,
  over: `the ${what} is complete`,
});
const readSite = (like: string): Extra => ({
  summary: "Get a site document as text, and read it",
  about: "The result has the text and the document, whose get(name) returns the value that clients read.",
  like,
  example: like === "fsSite" ? "readFsSite()" : "readCoreSite()",
  goesOn: "nothing was changed",
});

/** The methods by noun and verb. */
const extras: Readonly<Record<string, Extra>> = {
  "plans.watch": {
    summary: "Watch a rollout until it is complete or has failed",
    about: "Updates the display in place; Ctrl-C ends only the display. In a program: for await (const plan of …).",
    like: "show",
    example: "watch()",
    goesOn: "the rollout continues",
  },
  "plans.wait": {
    summary: "Wait until a rollout is complete",
    about: "Fails if the rollout fails; the error names the step and the reason.",
    like: "show",
    example: "wait()",
    goesOn: "the rollout continues",
  },
  "pods.restartAndWait": restart,
  "pods.replaceAndWait": replace,
  "pods.restartAllAndWait": { ...all, fields: { nodes: "ids of the nodes (default: all nodes)" } },
  "nodes.restartAndWait": restart,
  "nodes.replaceAndWait": replace,
  "nodes.pauseAndWait": pause,
  "brokers.restartAndWait": restart,
  "brokers.replaceAndWait": replace,
  "brokers.restartAllAndWait": { ...all, fields: { brokers: "numbers of the brokers (default: all brokers)" } },
  "topics.waitInSync": {
    summary: "Wait until no partition is under-replicated",
    about: "If the timeout ends the wait, the error lists the under-replicated partitions.",
    example: "waitInSync()",
    goesOn: "replicas continue to catch up",
    over: "every partition is in sync",
  },
  "cleanup.startAndWait": start("cleanup"),
  "repair.startAndWait": start("repair"),
  "backup.startAndWait": start("backup"),
  "restore.startAndWait": start("restore"),
  "endpoints.readFsSite": readSite("fsSite"),
  "endpoints.readCoreSite": readSite("coreSite"),
  "restore.wait": {
    summary: "Wait until the restore in progress is complete",
    about: "Fails if the restore fails.",
    example: "wait()",
    goesOn: "the restore continues",
    over: "the restore is complete",
  },
};

/** The help of a method that is not an operation; undefined if there is no such method. */
export function extraOf(noun: string, verb: string): Extra | undefined {
  const name = `${noun}.${verb}`;
  return Object.hasOwn(extras, name) ? extras[name] : undefined;
}
