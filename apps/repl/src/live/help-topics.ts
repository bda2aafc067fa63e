import { ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import type { Shell } from "../shell.ts";
import { columns, drawn, helpLines, paragraph } from "./help-lines.ts";
import { type Help, type Model, modelOf } from "./model.ts";
import { shownHelp } from "./tree.ts";

/** The functions of the shell other than services, with help and an example of each. */
const topics: Readonly<Record<string, { readonly about: string; readonly example: string }>> = {
  broker: { about: "the message broker of this connection", example: "broker.topics.list()" },
  wideColumn: { about: "the wide-column database of this connection", example: "wideColumn.nodes.status({ node: 0 })" },
  fileSystem: { about: "the distributed file system of this connection", example: "fileSystem.pods.list()" },
  help: { about: "lists what is available and how to use it", example: "help broker.topics.create" },
  connect: {
    about:
      "connects to a profile, or to an address with token, ca, cert, key and proxy; more than one connection can be open",
    example: 'connect({ url: "https://cluster.example", broker: "kafka" })',
  },
  use: {
    about: "switches to another connection, or chooses the default service for short words",
    example: "use kafka",
  },
  show: {
    about: "the frequent reads in a word or two: plans, topics, nodes, connections, profiles …",
    example: "show plans",
  },
  watch: {
    about: "watches a rollout of the chosen service; Ctrl-C stops only the watching",
    example: "watch deploy",
  },
  exit: { about: "leaves; quit does the same", example: "exit" },
  demo: {
    about: "starts a simulated cluster in this process, which opens no port and stores nothing",
    example: "demo()",
  },
  print: { about: "prints a value as a result is printed; for scripts", example: "print(await broker.topics.list())" },
  _: { about: "the last result; _error is the last error", example: "_.length" },
  ".trace": { about: "shows each request: .trace on, .trace off", example: ".trace on" },
  ".format": { about: "format of results: table, json (what the server sent) or yaml", example: ".format json" },
  ".save": { about: "saves what was typed, with secrets taken out", example: ".save session.js" },
  ".load": { about: "evaluates a file", example: ".load session.js" },
  ".editor": { about: "types many lines; Ctrl-D evaluates them, Ctrl-C does not", example: ".editor" },
  ".break": { about: "cancels incomplete input of many lines; so does Ctrl-C", example: ".break" },
  ".clear": { about: "the same as .break", example: ".clear" },
  ".help": { about: "the same as help", example: ".help" },
  ".exit": { about: "leaves; so do exit, quit, Ctrl-D, and Ctrl-C twice", example: ".exit" },
};

/** The topics of help other than services. */
export const helpWords: readonly string[] = Object.keys(topics).filter((name) => /^[a-z]/.test(name));

/** Help on a topic: without one an overview, otherwise on a path, a word, or an object. */
export function helpFor(shell: Shell, topic: unknown, model: (path: string) => Model | undefined): Help {
  const found = typeof topic === "string" ? model(topic) : modelOf(topic);
  if (found) return shownHelp(shell, found);
  const help = topic === undefined ? overview() : about(topic);
  shell.drawings.draw(help, { lines: (style) => helpLines(help, style) });
  return help;
}

function overview(): Help {
  const summary = "what the shell has";
  return drawn({ name: "help", summary }, (style) => [
    ...paragraph(
      "A service is an object; its nouns have verbs, which are methods that take an object of fields. Tab completes all of it.",
      style,
    ),
    "",
    ...columns(
      Object.entries(topics).map(([name, { about: words }]) => [`  ${name}`, words]),
      style,
    ),
    "",
    ...paragraph(
      "A result is data, and shown as a picture: const plan = broker.plans.show() keeps it, _ is the last one.",
      style,
    ),
    ...paragraph(
      "Ctrl-C cancels what is under way. A line that begins with a space is not kept in the history.",
      style,
    ),
  ]);
}

function about(topic: unknown): Help & { readonly example: string } {
  const name = typeof topic === "string" ? topic : typeof topic === "function" ? topic.name : "";
  const known = Object.hasOwn(topics, name)
    ? topics[name]
    : Object.hasOwn(topics, `.${name}`)
      ? topics[`.${name}`]
      : undefined;
  if (known) {
    return drawn({ name, summary: known.about, example: known.example }, (style) => [
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
