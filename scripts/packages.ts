/**
 * Builds and packs every package and looks at what would be published: contents, manifest, types as others resolve them, a program
 * outside this repository that compiles and runs against the tarballs, and a bundle for browsers.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { hasOldestNode, oldestNode, runOutside, writeReadme } from "./outside-readmes.ts";
import { publishedPackages, root } from "./workspace.ts";

/** Kilobytes, minified and compressed, of all that a package exports with everything it needs. What is on top of today's size is room to grow, not to waste. */
const budgets: Readonly<Record<string, number>> = {
  "@reeve/contract": 10,
  "@reeve/site-xml": 32,
  "@reeve/auth": 11,
  "@reeve/transport": 17,
  "@reeve/scheduler-models": 10,
  "@reeve/broker-models": 13,
  "@reeve/wide-column-models": 9,
  "@reeve/file-system-models": 9,
  "@reeve/client": 31,
  "@reeve/broker-client": 48,
  "@reeve/wide-column-client": 43,
  "@reeve/file-system-client": 45,
};

/** What has to do with terminals, files, sockets and processes is no business of a browser. */
const needNode = new Set([
  "@reeve/terminal",
  "@reeve/profiles",
  "@reeve/orchestrator",
  "@reeve/engine-simulated",
  "@reeve/service",
]);

/** What is left of a package when only some of it is imported, and kilobytes for that. */
const parts: readonly {
  readonly what: string;
  readonly entry: string;
  readonly budget: number;
  readonly without: readonly string[];
}[] = [
  {
    what: "one operation",
    entry: `export { createTopic } from "@reeve/broker-models";`,
    budget: 5,
    without: ["List the brokers", "Describe a topic", "Show a plan", "target configuration"],
  },
  {
    what: "a client with a token",
    entry: `export { createBrokerClient } from "@reeve/broker-client";`,
    budget: 39,
    without: ["RSASSA-PKCS1-v1_5"],
  },
];

const bin = (tool: string) => join(root, "node_modules/.bin", tool);
const run = (tool: string, args: readonly string[], cwd = root) =>
  execFileSync(tool, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const work = mkdtempSync(join(tmpdir(), "reeve-packages-"));
try {
  // What an earlier build left behind would be packed, too.
  for (const { folder } of publishedPackages()) rmSync(join(root, folder, "dist"), { recursive: true, force: true });
  run(bin("turbo"), ["run", "build", "--output-logs=errors-only"]);
  const packed = publishedPackages().map(({ folder, manifest }) => ({
    ...manifest,
    tarball: pack(folder, manifest.name),
  }));
  const project = outsideProject(packed);
  const programs = publishedPackages()
    .filter(({ folder }) => folder.endsWith("client"))
    .flatMap(({ folder }) => writeReadme(project, folder));
  compileOutside(
    project,
    packed.flatMap(({ name, exports }) => Object.keys(exports).map((path) => name + path.slice(1))),
    programs.map(({ file }) => file),
  );
  runOutside(project, programs);
  for (const { name } of packed) if (!needNode.has(name)) await bundleForBrowsers(project, name);
  await bundleParts(project);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack(folder: string, name: string): string {
  const tarballs = join(work, "tarballs");
  mkdirSync(tarballs, { recursive: true });
  const [report] = [
    JSON.parse(run("pnpm", ["pack", "--json", "--pack-destination", tarballs], join(root, folder))),
  ].flat();
  const tarball = join(tarballs, basename(report.filename));
  const files = run("tar", ["-tzf", tarball])
    .trim()
    .split("\n")
    .map((file) => file.replace("package/", ""));
  expectThat(
    files.includes("LICENSE") && files.includes("README.md"),
    `${name}: LICENSE and README.md are in the package`,
  );
  const strangers = files.filter(
    (file) =>
      !/^(dist\/.*\.(js|d\.ts)|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(file) || /\.test/.test(file),
  );
  expectThat(
    strangers.length === 0,
    `${name}: nothing but what is built is in the package, not ${strangers.join(", ")}`,
  );
  const manifest = run("tar", ["-xzOf", tarball, "package/package.json"]);
  expectThat(!manifest.includes("./src/"), `${name}: its manifest does not point at sources`);
  expectThat(!manifest.includes("workspace:"), `${name}: its dependencies have versions`);
  run(bin("publint"), ["run", tarball, "--strict"]);
  run(bin("attw"), [tarball, "--profile", "esm-only", "--no-color"]);
  console.log(`${name}: ${files.length} files, ${Math.ceil(readFileSync(tarball).length / 1024)} KB packed`);
  return tarball;
}

/** A project that has the tarballs, and nothing of this repository. */
function outsideProject(packed: readonly { readonly name: string; readonly tarball: string }[]): string {
  const project = join(work, "project");
  mkdirSync(project);
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const dependencies = {
    ...tarballs,
    // The page of the client shows schemas, which its readers have from valibot itself.
    valibot: "^1.5.0",
    ...(hasOldestNode && { [oldestNode.name]: oldestNode.version }),
  };
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "outside", private: true, type: "module", dependencies, pnpm: {} }),
  );
  const overrides = Object.entries(tarballs).map(([name, file]) => `  "${name}": "${file}"`);
  writeFileSync(join(project, "pnpm-workspace.yaml"), ["pmOnFail: ignore", "overrides:", ...overrides, ""].join("\n"));
  run("pnpm", ["install", "--prefer-offline", "--silent"], project);
  return project;
}

/** Compiles a program that touches every export, with the settings that find the most, and says how long it takes. */
function compileOutside(project: string, names: readonly string[], programs: readonly string[]): void {
  const imports = names.map(
    (name, index) => `import * as p${index} from "${name}";\nconsole.log(Object.keys(p${index}).length > 0);`,
  );
  writeFileSync(join(project, "all.ts"), imports.join("\n"));
  cpSync(join(import.meta.dirname, "outside.ts"), join(project, "outside.ts"));
  const strict = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noEmit",
    "--skipLibCheck",
    "false",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2023,dom",
  ];
  const begun = performance.now();
  const types = ["--types", "", "--allowImportingTsExtensions"];
  run(bin("tsc"), [...strict, ...types, "all.ts", "outside.ts", ...programs], project);
  console.log(`a program outside compiles in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const printed = run(process.execPath, ["all.ts"], project).trim().split("\n");
  expectThat(
    printed.length === names.length && printed.every((line) => line === "true"),
    "every package loads from its tarball",
  );
  expectThat(
    run(process.execPath, ["outside.ts"], project).trim() === "POST /service/kafka/v1/topics/orders",
    "the program outside runs",
  );
}

async function bundleForBrowsers(project: string, name: string): Promise<void> {
  const entry = join(project, `entry-${basename(name)}.js`);
  writeFileSync(entry, `export * from "${name}";`);
  const bundle = await rolldown({ input: entry, cwd: project, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const code = output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("");
  const own = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap((chunk) => ("imports" in chunk ? [...chunk.imports, ...chunk.dynamicImports] : []));
  const outside = imported.filter((file) => !own.has(file));
  expectThat(
    outside.length === 0 && !/["']node:/.test(code),
    `${name}: runs in a browser without Node, not with ${outside.join(", ")}`,
  );
  runWithoutNode(name, await inOneScript(entry, project));
  const kilobytes = gzipSync(code).length / 1024;
  const budget = budgets[name];
  expectThat(
    budget !== undefined && kilobytes <= budget,
    `${name}: ${kilobytes.toFixed(1)} KB for a browser is within ${budget} KB`,
  );
  console.log(`${name}: ${kilobytes.toFixed(1)} of ${budget} KB, minified and compressed`);
}

/** Who imports a part gets that part, and nothing of the rest. */
async function bundleParts(project: string): Promise<void> {
  for (const { what, entry, budget, without } of parts) {
    const input = join(project, "entry-of-a-part.js");
    writeFileSync(input, entry);
    const bundle = await rolldown({ input, cwd: project, platform: "browser", logLevel: "silent" });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    const code = output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("");
    const kilobytes = gzipSync(code).length / 1024;
    expectThat(!without.some((words) => code.includes(words)), `${what} comes without the rest`);
    expectThat(kilobytes <= budget, `${what} takes ${kilobytes.toFixed(1)} of ${budget} KB`);
    console.log(`${what}: ${kilobytes.toFixed(1)} of ${budget} KB, minified and compressed`);
  }
}

async function inOneScript(input: string, cwd: string): Promise<string> {
  const bundle = await rolldown({ input, cwd, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "iife", name: "bundled", codeSplitting: false });
  return output[0].code;
}

/** Runs a bundle where there is only what browsers have of the platform, and sees that it has exports. */
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
  expectThat(
    runInContext("Object.keys(bundled).length > 0", browser) === true,
    `${name}: loads where there is no Node`,
  );
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}
