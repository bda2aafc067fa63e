import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { documents } from "./documents.ts";

/** A page of the documentation that `reeve help TOPIC` shows. */
export interface Topic {
  /** The name of the page's file. */
  readonly name: string;
  /** The heading under which the page is listed. */
  readonly part: string;
  readonly title: string;
  readonly text: string;
}

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

/** All topics, in the order in which they are listed. */
export function readTopics(): readonly Topic[] {
  const folder = fileURLToPath(documents);
  return PARTS.flatMap(([part, places]) =>
    places.flatMap((place) => filesOf(folder, place)).map((path) => topicOf(path, part)),
  );
}

function filesOf(folder: string, place: string): readonly string[] {
  if (place.endsWith(".md")) return [join(folder, place)];
  const names = readdirSync(join(folder, place)).filter((name) => name.endsWith(".md") && name !== "README.md");
  return names.sort().map((name) => join(folder, place, name));
}

function topicOf(path: string, part: string): Topic {
  const text = readFileSync(path, "utf8");
  const [, title = ""] = /^# (.+)$/m.exec(text) ?? [];
  return { name: basename(path, ".md"), part, title: title.replaceAll("`", ""), text };
}
