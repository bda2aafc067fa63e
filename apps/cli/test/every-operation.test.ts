import { dashed, type ListedOperation, listOperations } from "@reeve/contract";
import type { Reeve } from "@reeve/service";
import { apis } from "@reeve/tests/apis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationCommand } from "../src/services/group.ts";
import { serviceKind } from "../src/services/kind.ts";
import { ask, homeAt, startCluster } from "./cluster.ts";
import { type Ended, type Home, reeve } from "./command-line.ts";
import { columns, lines } from "./lines.ts";
import { withoutChance } from "./without-chance.ts";

let cluster: Reeve;
/**
 * A second service for the lines with `--json`: some operations, such as a restore, only work in a cluster in which they have not run yet.
 */
let another: Reeve;
beforeAll(async () => {
  [cluster, another] = await Promise.all([startCluster(), startCluster()]);
});
afterAll(() => Promise.all([cluster.close(), another.close()]));

const SECRETS = { REEVE_S3_ACCESS_KEY: "canary-access", REEVE_S3_SECRET_KEY: "canary-secret" };

/** The exit code of each line in each revision, for the table that is printed at the end. */
const ends = new Map<string, Map<string, number>>();

describe.each(apis)("$name", (api) => {
  const typed = lines[api.name] ?? [];

  const typedFor = ({ noun, verb }: ListedOperation) => typed.find((line) => `${line} `.startsWith(`${dashed(noun)} ${dashed(verb)} `));

  /** The command line of an operation: from the list of lines, or else the example in the help. */
  const lineFor = async (listed: ListedOperation) => {
    const [example = ""] = operationCommand(await serviceKind(api.name), listed).examples;
    return typedFor(listed) ?? example.replace(`${api.name} `, "");
  };

  describe.each(columns[api.name] ?? [])("in %s", (revision, instance) => {
    const has = (line: string) => {
      const [noun, verb] = line.split(" ");
      const match = listOperations(api).find((each) => dashed(each.noun) === noun && dashed(each.verb) === verb);
      // A line that is more than one operation, such as a wait, works in every revision that has plans.
      return match?.revisions.includes(revision) ?? true;
    };

    test.each(["", " --json"])("each command does what its help says%s", { timeout: 300_000 }, async (flag) => {
      const there = flag === "" ? cluster : another;
      using home = homeAt(there, instance);
      const seen: string[] = [];
      for (const line of typed.filter((each) => flag === "" || !each.includes("-o wide"))) {
        // With --timeout, a wait that would never end fails with its own message instead of the test's timeout.
        const whole = `${api.name} ${await filledIn(line, home, api.name)}${flag} --timeout 30s`;
        const { code, out, err } = await reeve(home, whole, { env: SECRETS });
        expect(code, `reeve ${whole}\n${err}`).toBe(has(line) ? 0 : 3);
        expect(out + err).not.toContain("canary");
        ends.set(`${api.name} ${line}`, (ends.get(`${api.name} ${line}`) ?? new Map()).set(revision, code));
        seen.push(session(`${api.name} ${line}${flag}`, { code, out, err }));
      }
      await expect(withoutChance(seen.join("\n"))).toMatchFileSnapshot(`sessions/${instance}${flag === "" ? "" : "-json"}.txt`);
    });

    test("operations without a line work with their declared example", { timeout: 300_000 }, async () => {
      const rank = { read: 0, change: 1, destroy: 2 };
      const untyped = listOperations(api)
        .filter((listed) => typedFor(listed) === undefined)
        .sort((one, other) => rank[one.operation.effect] - rank[other.operation.effect]);
      if (untyped.length === 0) return;
      using home = homeAt(cluster, instance);
      // Examples use a topic of this name.
      if (api.name === "broker") await reeve(home, "broker topics create orders --partitions 3 --replication 2");
      for (const listed of untyped) {
        const line = await lineFor(listed);
        const agreed = listed.operation.effect === "destroy" ? " --yes" : "";
        for (const flag of ["", " --json"]) {
          const whole = `${api.name} ${line}${agreed}${flag} --timeout 30s`;
          const { code, out, err } = await reeve(home, wordsIn(whole), { env: SECRETS });
          expect(code, `reeve ${whole}\n${err}`).toBe(listed.revisions.includes(revision) ? 0 : 3);
          // The note about an empty list is on stderr, so that programs do not read it as a name.
          expect(out + err, whole).toMatch(/\S/);
          expect(out + err).not.toContain("canary");
          ends.set(`${api.name} ${line}`, (ends.get(`${api.name} ${line}`) ?? new Map()).set(revision, code));
        }
      }
      if (api.name === "broker") await reeve(home, "broker topics delete orders --yes --wait");
    });

    test("reads print as JSON exactly what the server sent", async () => {
      using home = homeAt(cluster, instance);
      await reeve(home, `${api.name} topics create exact --partitions 2 --replication 1`);
      for (const listed of listOperations(api)) {
        if (listed.operation.effect !== "read" || !listed.revisions.includes(revision)) continue;
        // A dry run hides keys, so a request with keys in its body cannot be sent from the shown text.
        if (listed.operation.body.length > 0) continue;
        const line = await lineFor(listed);
        const whole = `${api.name} ${await filledIn(line.replace("orders", "exact"), home, api.name)}`;
        const { out: request } = await reeve(home, wordsIn(`${whole} --dry-run --json`));
        const { method, url } = JSON.parse(request);
        const sent = await ask(cluster, method, url.slice(cluster.url.length));
        const { out } = await reeve(home, wordsIn(`${whole} --json`));
        const isText = !/^\s*[[{"]/.test(sent);
        expect(out, whole).toBe(`${isText ? JSON.stringify(sent) : sent.trimEnd()}\n`);
      }
      await reeve(home, `${api.name} topics delete exact --yes`);
    });
  });
});

afterAll(() => {
  const revisions = Object.values(columns).flatMap((each) => each.map(([revision]) => revision));
  const widest = Math.max(...[...ends.keys()].map((line) => line.length));
  console.log(["".padEnd(widest), ...revisions].join("  "));
  for (const [line, byRevision] of ends) {
    const cells = revisions.map((revision) => `${byRevision.get(revision) ?? ""}`.padEnd(2));
    console.log([line.padEnd(widest), ...cells].join("  ").trimEnd());
  }
});

const NO_ID = "00000000-0000-4000-8000-000000000000";

/** Splits a line into words as a shell does. */
function wordsIn(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Writes a session in the form in which pages show it. */
function session(line: string, { code, out, err }: Ended): string {
  return `$ reeve ${line}\n${out}${err}${code === 0 ? "" : `(${code})\n`}`;
}

/** Fills in values that only the server knows. */
async function filledIn(line: string, home: Home, kind: string): Promise<string> {
  if (!line.includes("{")) return line;
  const { out: ids } = await reeve(home, `${kind} configurations list --json`);
  const { out: plan } = await reeve(home, `${kind} plans show --json`);
  const { phases } = JSON.parse(plan);
  const [phase] = phases;
  const [step] = phase.steps ?? phase.blocks;
  // A revision that cannot list configurations cannot show one either, so with any id the command is refused in the same way.
  const known = { id: ids === "" ? NO_ID : JSON.parse(ids)[0], phase: phase.name, step: step.name };
  return line.replaceAll(/\{(id|phase|step)\}/g, (_, name: keyof typeof known) => known[name]);
}
