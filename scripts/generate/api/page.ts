import { join } from "node:path";
import { type Package, root } from "../../workspace.ts";
import type { Declaration } from "./declarations.ts";
import { type Surface, surfaceOf } from "./surface.ts";

/** Writes the API report of a package from its built declarations, so that reviewers see changes of the API. */
export function apiPage({ folder, manifest }: Package): string {
  const parts = Object.entries(manifest.publishConfig?.exports ?? {}).map(([path, { types }]) =>
    entryPart(manifest.name + path.slice(1), surfaceOf(join(root, folder, types))),
  );
  return [
    `# ${manifest.name}`,
    "All that can be imported, as the compiler declares it. Generated: `npm run generate`. A change here is a change for those who use the package.",
    ...parts,
    "",
  ].join("\n\n");
}

function entryPart(name: string, { exported, reachable, foreign }: Surface): string {
  const others = [...foreign].map(
    ([from, names]) =>
      `From \`${from}\`: ${names
        .toSorted()
        .map((each) => `\`${each}\``)
        .join(", ")}.`,
  );
  return [
    `## ${name}`,
    ...others,
    ...(exported.size > 0 ? [code(exported)] : []),
    ...(reachable.size > 0 ? ["Not exported, but used by the exports above:", code(reachable)] : []),
  ].join("\n\n");
}

function code(declarations: ReadonlyMap<string, readonly Declaration[]>): string {
  const texts = [...declarations.values()].map((each) => each.map(({ text }) => text).join("\n"));
  return `\`\`\`ts\n${texts.join("\n\n")}\n\`\`\``;
}
