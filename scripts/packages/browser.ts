/** Checks a package for browsers: its size, and that it loads without Node. */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expectThat } from "../run.ts";

/** A part of a package that is imported separately. */
export interface Part {
  readonly what: string;
  readonly entry: string;
  /** The largest allowed size in kilobytes, minified and compressed. */
  readonly budget: number;
  /** Texts that the bundle must not contain. */
  readonly without: readonly string[];
  /** Whether the part is bundled by a bundler that ignores annotations of side effects. */
  readonly unmarked?: boolean;
}

/** Bundles a package with its dependencies, and checks its size and that it runs without Node. */
export async function bundleForBrowsers(project: string, name: string, budget: number): Promise<void> {
  const entry = join(project, `entry-${basename(name)}.js`);
  writeFileSync(entry, `export * from "${name}";`);
  const { code, outside } = await bundled(entry, project);
  expectThat(outside.length === 0 && !/["']node:/.test(code), `${name}: imports no modules of Node (its imports: ${outside.join(", ")})`);
  runWithoutNode(name, await inOneScript(entry, project));
  within(budget, name, code);
}

/** Checks that an import of a part bundles only that part. */
export async function bundlePart(project: string, { what, entry, budget, without, unmarked = false }: Part): Promise<void> {
  const input = join(project, "entry-of-a-part.js");
  writeFileSync(input, entry);
  const { code } = await bundled(input, project, !unmarked);
  expectThat(!without.some((words) => code.includes(words)), `${what} is bundled without other parts`);
  within(budget, what, code);
}

async function bundled(input: string, cwd: string, annotations = true): Promise<{ code: string; outside: readonly string[] }> {
  const bundle = await rolldown({ input, cwd, platform: "browser", logLevel: "silent", treeshake: { annotations } });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const own = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap((chunk) => ("imports" in chunk ? [...chunk.imports, ...chunk.dynamicImports] : []));
  return {
    code: output.map((chunk) => ("code" in chunk ? chunk.code : "")).join(""),
    outside: imported.filter((file) => !own.has(file)),
  };
}

function within(budget: number, what: string, code: string): void {
  const kilobytes = gzipSync(code).length / 1024;
  expectThat(kilobytes <= budget, `${what}: ${kilobytes.toFixed(1)} KB for a browser is within ${budget} KB`);
  console.log(`${what}: ${kilobytes.toFixed(1)} of ${budget} KB, minified and compressed`);
}

async function inOneScript(input: string, cwd: string): Promise<string> {
  const bundle = await rolldown({ input, cwd, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "iife", name: "bundled", codeSplitting: false });
  return output[0].code;
}

/** Runs a bundle with only the globals of browsers, and checks that it has exports. */
function runWithoutNode(name: string, code: string): void {
  const platform = {
    URL,
    TextDecoder,
    TextEncoder,
    AbortController,
    Headers,
    Request,
    Response,
    crypto,
    performance,
    setTimeout,
    clearTimeout,
  };
  const browser = createContext({ ...platform, fetch: () => Promise.reject(new TypeError("no network here")) });
  runInContext(code, browser);
  expectThat(runInContext("Object.keys(bundled).length > 0", browser) === true, `${name}: loads without Node`);
}
