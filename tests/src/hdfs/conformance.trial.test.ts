import type { AnyApi } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { readSite } from "@reeve/site-xml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { documentedRows } from "../documented-rows.ts";
import { titled } from "../real-engine.ts";
import { differences } from "../shape-differences.ts";
import { expectAnswer, type Walked, type Walker, walker } from "../walk.ts";
import { missingForFileSystem } from "./available.ts";
import { fileSystem, WAIT } from "./definition.ts";

/**
 * Requests every row of the file system's API document in each revision from real nodes, and also our own routes and bad requests, and
 * compares the answers with the simulation's.
 */

const missing = await missingForFileSystem();
const api = apis.find(({ name }) => name === "file-system") as AnyApi;
const rows = documentedRows.filter((row) => row.api === "file-system");
/** The routes of our own that read, and requests that are refused. */
const others: readonly (readonly [method: string, target: string])[] = [
  ["GET", "/reeve/v1/services/NAME/status"],
  ["GET", "/reeve/v1/services/NAME/nodes"],
  ["GET", "/reeve/v1/services/NAME/nodes/name-0"],
  ["GET", "/reeve/v1/services/NAME/plans/deploy"],
  ["GET", "/reeve/v1/services/NAME/endpoints/fs-site.xml"],
  ["GET", "/reeve/v1/services/NAME/endpoints/core-site.xml"],
  ["GET", "/reeve/v1/services/NAME/endpoints/no-site.xml"],
  ["GET", "/reeve/v1/services/NAME/nodes/data-9"],
  ["POST", "/reeve/v1/services/NAME/nodes/data-9/restart"],
  ["GET", "/service/NAME/v1/configurations/no-such-id"],
  ["GET", "/service/NAME/v1/plans/no-such-plan"],
  ["GET", "/service/NAME/v1/pod/data-9/info"],
  ["POST", "/service/NAME/v1/pod/data-9/replace"],
  ["GET", "/service/NAME/v1/pods/data-9/info"],
  ["POST", "/service/NAME/v1/pods/data-9/restart"],
  ["POST", "/service/NAME/v1/plans/deploy/continue?phase=none"],
  ["DELETE", "/service/NAME/v1/plans/deploy"],
];

describe.skipIf(missing !== undefined)(titled("the file system's document over real nodes", missing), () => {
  let reeve: Reeve;
  let real: Walker;
  let simulated: Walker;
  const table: string[] = [];
  const services = (revision: "V1" | "V2") => {
    const { engine: _, coordinators: __, ...same } = { coordinators: 1, ...fileSystem(revision) };
    return { services: { real: fileSystem(revision), simulated: { ...same, pace: 0 } } } as const;
  };

  beforeAll(async () => {
    reeve = await startReeve(services("V1"));
    real = walker(reeve, "real", WAIT.timeout);
    simulated = walker(reeve, "simulated");
    await Promise.all([real.quiet(), simulated.quiet()]);
  }, WAIT.timeout);
  afterAll(async () => {
    console.log(`\n${table.join("\n")}\n${table.length} requests to both`);
    await reeve?.close();
  }, 60_000);

  /** Compares two answers: the status, the fields and their types, the names of properties, and the words of refusals. */
  function compare(request: string, ofReal: Walked, ofSimulated: Walked): void {
    table.push(`${request.padEnd(70)} real ${ofReal.status}  simulated ${ofSimulated.status}`);
    expect(ofReal.status, `${ofReal.text}\n${ofSimulated.text}`).toBe(ofSimulated.status);
    expect(ofReal.type).toBe(ofSimulated.type);
    const matches = differences(documented(ofReal.body), documented(ofSimulated.body));
    expect(matches.filter((difference) => !explained.has(difference))).toEqual([]);
    if (ofReal.type.includes("xml")) expect(properties(ofReal.text)).toEqual(properties(ofSimulated.text));
    if (ofReal.status >= 400 && ofReal.type.includes("problem")) {
      expect(anonymous(ofReal.text)).toBe(anonymous(ofSimulated.text));
    }
  }

  describe.each(["V1", "V2"] as const)("%s", (revision) => {
    beforeAll(async () => {
      await reeve.deploy(services(revision));
      await Promise.all([real.quiet(), simulated.quiet()]);
    }, WAIT.timeout);

    test.each(rows.flatMap((row) => row.methods.map((method) => [method, row.path, row] as const)))(
      "%s %s",
      async (method, path, row) => {
        const [ofReal, ofSimulated] = await Promise.all([real.walk(method, row), simulated.walk(method, row)]);
        expectAnswer(api, revision, method, row, ofReal);
        compare(`${revision}  ${method} ${path}`, ofReal, ofSimulated);
      },
      WAIT.timeout,
    );

    test.each(others)(
      "%s %s",
      async (method, target) => {
        await Promise.all([real.quiet(), simulated.quiet()]);
        const answer = (walk: Walker, name: string) => walk.send(method, target.replace("NAME", name));
        const [ofReal, ofSimulated] = await Promise.all([answer(real, "real"), answer(simulated, "simulated")]);
        compare(`${revision}  ${method} ${target}`, ofReal, ofSimulated);
      },
      WAIT.timeout,
    );
  });
});

/** Differences that have a reason. */
const explained: ReadonlySet<string> = new Set([
  // Real nodes are Java processes with a version, which are checked for being alive.
  "pod-specs[].task-specs[].command-spec.environment.ENGINE_VERSION: only real",
  "pod-specs[].task-specs[].command-spec.environment.JAVA_OPTIONS: only real",
  "pod-specs[].task-specs[].health-check-spec: object here, null simulated",
  "version: string here, null simulated",
  "[].version: string here, null simulated",
  // Real nodes run without Kerberos, and get the addresses of the coordination service at each launch.
  ...["SECURE_MODE", "KERBEROS_PRIMARY", "KERBEROS_REALM", "COORDINATOR"].map(
    (name) => `pod-specs[].task-specs[].command-spec.environment.${name}: only simulated`,
  ),
]);

/** A list without the nodes of the coordination service, which only a real file system has. */
function documented(body: unknown): unknown {
  return Array.isArray(body) ? body.filter((each) => each?.internal !== true) : body;
}

const properties = (document: string) =>
  [...readSite(document).properties].map(({ name }) => name.replaceAll(/\b(real|simulated)\b/g, "NAME")).sort();

/** Removes what necessarily differs from a text: the instance's name and the ids of configurations. */
const anonymous = (text: string) =>
  text
    .replaceAll(/\b(real|simulated)\b/gi, "NAME")
    .replaceAll(/"instance":"[^"]*"/g, "")
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "ID");
