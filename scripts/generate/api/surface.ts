import { type Declaration, declarationsIn, type Source } from "./declarations.ts";

/** The public types and values of a package's entry. */
export interface Surface {
  /** The exports, by name. */
  readonly exported: ReadonlyMap<string, readonly Declaration[]>;
  /** Types that are not exported but are part of an export. */
  readonly reachable: ReadonlyMap<string, readonly Declaration[]>;
  /** Names from other packages, by package. */
  readonly foreign: ReadonlyMap<string, readonly string[]>;
}

/** Follows the declarations of an entry to everything that they mention. */
export function surfaceOf(entry: string): Surface {
  const exported = new Map<string, readonly Declaration[]>();
  const foreign = new Map<string, string[]>();
  const seen = new Set<string>();
  const mentioned: Source[] = [];
  for (const [name, source] of declarationsIn(entry).exported) {
    const match = locate(source);
    if (typeof match === "string") {
      foreign.set(match, [...(foreign.get(match) ?? []), name]);
      continue;
    }
    seen.add(`${match.from} ${match.name}`);
    exported.set(name, declared(match));
    mentioned.push(...declared(match).flatMap(({ mentions }) => mentions));
  }
  const reachable = new Map<string, readonly Declaration[]>();
  for (const mention of mentioned) {
    const match = locate(mention);
    if (typeof match === "string" || seen.has(`${match.from} ${match.name}`)) continue;
    seen.add(`${match.from} ${match.name}`);
    const declarations = declared(match);
    if (declarations.length === 0) continue;
    reachable.set(match.name, [...(reachable.get(match.name) ?? []), ...declarations]);
    mentioned.push(...declarations.flatMap(({ mentions }) => mentions));
  }
  return { exported: sorted(exported), reachable: sorted(reachable), foreign: sorted(foreign) };
}

/** Finds the file or the package that declares a name. */
function locate({ from, name }: Source): Source | string {
  if (!from.endsWith(".d.ts")) return from;
  const { own, imported, exported } = declarationsIn(from);
  if (own.has(name)) return { from, name };
  const next = imported.get(name) ?? exported.get(name);
  return next && !(next.from === from && next.name === name) ? locate(next) : { from, name };
}

function declared({ from, name }: Source): readonly Declaration[] {
  return declarationsIn(from).own.get(name) ?? [];
}

function sorted<Value>(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
