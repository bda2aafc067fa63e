import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A plugin that writes `LICENSES.txt` next to a bundle, with the licence and the source of each package in the bundle. */
export function notices(): NoticesPlugin {
  return {
    name: "licences of what is bundled",
    generateBundle(_, chunks) {
      const modules = Object.values(chunks).flatMap((chunk) => chunk.moduleIds ?? []);
      const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []));
      const source = [...folders]
        .map(noticeOf)
        .sort()
        .join(`\n\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: `${source}\n` });
    },
  };
}

/** What this file uses of a bundler's plugin interface. */
interface NoticesPlugin {
  readonly name: string;
  generateBundle(
    this: { emitFile(file: { type: "asset"; fileName: string; source: string }): string },
    options: unknown,
    chunks: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
  ): void;
}

function noticeOf(folder: string): string {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const source = typeof repository === "string" ? repository : repository?.url;
  const [file] = globSync("{LICEN[CS]E,licen[cs]e}*", { cwd: folder });
  const words = file === undefined ? undefined : readFileSync(join(folder, file), "utf8").trim();
  // Some packages contain only the name of their licence.
  const named = `Copyright ${author?.name ?? author ?? `the authors of ${name}`}. https://spdx.org/licenses/${license}.html`;
  return `${name} ${version} (${license})\n${source}\n\n${words ?? named}`;
}
