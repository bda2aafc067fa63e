/** The modules that a source imports or re-exports. */
export function importsOf(source: string): readonly string[] {
  return [...source.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
    ([, from, dynamic]) => from ?? dynamic ?? "",
  );
}
