import type { InputField, ListedOperation } from "@reeve/contract";

/** The help of a client method that needs more than one request, in the same form as the help of an operation. */
export interface Extra {
  readonly summary: string;
  readonly about: string;
  /** The operation that the method performs first, and whose input the method takes; undefined if the method takes only options. */
  readonly like?: string;
  /** The method's only input field, if the method does not take the input of the operation. */
  readonly field?: Pick<InputField, "name" | "about" | "names">;
  /** The input of the example call; without it, the example has no input. */
  readonly example?: unknown;
  /** Says which work continues when the user cancels the wait. */
  readonly continues: string;
  /** The sentence that is shown after a success, in which `{field}` stands for a value of the input. By default the result is shown. */
  readonly done?: string;
}

const all: Extra = {
  summary: "Restart several nodes one after another, each when the previous node is back",
  about: "Stops at the first node that does not come back. Without a list, all nodes are restarted.",
  like: "restart",
  continues: "a restart in progress continues, and no further node is restarted",
  done: "all nodes have been restarted one after another, and are back",
};
const readSite = (like: string): Extra => ({
  summary: "Get a site document as text, and read it",
  about: "The result has the text and the document, whose get(name) returns the value that clients read.",
  like,
  continues: "nothing was changed",
});

/** The methods that no operation declares as its wait, by noun and verb. */
const extras: Readonly<Record<string, Extra>> = {
  "plans.watch": {
    summary: "Watch a rollout until it is complete or has failed",
    about: "Updates the display in place; Ctrl-C ends only the display. In a program: for await (const plan of …).",
    like: "show",
    continues: "the rollout continues",
  },
  "plans.wait": {
    summary: "Wait until a rollout is complete",
    about: "Fails if the rollout fails; the error names the step and the reason.",
    like: "show",
    continues: "the rollout continues",
  },
  "nodes.wait": {
    summary: "Wait until every node runs",
    about: "If the timeout ends the wait, the error says what each of the other nodes does.",
    continues: "the nodes continue to start",
  },
  "pods.restartAllAndWait": { ...all, field: { name: "nodes", about: "ids of the nodes (default: all nodes)", names: "node" } },
  "brokers.restartAllAndWait": {
    ...all,
    field: { name: "brokers", about: "numbers of the brokers (default: all brokers)", names: "broker" },
  },
  "topics.waitInSync": {
    summary: "Wait until no partition is under-replicated",
    about: "If the timeout ends the wait, the error lists the under-replicated partitions.",
    continues: "replicas continue to catch up",
    done: "every partition is in sync",
  },
  "endpoints.readFsSite": readSite("fsSite"),
  "endpoints.readCoreSite": readSite("coreSite"),
  "restore.wait": {
    summary: "Wait until the restore in progress is complete",
    about: "Fails if the restore fails.",
    continues: "the restore continues",
    done: "the restore is complete",
  },
};

/** The help of a client method that is not one of the operations. */
export function extraOf(operations: readonly ListedOperation[], noun: string, verb: string): Extra {
  const waited = operations.find((each) => each.noun === noun && `${each.verb}AndWait` === verb);
  const wait = waited?.operation.wait;
  if (waited && wait?.by === "method") return { ...wait, like: waited.verb, example: waited.operation.example };
  const name = `${noun}.${verb}`;
  const known = Object.hasOwn(extras, name) ? extras[name] : undefined;
  return known ?? { summary: "", about: "", continues: "" };
}
