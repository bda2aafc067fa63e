/**
 * Rehearses a release as the workflow makes it, against a registry on this machine: in a clone of the last commit it applies the changesets
 * that are there, builds, packs and publishes every package, then installs `@reeve/cli` and `@reeve/broker-client` from that registry into
 * empty folders with Node 22 and 24, and runs the README with them. Of the installed command line it makes the single program, which must
 * work without Node. The registry (verdaccio) and the two versions of Node come from npm.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { typePage } from "../scripts/documents/commands.ts";
import { readPages } from "../scripts/documents/pages.ts";
import { openShell } from "../scripts/documents/shell.ts";
import { expectThat, run } from "../scripts/run.ts";
import { makeSingle } from "../scripts/single/make.ts";
import { useSingle } from "../scripts/single/use.ts";
import { root } from "../scripts/workspace.ts";
import { installed } from "./support/cache.ts";

const [NODE_24, NODE_22] = ["node@24.21.0", "node@22.23.3"] as const;

const work = mkdtempSync(join(tmpdir(), "reeve-release-"));
const registry = await startRegistry(join(work, "registry"));
try {
  const clone = join(work, "clone");
  run("git", ["clone", "--quiet", root, clone]);
  run("pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--silent"], clone);
  const changeset = (...args: string[]) => run(join(clone, "node_modules/.bin/changeset"), args, clone);
  if (globSync(".changeset/*.md", { cwd: clone }).length > 0) {
    console.log(changeset("version"));
    const author = ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost"];
    run("git", ["add", "--all"], clone);
    run("git", [...author, "commit", "--quiet", "--message=Release"], clone);
  }
  console.log(changeset("status", "--since", "HEAD"));
  run(process.execPath, ["scripts/build.ts"], clone);
  const packed = join(work, "packed");
  changeset("pack", "--out-dir", packed);
  // Every way of naming the registry, so that no tool can send the packages to another one.
  process.env.npm_config_registry = process.env.PNPM_CONFIG_REGISTRY = registry.url;
  writeFileSync(join(clone, ".npmrc"), `registry=${registry.url}\n@reeve:registry=${registry.url}\n`);
  // Provenance is signed by the identity of a workflow, which this machine does not have.
  process.env.PNPM_CONFIG_PROVENANCE = process.env.npm_config_provenance = "false";
  process.env.npm_config_userconfig = join(work, "npmrc");
  writeFileSync(process.env.npm_config_userconfig, `//${new URL(registry.url).host}/:_authToken=rehearsal\n`);
  console.log(changeset("publish", "--from-pack-dir", packed, "--no-git-tag"));
  const whole = install(NODE_24);
  await followReadme(NODE_24, whole.program, whole.node);
  const single = join(work, "reeve");
  await makeSingle(join(work, NODE_24), single, work);
  useSingle(single, work);
  // The service needs Node 24, so npm leaves it out here, and the other Node runs the commands of the service.
  const client = install(NODE_22);
  const both = join(work, "reeve.cjs");
  const service = `require("node:child_process").spawnSync(${JSON.stringify(whole.node)}, [${JSON.stringify(whole.program)}, ...line], { stdio: "inherit" })`;
  writeFileSync(
    both,
    `const line = process.argv.slice(2);
if (/^(up|down)$/.test(line[0])) process.exitCode = ${service}.status;
else require(${JSON.stringify(client.program)});
`,
  );
  await followReadme(NODE_22, both, client.node);
} finally {
  registry.program.kill();
  rmSync(work, { recursive: true, force: true });
}

/** Installs the two packages as a user of this Node would. */
function install(version: string): { readonly node: string; readonly program: string } {
  const node = join(installed(version), "node_modules/.bin/node");
  const folder = join(work, version);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // npm runs with the Node that is first on the PATH.
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", "@reeve/cli", "@reeve/broker-client"], {
    cwd: folder,
    env: { ...process.env, PATH },
  });
  const script = `import { createBrokerClient } from "@reeve/broker-client"; console.log(typeof createBrokerClient);`;
  expectThat(run(node, ["--input-type=module", "-e", script], folder) === "function\n", "the client can be imported");
  return { node, program: join(folder, "node_modules/@reeve/cli/dist/reeve.cjs") };
}

async function followReadme(version: string, program: string, node: string): Promise<void> {
  const page = readPages().find(({ path }) => path === "README.md");
  expectThat(page !== undefined, "there is a README");
  const shell = openShell(program, node);
  const { ran, failures } = await typePage(page, shell).finally(() => shell.close());
  for (const failure of failures) console.error(failure);
  expectThat(failures.length === 0, `the commands of the README do with ${version} what the page says`);
  console.log(`${version}: ${ran} commands of the README do what it says, with ${run(node, [program, "--version"]).trim()}`);
}

/** Starts a registry that takes what is published here and asks the registry of this machine for everything else. */
async function startRegistry(folder: string): Promise<{ readonly url: string; readonly program: ChildProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  mkdirSync(folder);
  const everyone = "access: $all, publish: $all, unpublish: $all";
  const config = [
    `storage: ${folder}`,
    `uplinks: { usual: { url: "${run("npm", ["config", "get", "registry"]).trim()}" } }`,
    `packages: { "@reeve/*": { ${everyone} }, "**": { ${everyone}, proxy: usual } }`,
    "log: { type: file, path: verdaccio.log, level: warn }",
    "max_body_size: 100mb",
    "",
  ];
  writeFileSync(join(folder, "config.yaml"), config.join("\n"));
  // One of its dependencies asks for a tag of node-fetch that not every registry serves.
  const program = join(installed("verdaccio@6.10.4", "node-fetch@2.7.0"), "node_modules/verdaccio/bin/verdaccio");
  const child = spawn(process.execPath, [program, "--config", "config.yaml", "--listen", `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (let open = false; !open; ) {
    expectThat(child.exitCode === null, "the registry runs");
    open = await fetch(`${url}-/ping`)
      .then(({ ok }) => ok)
      .catch(() => false);
    if (!open) await new Promise((done) => setTimeout(done, 200));
  }
  return { url, program: child };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
