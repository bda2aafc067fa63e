import type { Reeve } from "@reeve/service";
import { hasPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { type Home, makeHome, reeve, typed } from "./command-line.ts";
import { offeredAt } from "./completion-at.ts";
import { startServer } from "./small-server.ts";

let cluster: Reeve;
let home: Home;
beforeAll(async () => {
  cluster = await startCluster("kafka-r1", "kafka-r3");
  home = homeAt(cluster, "kafka-r3");
  await reeve(home, "broker topics create orders --partitions 3 --replication 3");
});
afterAll(async () => {
  home[Symbol.dispose]();
  await cluster.close();
});

const lineOf = (out: string, name: string) => out.split("\n").find((line) => line.startsWith(`${name} `)) ?? "";

describe("several names", () => {
  test("are created with settings and the brokers' own defaults, and deleted, by one command each", async () => {
    const created = await reeve(home, "broker topics create a b c --set retention.ms=1000 --set cleanup.policy=compact,delete");
    expect(created).toMatchObject({ code: 0, err: "" });
    expect(created.out.split("\n").slice(0, 3)).toEqual(
      ["a", "b", "c"].map((topic) => `Created topic "${topic}" with 1 partition and 3 replicas of each.`),
    );
    expect((await reeve(home, "broker topics list")).out).toBe("a\nb\nc\norders\n");
    const { out } = await reeve(home, "broker topics settings b");
    expect(lineOf(out, "cleanup.policy")).toMatch(/^cleanup\.policy +compact,delete +topic +delete *$/);
    const deleted = await reeve(home, "broker topics delete a b c --yes --json");
    expect(
      deleted.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).note),
    ).toHaveLength(3);
    expect((await reeve(home, "broker topics list")).out).toBe("orders\n");
  });

  test("end at the first that fails, and the rest is named", async () => {
    const { code, out, err } = await reeve(home, "broker topics create first orders last --partitions 1 --replication 3");
    expect({ code, out, err }).toEqual({
      ...{ code: 7, out: 'Created topic "first".\n' },
      err: "not tried: last\nerror: Topic orders exists already (409)\n",
    });
    expect((await reeve(home, "broker topics list")).out).toBe("first\norders\n");
    await reeve(home, "broker topics delete first --yes");
  });

  test("are all checked before the first request", async () => {
    const { code, err } = await reeve(home, "broker topics create fine un/fit --partitions 1 --replication 1");
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("<topic>: expected the name of a topic"),
    });
    expect((await reeve(home, "broker topics list")).out).toBe("orders\n");
  });

  test.skipIf(!hasPseudoTerminal)("are confirmed together", { timeout: 30_000 }, async () => {
    await reeve(home, "broker topics create one two --partitions 2 --replication 3");
    await using terminal = typed(home, "broker topics delete one two");
    await terminal.until("This deletes the topic one with all its records.");
    await terminal.until("This deletes the topic two with all its records.");
    await terminal.until("one has 2 partitions; two has 2 partitions");
    await terminal.until("Type one two to confirm:");
    terminal.type("one two\r");
    await terminal.until("the topic two has been deleted");
    expect((await reeve(home, "broker topics list")).out).toBe("orders\n");
  });
});

describe("the documented request", () => {
  test("is sent if it can express the arguments, otherwise the one of the Reeve service", async () => {
    const sent = async (line: string) => (await reeve(home, `broker topics create ${line} --dry-run`)).out.split("\n")[0];
    expect(await sent("x --partitions 2 --replication 1")).toMatch(/\/service\/kafka-r3\/v1\/topics\/x\?partitions=2&/);
    expect(await sent("x --partitions 2")).toMatch(/\/reeve\/v1\/services\/kafka-r3\/topics\/x$/);
    expect(await sent("x --partitions 2 --replication 1 --set retention.ms=1")).toContain("/reeve/v1/");
  });

  test("is advised if the server does not know the other", async () => {
    await using server = await startServer((_, answer) => void answer.writeHead(404).end());
    using elsewhere = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "kafka", REEVE_REVISION: "R3" });
    const { code, err } = await reeve(elsewhere, "broker topics create orders");
    expect({ code, err }).toMatchObject({
      ...{ code: 6 },
      err: expect.stringContaining("For other servers, give exactly --partitions and --replication."),
    });
  });
});

describe("settings", () => {
  test("are changed, shown with their origin, and inherited again", async () => {
    const set = await reeve(home, "broker topics configure orders retention.ms=60000 segment.ms=1000");
    expect(set.out.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^SETTING +VALUE +ORIGIN +INHERITED *$/),
      expect.stringMatching(/^retention\.ms +60000 +topic +604800000 *$/),
      expect.stringMatching(/^segment\.ms +1000 +topic +604800000 *$/),
    ]);
    expect((await reeve(home, "broker topics describe orders -o wide")).out).toMatch(/\n\nSETTING[^\n]+\nmin\.insync[^\n]+\nretention\.ms/);
    const unset = await reeve(home, "broker topics configure orders --unset retention.ms,segment.ms");
    expect(unset.out).toMatch(/^SETTING +VALUE +ORIGIN\nretention\.ms +604800000 +default\nsegment\.ms +604800000 +default\n$/);
  });

  test.each([
    ["retention.mss=1", 2, "retention.mss is not a setting of a topic; did you mean retention.ms?"],
    ["retention.ms=soon", 2, "expected a whole number of at least -1"],
    ["retention.ms", 2, '<name=value>: expected name=value, got "retention.ms"'],
    ["retention.ms=1 retention.ms=2", 2, '"retention.ms" is given twice'],
    ["", 2, "<name=value>: expected a setting to set or to unset"],
    ["retention.ms=1 --unset retention.ms", 2, "retention.ms cannot be both set and unset"],
  ])("%j is refused", async (words, code, message) => {
    expect(await reeve(home, `broker topics configure orders ${words}`)).toEqual({
      ...{ code, out: "", err: expect.stringContaining(message) },
    });
  });

  test("are completed with the equals sign, and topics with names that are not typed yet", async () => {
    await reeve(home, "broker topics create payments --partitions 1 --replication 3");
    const configure = ["broker", "topics", "configure"];
    expect(await offeredAt(home, [...configure, ""])).toEqual(["orders", "payments"]);
    expect(await offeredAt(home, [...configure, "orders", "retention."])).toEqual(["retention.bytes=", "retention.ms="]);
    expect(await offeredAt(home, [...configure, "orders", "--unset", "retention.ms,retention."])).toEqual(["retention.ms,retention.bytes"]);
    expect(await offeredAt(home, ["broker", "topics", "delete", "orders", ""])).toEqual(["payments"]);
    expect(await offeredAt(home, ["broker", "groups", "show", "b"])).toEqual(["billing"]);
    await reeve(home, "broker topics delete payments --yes");
  });
});

describe("groups", () => {
  test("are reset after a dry run and a confirmation that says what it does", { timeout: 30_000 }, async () => {
    await reeve(home, "broker topics producer-test orders --messages 100");
    const dry = await reeve(home, "broker groups reset reports --topics orders --to last --dry-run");
    expect(dry.out).toMatch(/^TOPIC +PARTITION +FROM +TO +LAG AFTER\n(?:orders .*\n){3}\n3 partitions: 100 records are skipped\n$/);
    expect((await reeve(home, "broker groups list --json")).out).toContain('"group":"reports","state":"Empty","members":0');
    const refused = await reeve(home, "broker groups reset reports --topics orders --to last");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("Add --yes to confirm it.") });
    if (hasPseudoTerminal) {
      await using terminal = typed(home, "broker groups reset reports --topics orders --to last");
      await terminal.until("This replaces the offsets of the group reports");
      await terminal.until("3 partitions: 100 records are skipped");
      terminal.type("reports\r");
      await terminal.until("reports has been reset");
    } else await reeve(home, "broker groups reset reports --topics orders --to last --yes");
    expect((await reeve(home, "broker groups show reports")).out).toMatch(/\n0 records to read\n$/);
  });

  test("of an unknown name are refused with a similar one", async () => {
    expect(await reeve(home, "broker groups show reprots")).toMatchObject({
      ...{ code: 6, err: 'error: no group "reprots" in kafka-r3. Did you mean "reports"?\n' },
    });
  });
});

test("partitions are moved by hand", { timeout: 60_000 }, async () => {
  const line = "broker partitions assign orders --numbers 0,1 --replicas 2,broker-0,1";
  expect((await reeve(home, `${line} --dry-run`)).out).toMatch(/\n\d partitions?, /);
  expect(await reeve(home, `${line} --wait`)).toMatchObject({ code: 0, out: "The partitions have moved.\n" });
  const placed = JSON.parse((await reeve(home, "broker partitions list --topics orders --json")).out);
  expect(placed.slice(0, 2).map(({ replicas }: { replicas: number[] }) => replicas)).toEqual([
    [2, 0, 1],
    [2, 0, 1],
  ]);
  expect(await reeve(home, `${line} --wait`)).toMatchObject({ code: 0, out: "There is nothing to move.\n" });
});
