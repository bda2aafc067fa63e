/**
 * Checks installed dependencies: whether ARCHITECTURE.md gives a reason for each, whether its licence is allowed, and which
 * vulnerabilities are known. A missing reason or a licence that is not allowed ends with 1; vulnerabilities are only printed, because they
 * become known independently of commits.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectThat, run } from "./run.ts";
import { publishedPackages, root } from "./workspace.ts";

/** Licences that are allowed in published bundles: they only require attribution. */
const shipped = new Set(["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD"]);

/** Licences that are also allowed for development tools, which are not published. */
const tools = new Set([...shipped, "MIT OR Apache-2.0", "MPL-2.0", "BlueOak-1.0.0"]);

/** Single packages that are allowed in published bundles, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "@jmespath-community/jmespath":
    "MPL-2.0 binds changes of its own files, and we change none: it is installed as it is, never bundled",
};

interface Installed {
  readonly name: string;
  readonly versions: readonly string[];
}

const everything = installed([]);
const ours = publishedPackages().flatMap(({ manifest }) => ["--filter", manifest.name]);
const published = installed([...ours, "--prod"]);

const refused = [
  ...published.filter(({ name, licence }) => !shipped.has(licence) && !(name in exceptions)),
  ...everything.filter(({ licence, name }) => !tools.has(licence) && !(name in exceptions)),
];
for (const { name, licence } of new Set(refused))
  console.error(`${name}: its licence, ${licence}, is not on the list (scripts/dependencies.ts)`);
if (refused.length > 0) process.exitCode = 1;
else
  console.log(
    `${everything.length} packages are installed, ${published.length} of them for what we publish: all licences are allowed`,
  );
for (const name of Object.keys(exceptions))
  expectThat(
    published.some((each) => each.name === name),
    `${name} is still needed, so that its exception is`,
  );

const [wanted, explained] = [named(), inTable()];
const unexplained = [...new Set([...wanted, ...explained])].filter(
  (name) => !(wanted.has(name) && explained.has(name)),
);
for (const name of unexplained)
  console.error(
    `${name}: ${wanted.has(name) ? "ARCHITECTURE.md does not say why it is here" : "it is in ARCHITECTURE.md, and nowhere else"}`,
  );
if (unexplained.length > 0) process.exitCode = 1;

console.log(advisories());

/** The dependencies of all manifests, without workspace packages. */
function named(): Set<string> {
  const manifests = run("git", ["ls-files", "--", "package.json", "*/package.json"]).trim().split("\n");
  const names = manifests.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, path), "utf8"));
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  return new Set(names.filter((name) => !name.startsWith("@reeve/")));
}

/** The dependencies with a reason in ARCHITECTURE.md. */
function inTable(): Set<string> {
  const [, table = ""] = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split(
    "## Dependencies, and why each is here\n",
  );
  return new Set([...table.matchAll(/^\| ([^|]+) \|/gm)].slice(1).flatMap(([, names = ""]) => names.split(", ")));
}

function installed(which: readonly string[]): readonly (Installed & { readonly licence: string })[] {
  const listed = JSON.parse(run("pnpm", ["--recursive", ...which, "licenses", "list", "--json"])) as Record<
    string,
    readonly Installed[]
  >;
  return Object.entries(listed).flatMap(([licence, packages]) => packages.map((each) => ({ ...each, licence })));
}

/** Known vulnerabilities of the installed packages; not every registry answers this, and offline none does. */
function advisories(): string {
  const asked = spawnSync("pnpm", ["--config.fetch-retries=0", "audit", "--json"], {
    encoding: "utf8",
    timeout: 60_000,
  });
  if (!asked.stdout.startsWith("{")) return "known vulnerabilities: skipped, because the registry does not answer that";
  const { advisories } = JSON.parse(asked.stdout) as { readonly advisories: Readonly<Record<string, Advisory>> };
  const lines = Object.values(advisories).map(
    ({ module_name, severity, title, url, findings }) =>
      `  ${severity}  ${module_name} ${findings.map(({ version }) => version).join(", ")}: ${title} (${url})`,
  );
  return [`known vulnerabilities: ${lines.length === 0 ? "none" : lines.length}`, ...lines].join("\n");
}

interface Advisory {
  readonly module_name: string;
  readonly severity: string;
  readonly title: string;
  readonly url: string;
  readonly findings: readonly { readonly version: string }[];
}
