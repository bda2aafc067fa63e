/**
 * Checks the installed dependencies: whether ARCHITECTURE.md gives a reason for each, whether its licence is allowed, and which
 * vulnerabilities are known. Exits with 1 for a missing reason or a forbidden licence. Vulnerabilities are only printed, because a new one
 * may be known at any time, without a commit.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectThat, run } from "./run.ts";
import { publishedPackages, root } from "./workspace.ts";

/** Licences that are allowed in what is published: they require attribution at most. */
const shipped = new Set(["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "PSF-2.0", "Unlicense"]);

/** Licences that are also allowed for development tools, which are not published. */
const tools = new Set([...shipped, "MIT OR Apache-2.0", "MPL-2.0", "BlueOak-1.0.0", "CC0-1.0"]);

/** Packages that may be published in spite of their licence, with the reason for each. */
const exceptions: Readonly<Record<string, string>> = {
  "@jmespath-community/jmespath": "MPL-2.0 only concerns changes of its own files: it is installed unchanged, and never bundled",
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
  console.error(`${name}: the licence ${licence} is not on the list of allowed licences (scripts/dependencies.ts)`);
if (refused.length > 0) process.exitCode = 1;
else
  console.log(
    `the licences of all ${everything.length} installed packages are allowed (${published.length} of them are used by published packages)`,
  );
for (const name of Object.keys(exceptions))
  expectThat(
    published.some((each) => each.name === name),
    `${name}, which has an exception, is still a dependency of a published package`,
  );

const [wanted, explained] = [named(), inTable()];
const unexplained = [...new Set([...wanted, ...explained])].filter((name) => !(wanted.has(name) && explained.has(name)));
for (const name of unexplained)
  console.error(
    `${name}: ${wanted.has(name) ? "ARCHITECTURE.md does not say why it is needed" : "ARCHITECTURE.md lists it, but it is not a dependency"}`,
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
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [table = ""] = page.split("## Dependencies, and why each is here\n")[1]?.split(/^## /m) ?? [];
  return new Set([...table.matchAll(/^\| ([^|]+) \|/gm)].slice(1).flatMap(([, names = ""]) => names.split(", ")));
}

function installed(which: readonly string[]): readonly (Installed & { readonly licence: string })[] {
  const listed = JSON.parse(run("pnpm", ["--recursive", ...which, "licenses", "list", "--json"])) as Record<string, readonly Installed[]>;
  return Object.entries(listed).flatMap(([licence, packages]) => packages.map((each) => ({ ...each, licence })));
}

/** The known vulnerabilities of the installed packages, as text. Says so if the registry does not report them or cannot be reached. */
function advisories(): string {
  const request = spawnSync("pnpm", ["--config.fetch-retries=0", "audit", "--json"], {
    encoding: "utf8",
    timeout: 60_000,
  });
  if (!request.stdout.startsWith("{")) return "known vulnerabilities: not checked, because the registry does not report them";
  const { advisories } = JSON.parse(request.stdout) as { readonly advisories: Readonly<Record<string, Advisory>> };
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
