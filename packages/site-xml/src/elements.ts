import { skipBlanks, trimBlanks } from "./characters.ts";
import { lineCounter } from "./place.ts";
import { printable } from "./printable.ts";
import type { ProblemCode, SiteProblem } from "./problem.ts";
import type { SiteProperty } from "./property.ts";
import type { TreeElement } from "./tree.ts";

/** What the elements of a document say. */
export interface Reading {
  readonly properties: readonly SiteProperty[];
  readonly problems: readonly SiteProblem[];
}

/** Reads the properties of a document, in order; whatever is none is reported. */
export function readElements(text: string, root: TreeElement): Reading {
  const lineAt = lineCounter(text);
  const properties: SiteProperty[] = [];
  const problems: SiteProblem[] = [];
  readConfiguration(root);
  return { properties, problems };

  /** Clients read a `configuration` inside another as if its properties stood in the outer one. */
  function readConfiguration(element: TreeElement): void {
    let line = lineAt(element.start);
    for (const child of element.children) {
      if (typeof child === "string") checkStrayText(child, line);
      else if (child.name === "property") readProperty(child);
      else if (child.name === "configuration") readConfiguration(child);
      else reportElement(child);
      if (typeof child !== "string") line = lineAt(child.end);
    }
  }

  function readProperty(element: TreeElement): void {
    const line = lineAt(element.start);
    const draft: Draft = { fields: new Map(), sources: [] };
    if (element.attributes.size > 0) readAttributes(draft, element, line);
    for (const child of element.children) {
      if (typeof child === "string") checkStrayText(child, line);
      else if (FIELDS.has(child.name)) readField(draft, child);
      else reportElement(child);
    }
    const name = draft.fields.get("name");
    if (name === undefined || name === "") {
      report("no-name", "a property without a name sets nothing", line);
      return;
    }
    checkFields(name, draft.fields, line);
    properties.push(propertyOf(name, draft, element, line));
  }

  function readAttributes({ fields, sources }: Draft, element: TreeElement, line: number): void {
    for (const [name, value] of element.attributes) {
      if (name === "source") sources.push(value);
      else if (FIELDS.has(name)) fields.set(name, value);
      else if (!name.startsWith("xml")) report("unknown-attribute", `the attribute ${name} means nothing here`, line);
    }
  }

  function readField({ fields, sources }: Draft, element: TreeElement): void {
    const { name } = element;
    const content = contentOf(element);
    if (name === "source") sources.push(content);
    else {
      if (fields.has(name)) {
        report("repeated-element", `<${name}> comes again; the last one counts`, lineAt(element.start));
      }
      // Clients trim names that stand in an element, and nothing else.
      fields.set(name, name === "name" ? trimBlanks(content) : content);
    }
    for (const child of element.children) if (typeof child !== "string") reportElement(child);
  }

  function checkFields(name: string, fields: ReadonlyMap<string, string>, line: number): void {
    const value = fields.get("value");
    if (value === undefined) report("no-value", "a property without a value sets nothing", line, name);
    if (value === "") report("empty-value", "many clients take an empty value for none", line, name);
    const final = fields.get("final");
    if (final !== undefined && !["true", "false", ""].includes(final)) {
      report("unclear-final", `only <final>true</final> makes a property final, not "${final}"`, line, name);
    }
  }

  function checkStrayText(content: string, line: number): void {
    if (skipBlanks(content, 0) < content.length) report("stray-text", "text between the elements means nothing", line);
  }

  function reportElement(element: TreeElement): void {
    const line = lineAt(element.start);
    if (!/(?:^|:)include$/.test(element.name)) {
      report("unknown-element", `<${element.name}> is not read, and neither is what it holds`, line);
      return;
    }
    const target = element.attributes.get("href") ?? "nothing";
    report("include", `<${element.name}> of ${target} is not followed, so what it holds is missing`, line);
  }

  function report(code: ProblemCode, message: string, line: number, property?: string): void {
    problems.push({ code, message: sentence(message), line, ...(property === undefined ? {} : { property }) });
  }
}

/** What a property said so far. */
interface Draft {
  readonly fields: Map<string, string>;
  readonly sources: string[];
}

const FIELDS: ReadonlySet<string> = new Set(["name", "value", "final", "description", "source", "tag"]);

function propertyOf(name: string, { fields, sources }: Draft, { start, end }: TreeElement, line: number): SiteProperty {
  const value = fields.get("value");
  const description = fields.get("description");
  const tag = fields.get("tag");
  return {
    name,
    ...(value === undefined ? {} : { value }),
    final: fields.get("final") === "true",
    ...(description === undefined ? {} : { description }),
    sources,
    ...(tag === undefined ? {} : { tag }),
    line,
    start,
    end,
  };
}

/** All text inside an element, as clients read it: elements in between are as good as not there. */
function contentOf({ children }: TreeElement): string {
  let content = "";
  for (const child of children) content += typeof child === "string" ? child : contentOf(child);
  return content;
}

function sentence(message: string): string {
  return printable(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
}
