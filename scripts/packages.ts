/**
 * Builds and packs every package and checks what would be published: contents, manifest, resolution of types, a program outside this
 * repository that compiles and runs against the tarballs, and a bundle for browsers.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForBrowsers, bundlePart, type Part } from "./packages/browser.ts";
import { useInstalled } from "./packages/installed-program.ts";
import { compileOutside, makeProject, runCommands } from "./packages/outside.ts";
import { inspect, packAll } from "./packages/pack.ts";
import { checkPage } from "./packages/page.ts";
import { followReadmes } from "./packages/readmes.ts";
import { useServiceAlone } from "./packages/service-alone.ts";

/**
 * The largest allowed size in kilobytes of each package with its dependencies, minified and compressed. Each budget leaves some room above
 * the current size. `site-xml` contains fast-xml-parser's validator, parser and builder. The file system's client loads `site-xml` as a
 * part of its own, with the first document that is read.
 */
const budgets: Readonly<Record<string, number>> = {
  "@reeve/contract": 12,
  "@reeve/site-xml": 46,
  "@reeve/auth": 11,
  "@reeve/transport": 18,
  "@reeve/scheduler-models": 16,
  "@reeve/broker-models": 22,
  "@reeve/wide-column-models": 16,
  "@reeve/file-system-models": 13,
  "@reeve/client": 35,
  "@reeve/broker-client": 60,
  "@reeve/wide-column-client": 54,
  "@reeve/file-system-client": 87,
};

/** Packages for terminals, files, sockets and processes do not run in browsers. */
const needNode = new Set([
  "@reeve/terminal",
  "@reeve/profiles",
  "@reeve/pictures",
  "@reeve/commands",
  "@reeve/orchestrator",
  "@reeve/laws",
  "@reeve/file-system-pods",
  "@reeve/broker-planning",
  "@reeve/backups",
  "@reeve/java-software",
  "@reeve/engine-simulated",
  "@reeve/engine-hdfs",
  "@reeve/engine-kafka",
  "@reeve/engine-cassandra",
  "@reeve/runtime-kubernetes",
  "@reeve/runtime-local",
  "@reeve/service",
  "@reeve/repl",
  "@reeve/cli",
]);

/** Parts of packages that are bundled alone, with the largest allowed size in kilobytes. */
const parts: readonly Part[] = [
  {
    what: "one operation",
    entry: `export { createTopic } from "@reeve/broker-models";`,
    budget: 5,
    without: ["List the brokers", "Describe a topic", "Show a plan", "target configuration"],
  },
  {
    what: "a client with a token",
    entry: `export { createBrokerClient } from "@reeve/broker-client";`,
    budget: 52,
    without: ["RSASSA-PKCS1-v1_5"],
  },
];

/** Functions of the clients that read answers. Importing one of them must not load the schemas. */
const helpers: Readonly<Record<string, readonly string[]>> = {
  "@reeve/broker-client": [
    ...["activeStage", "isDecisionPoint", "offsetsOf", "partitionsOf", "readPartitionReport", "readProducerTest", "summaryOf"],
    ...["isReeveError", "outcomeOf", "rolloutState"],
  ],
  "@reeve/wide-column-client": ["modeOf"],
  "@reeve/file-system-client": [
    ...["avoidedTypes", "demandOf", "environmentOf", "isOneShot", "labelsOf", "parseNodeId", "summaryOf", "totalsOf"],
  ],
};

const work = mkdtempSync(join(tmpdir(), "reeve-packages-"));
try {
  const packed = packAll(join(work, "tarballs"));
  for (const each of packed) inspect(each);
  const project = makeProject(join(work, "project"), packed);
  compileOutside(project, packed);
  followReadmes(work, packed);
  runCommands(project, packed);
  for (const { manifest } of packed) {
    const budget = budgets[manifest.name];
    if (!needNode.has(manifest.name)) await bundleForBrowsers(project, manifest.name, budget ?? 0);
  }
  for (const part of parts) await bundlePart(project, part);
  for (const [name, functions] of Object.entries(helpers)) {
    for (const each of functions) {
      const entry = `export { ${each} } from "${name}";`;
      await bundlePart(project, { what: `${each} of ${name}`, entry, budget: 1, without: [], unmarked: true });
    }
  }
  const service = packed.find(({ manifest }) => manifest.name === "@reeve/service");
  if (service) await checkPage(service);
  useInstalled(packed, work);
  useServiceAlone(packed, work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
