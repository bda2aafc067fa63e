import { trimBlanks } from "./characters.ts";
import type { Report } from "./problem.ts";
import { type decisionsOf, keyOf, type SiteProperty } from "./property.ts";
import type { Around, PropertyDraft } from "./reading.ts";
import { type Attribute, type ElementKind, isField, isPart, localNameOf, type PartKind, type Tag } from "./tag.ts";

// These functions report the places of a document that Hadoop's clients read differently than one would expect.

export function warnOfElement(report: Report, { name, kind, attributes, start }: Tag, around: Around): void {
  if (kind === "include") {
    const target = attributes.findLast((attribute) => localNameOf(attribute.name) === "href")?.value;
    const missing = `<${name}> has no href, so clients read its content as if the tags were not there`;
    const unread = `<${name}> of ${target} is not read here, so its properties are missing`;
    report("include", target === undefined ? missing : unread, start);
  } else if (kind === "other") {
    report("unknown-element", `<${name}> is not part of the format; clients read its content as if the tags were not there`, start);
  } else if (kind !== "fallback") {
    if (name !== kind) report("other-namespace", `Clients read <${name}> as <${kind}>`, start);
    warnOfPlace(report, kind, around.kind, start);
  } else if (!around.isInInclude) {
    report("stray-fallback", "After a <fallback> outside an include, clients ignore everything until an include ends", start);
  }
}

function warnOfPlace(report: Report, kind: ElementKind, outer: ElementKind | undefined, start: number): void {
  if (kind === "property" && (outer === "property" || isPart(outer))) {
    report("nested-property", `<property> is inside <${outer}>; clients drop what they have read of the outer property`, start);
  } else if (isPart(outer)) {
    const effect = isField(kind) ? `; clients discard the text of <${outer}> before it` : "";
    report("nested-field", `<${kind}> is inside <${outer}>${effect}`, start);
  } else if ((isPart(kind) && outer === "configuration") || (kind === "configuration" && outer === "property")) {
    report("misplaced-element", `<${kind}> is ignored in <${outer}>`, start);
  }
}

export function warnOfAttribute(report: Report, draft: PropertyDraft, { name, kind, start }: Attribute): void {
  if (isPart(kind)) {
    if (name !== kind) report("other-namespace", `Clients read the attribute ${name} as ${kind}`, start);
    warnOfPart(report, draft, kind, start);
  } else if (!name.startsWith("xml")) report("unknown-attribute", `The attribute ${name} is ignored here`, start);
}

/** Reports a part that occurs twice. */
export function warnOfPart(report: Report, { seen }: PropertyDraft, kind: PartKind, start: number): void {
  if (kind === "source") return;
  if (seen.includes(kind)) report("repeated-element", `<${kind}> is repeated; the last one that is not empty counts`, start);
  else seen.push(kind);
}

export function warnOfProperty(report: Report, { texts, seen }: PropertyDraft, start: number): void {
  const { name = "", value, final = "" } = texts;
  if (name === "") {
    report("no-name", "A property without a name is ignored", start);
    return;
  }
  if (trimBlanks(name) !== name) {
    report("padded-name", `No client finds "${name}", because clients look for names without the blanks around them`, start);
  }
  if (keyOf(name) !== name) report("deprecated", `${name} is deprecated; clients read it as ${keyOf(name)}`, start);
  if (value === "") report("empty-text", `${name} is set to an empty text`, start);
  if (value === undefined && seen.includes("value")) {
    report("empty-value", `An empty <value> sets nothing; value="" would set ${name} to an empty text`, start);
  } else if (value === undefined) report("no-value", "A property without a value sets nothing", start);
  if (!["true", "false", ""].includes(final)) {
    report("unclear-final", `Only <final>true</final> makes a property final, not "${final}"`, start);
  }
}

export function warnOfIneffective(report: Report, { winners, replaced, refused }: ReturnType<typeof decisionsOf<SiteProperty>>): void {
  for (const { name, start } of replaced) {
    report("duplicate", `${name} is set again in line ${winners.get(keyOf(name))?.line}, and that value applies`, start, name);
  }
  for (const { property, final } of refused) {
    const { name, start } = property;
    report("overrides-final", `${name} has no effect, because line ${final.line} made it final`, start, name);
  }
}
