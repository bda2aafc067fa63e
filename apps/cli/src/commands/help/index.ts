import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Command, type Context, wordOf } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { didYouMean, pageText, type Style } from "@reeve/terminal";
import { documents } from "./documents.ts";

/**
 * The sections of the documentation, and the pages outside of any section. Pages about commands are not listed, because every command has
 * `--help`.
 */
const PARTS = [
  ["Learn", ["tutorial.md"]],
  ["Do", ["how-to"]],
  ["Understand", ["explanation", "security.md"]],
  ["Look up", ["reference/definition.md", "reference/environment.md", "glossary.md"]],
  ["Errors", ["errors"]],
] as const;

/** Shows a page of the documentation, or lists all pages. */
export const helpCommand: Command = {
  name: "help",
  summary: "Show a page of the documentation",
  about:
    "Without a topic it shows the help of reeve, and with the name of a command the help of that command. reeve help topics lists the pages: how-tos, explanations, the definition file, a page for each error.",
  examples: ["help topics", "help add-a-broker", "help not-found", "help broker topics create"],
  positionals: [
    {
      name: "topic",
      summary: "name of a page, or topics to list all pages",
      required: false,
      offers: { words: ["topics", ...readTopics().map(({ name }) => name)] },
    },
  ],
  effect: "read",
  run: async (input, context) => {
    const { results } = context.terminal;
    const name = wordOf(input, "topic") ?? "topics";
    const topics = readTopics();
    if (name === "topics") return results.write(listOf(topics, results.style()));
    const topic = topics.find((each) => each.name === name);
    if (topic) return page(pageText(topic.text, results.style()), context);
    throw new ReeveError("bad-input", unknown(name, topics));
  },
};

/** Shows a text that is longer than the screen in a pager: that of $PAGER, or `less`. Without a screen or a pager, the text is written. */
function page(text: string, { terminal: { results }, processContext: { env } }: Context): void {
  const rows = results.screen()?.rows() ?? Number.POSITIVE_INFINITY;
  if (text.split("\n").length > rows) {
    const shown = spawnSync(env.PAGER || "less", {
      shell: true,
      input: text,
      stdio: ["pipe", "inherit", "ignore"],
      env: { LESS: "FRX", ...env },
    });
    if (shown.status === 0) return;
  }
  results.write(text);
}

/** The error for an unknown topic. It suggests a similar name, or a page that has the words in its title. */
function unknown(name: string, topics: readonly HelpTopic[]): string {
  const words = name.toLowerCase().split(/[-_ ]/);
  const titled = topics.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const see = ` See ${titled.map((topic) => `reeve help ${topic.name}`).join(", ")}.`;
  const names = topics.map((topic) => topic.name);
  const meant = titled.length > 0 ? see : didYouMean(name, names);
  return `there is neither a command nor a topic ${JSON.stringify(name)}.${meant} reeve help topics lists the topics`;
}

function listOf(topics: readonly HelpTopic[], { paint }: Style): string {
  const column = Math.max(...topics.map(({ name }) => name.length)) + 2;
  const parts = [...new Set(topics.map(({ part }) => part))].map((part) => {
    const rows = topics.filter((topic) => topic.part === part);
    return [paint.bold(part), ...rows.map(({ name, title }) => `  ${name.padEnd(column)}${title}`)].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}

/** All topics, in the order in which they are listed. */
export function readTopics(): readonly HelpTopic[] {
  const folder = fileURLToPath(documents);
  return PARTS.flatMap(([part, places]) => places.flatMap((place) => filesOf(folder, place)).map((path) => topicOf(path, part)));
}

function filesOf(folder: string, place: string): readonly string[] {
  if (place.endsWith(".md")) return [join(folder, place)];
  const names = readdirSync(join(folder, place)).filter((name) => name.endsWith(".md") && name !== "README.md");
  return names.sort().map((name) => join(folder, place, name));
}

/** A page of the documentation that `reeve help TOPIC` shows, and the heading under which the page is listed. */
type HelpTopic = ReturnType<typeof topicOf>;

function topicOf(path: string, part: string) {
  const text = readFileSync(path, "utf8");
  const [, title = ""] = /^# (.+)$/m.exec(text) ?? [];
  return { name: basename(path, ".md"), part, title: title.replaceAll("`", ""), text };
}
