/** What a module imports or exports from elsewhere, as it is written. */
export function importsOf(source: string): readonly string[] {
  return [...source.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
    ([, from, dynamic]) => from ?? dynamic ?? "",
  );
}
