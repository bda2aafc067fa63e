import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
// @boundaries-ignore: a tool of the repository, which is no package
import { notices } from "../../scripts/notices.ts";

interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** Bundles the page's sources. Each file name contains a hash of the content, except the name of the first file. */
export async function bundlePage(): Promise<readonly PageFile[]> {
  const source = join(import.meta.dirname, "src");
  const bundle = await rolldown({
    input: join(source, "main.tsx"),
    cwd: import.meta.dirname,
    platform: "browser",
    // The client of the file system loads it when a site document is read, which the page never does.
    external: ["@reeve/site-xml"],
    plugins: [notices()],
  });
  const names = { entryFileNames: "[hash].js", chunkFileNames: "[hash].js" };
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false, ...names });
  await bundle.close();
  const licences = output.find((part) => part.type === "asset");
  // The first script is the page itself. The others are loaded when the user opens what needs them.
  const scripts = output.flatMap((part) => (part.type === "chunk" ? [{ ...part, path: FOLDER + part.fileName }] : []));
  const style = named("css", "text/css; charset=utf-8", smaller(readFileSync(join(source, "style.css"), "utf8")));
  const licence = named("txt", "text/plain; charset=utf-8", String(licences?.source ?? ""));
  const html = readFileSync(join(source, "index.html"), "utf8")
    .replace("{style}", style.path)
    .replace("{script}", scripts.find(({ isEntry }) => isEntry)?.path ?? "")
    .replace("{licences}", licence.path);
  const loaded = scripts.map(({ path, code }) => ({ path, type: "text/javascript; charset=utf-8", text: code }));
  return [{ path: "/", type: "text/html; charset=utf-8", text: html }, style, ...loaded, licence];
}

const FOLDER = "/reeve/console/";

/** Writes the module that contains the page's files as strings, and that the published package has instead of the sources. */
export async function pageModule(): Promise<string> {
  return `const files = ${JSON.stringify(await bundlePage())};\nexport const pageFiles = async () => files;\n`;
}

function named(extension: string, type: string, text: string): PageFile {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  return { path: `${FOLDER}${hash}.${extension}`, type, text };
}

/** Removes comments and indentation from a style sheet. */
function smaller(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s*\n\s*/g, "");
}
