/** Installs the packed service with npm as the test suites of other projects do: without the drivers of real engines and of Kubernetes. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, expectThat, run } from "../run.ts";
import type { Packed } from "./pack.ts";

/** The largest allowed size in megabytes of the service with its dependencies. */
const BUDGET = 25;

/** The packages that come only with the optional packages of real engines and runtimes. */
const drivers = ["@platformatic/kafka", "cassandra-driver", "@kubernetes/client-node"];

const program = `import { startReeve } from "@reeve/service";
await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
console.log(reeve.services.map(({ name }) => name).join());
const failed = await startReeve({ services: { kafka: { kind: "broker", engine: "kafka" } } }).catch((error: Error) => error.message);
console.log(failed);
`;

/** Uses the service without its optional packages, in a program that compiles with the strictest settings. */
export function useServiceAlone(packed: readonly Packed[], work: string): void {
  const folder = join(work, "service-alone");
  mkdirSync(folder);
  const tarballs = packed.map(({ manifest: { name }, tarball }) => [name, `file:${tarball}`] as const);
  const isService = ([name]: (typeof tarballs)[number]) => name === "@reeve/service";
  const manifest = {
    private: true,
    type: "module",
    dependencies: Object.fromEntries(tarballs.filter(isService)),
    overrides: Object.fromEntries(tarballs.filter((each) => !isService(each))),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder, stdio: "pipe" });
  for (const driver of drivers) expectThat(!existsSync(join(folder, "node_modules", driver)), `@reeve/service does not install ${driver}`);
  const files = globSync("node_modules/**", { cwd: folder }).map((file) => statSync(join(folder, file)));
  const megabytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 2 ** 20;
  expectThat(megabytes <= BUDGET, `@reeve/service is within ${BUDGET} MB, not ${megabytes.toFixed(1)} MB`);
  writeFileSync(join(folder, "program.ts"), program);
  const strict = ["--strict", "--noEmit", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2022"];
  run(bin("tsc"), [...strict, "--lib", "esnext,dom", "--types", "", "program.ts"], folder);
  const [services, failed = ""] = run(process.execPath, ["program.ts"], folder).split("\n");
  expectThat(services === "kafka", "@reeve/service alone runs simulated clusters");
  const sentence = "the engine kafka needs the package @reeve/engine-kafka, which is not installed: npm install @reeve/engine-kafka";
  expectThat(failed.includes(sentence), `@reeve/service alone says what a real engine needs, not: ${failed}`);
  console.log(`@reeve/service alone: ${megabytes.toFixed(1)} MB, runs simulated clusters and brings no driver`);
}
