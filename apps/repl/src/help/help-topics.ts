import { ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import { drawnAs } from "../show/drawings.ts";
import { columns, paragraph } from "./help-lines.ts";
import { type Help, type Model, modelOf } from "./model.ts";

/** The globals and dot commands of the shell, each with its help and an example. */
const topics: Readonly<Record<string, { readonly about: string; readonly example: string }>> = {
  broker: { about: "the message broker of this connection", example: "broker.topics.list()" },
  wideColumn: { about: "the wide-column database of this connection", example: "wideColumn.nodes.status({ node: 0 })" },
  fileSystem: { about: "the distributed file system of this connection", example: "fileSystem.pods.list()" },
  help: { about: "lists what is available and how to use it", example: "help broker.topics.create" },
  connect: {
    about: "connects to a profile, or to an address with token, ca, cert, key and proxy; more than one connection can be open",
    example: 'connect({ url: "https://cluster.example", broker: "kafka" })',
  },
  use: { about: "switches to another connection, or selects the service for commands such as show plans", example: "use kafka" },
  show: { about: "shows plans, topics, nodes, connections or profiles; a short form of the most frequent reads", example: "show plans" },
  watch: { about: "watches a rollout of the selected service; Ctrl-C ends only the watch", example: "watch deploy" },
  exit: { about: "leaves the shell; quit does the same", example: "exit" },
  demo: { about: "starts a simulated cluster in this process, which opens no port and stores nothing", example: "demo()" },
  print: { about: "for scripts: prints a value in the same format as results", example: "print(await broker.topics.list())" },
  _: { about: "the last result; _error is the last error", example: "_.length" },
  ".trace": { about: "shows each request: .trace on, .trace off", example: ".trace on" },
  ".format": { about: "format of results: table, json (what the server sent) or yaml", example: ".format json" },
  ".save": { about: "saves the typed lines to a file, without secrets", example: ".save session.js" },
  ".load": { about: "evaluates a file", example: ".load session.js" },
  ".editor": { about: "lets you type several lines; Ctrl-D evaluates them, and Ctrl-C discards them", example: ".editor" },
  ".break": { about: "discards incomplete input; so does Ctrl-C", example: ".break" },
  ".clear": { about: "the same as .break", example: ".clear" },
  ".help": { about: "the same as help", example: ".help" },
  ".exit": { about: "leaves the shell; so do exit, quit, Ctrl-D, and Ctrl-C twice", example: ".exit" },
};

/** The names other than services that `help` accepts. */
export const helpWords: readonly string[] = Object.keys(topics).filter((name) => /^[a-z]/.test(name));

/** The help of a path, a word or an object; without a topic, an overview. */
export function helpFor(topic: unknown, model: (path: string) => Model | undefined): Help {
  const result = typeof topic === "string" ? model(topic) : modelOf(topic);
  return result?.help ?? (topic === undefined ? overview() : about(topic));
}

function overview(): Help {
  const summary = "what the shell offers";
  return drawnAs({ name: "help", summary }, (style) => [
    ...paragraph(
      "A service is an object with nouns such as topics. Each noun has methods such as create, which take an object of fields. Tab completes all these names.",
      style,
    ),
    "",
    ...columns(
      Object.entries(topics).map(([name, { about: words }]) => [`  ${name}`, words]),
      style,
    ),
    "",
    ...paragraph(
      "A result is plain data, and is shown as a table or a tree. const plan = broker.plans.show() keeps a result; _ is the last result.",
      style,
    ),
    ...paragraph("Ctrl-C cancels what is running. A line that begins with a space is not kept in the history.", style),
  ]);
}

function about(topic: unknown): Help & { readonly example: string } {
  const name = typeof topic === "string" ? topic : typeof topic === "function" ? topic.name : "";
  const known = Object.hasOwn(topics, name) ? topics[name] : Object.hasOwn(topics, `.${name}`) ? topics[`.${name}`] : undefined;
  if (known) {
    return drawnAs({ name, summary: known.about, example: known.example }, (style) => [
      `${style.paint.bold(name)}  ${known.about}`,
      "",
      `  ${known.example}`,
    ]);
  }
  throw new ReeveError(
    "bad-input",
    `there is no help on ${name === "" ? "that" : JSON.stringify(name)}; help lists what is available.${didYouMean(name, Object.keys(topics))}`,
  );
}
