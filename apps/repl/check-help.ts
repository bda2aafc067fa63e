/**
 * Walks everything that users of the shell can name (services in every revision with their nouns and methods, connections, words, dot
 * commands) and fails if one of them has no help: a sentence, a rendering and, for methods, an example and a sentence for each field.
 */
import { PassThrough } from "node:stream";
import { plain, terminalOfThisProcess } from "@reeve/terminal";
import { createConnection } from "./src/clusters/connection.ts";
import { connectionObject } from "./src/clusters/connection-object.ts";
import type { NodeRepl } from "./src/evaluate/node-repl.ts";
import { methodFields } from "./src/help/method-help.ts";
import { type Help, modelOf } from "./src/help/model.ts";
import { partOf, shellKinds } from "./src/parts/kind.ts";
import { lazyLive } from "./src/parts/lazy-live.ts";
import { linesOf } from "./src/show/drawings.ts";
import { readFlags } from "./src/start/flags.ts";
import { defineGlobals } from "./src/start/globals.ts";
import { makeShell } from "./src/start/shell.ts";
import { defineCommands } from "./src/typing/commands.ts";

const shell = makeShell(readFlags(["--url", "https://cluster.example"]), terminalOfThisProcess(), {
  pace: 0,
  isVerbose: false,
  conversation: () => undefined,
  changed: () => undefined,
});
const problems: string[] = [];
const seen = { services: 0, nouns: 0, methods: 0, words: 0 };

for (const { kind } of shellKinds) {
  for (const revision of partOf(kind).api.revisions) {
    const services = [{ kind, name: "example", revision }];
    const connection = createConnection(shell, { name: "all", url: "https://cluster.example", services });
    lookAt(`${kind} ${revision}: the connection`, connectionObject(connection));
    const service = connection.tree(kind);
    lookAt(`${kind} ${revision}`, service);
    seen.services++;
    for (const [noun, verbs] of membersOf(service)) {
      lookAt(`${kind} ${revision}: ${noun}`, verbs);
      seen.nouns++;
      for (const [verb, method] of membersOf(verbs)) {
        lookAt(`${kind} ${revision}: ${noun}.${verb}`, method);
        seen.methods++;
      }
    }
  }
}

const live = lazyLive(shell);
const platform = new Set(Object.keys(globalThis));
defineGlobals(live, () => undefined);
const server = process.getBuiltinModule("node:repl").start({ input: new PassThrough(), output: new PassThrough() }) as NodeRepl;
defineCommands(server, shell, live);
const globals = Object.keys(globalThis).filter((name) => !platform.has(name));
for (const word of [...globals, ...Object.keys(server.commands).map((name) => `.${name}`)]) {
  seen.words++;
  try {
    judge(word, live().help(word) as Help);
  } catch (error) {
    problems.push(`${word}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
server.close();

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else {
  const { services, nouns, methods, words } = seen;
  console.log(`${services} services, ${nouns} nouns, ${methods} methods and ${words} words of the shell have help`);
}

/** Every reachable property, including those that are not enumerable. */
function membersOf(value: object): readonly (readonly [string, object])[] {
  const own = Object.getOwnPropertyDescriptors(value) as Readonly<Record<string, PropertyDescriptor>>;
  return Object.entries(own).flatMap(([name, { value: member }]) =>
    typeof member === "function" || (typeof member === "object" && member !== null && name !== "prototype")
      ? [[name, member as object] as const]
      : [],
  );
}

function lookAt(what: string, value: object): void {
  const { help } = value as { readonly help?: Help };
  const method = modelOf(value)?.method;
  judge(what, help, method !== undefined);
  for (const { name, about } of method ? methodFields(method) : []) {
    if (about.trim() === "") problems.push(`${what}: the field ${name} has no description`);
  }
}

function judge(what: string, help: Help | undefined, isCalled = false): void {
  if (!help || help.summary.trim() === "") problems.push(`${what}: the help has no sentence`);
  else if (linesOf(help, plain).join("").trim() === "") problems.push(`${what}: the help shows nothing`);
  const example = help && "example" in help ? String(help.example) : "";
  if (isCalled && !/\S\(.*\)$/.test(example)) problems.push(`${what}: the help has no example`);
}
