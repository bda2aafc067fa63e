import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

test("the short words for kinds are accepted wherever a kind is named", async () => {
  using home = makeHome({ REEVE_SERVICE: "wc=x" });
  const added = await reeve(home, "profiles add u --url http://cluster.example --service fs=hdfs --revision fs=V2");
  expect(added).toMatchObject({ code: 0 });
  expect((await reeve(home, "profiles show u")).out).toMatch(/^file-system +hdfs \(V2\)$/m);
  expect((await reeve(home, "config show")).out).toMatch(/^wide-column service +x +REEVE_SERVICE/m);
  const up = await reeve(home, "up --revision wc=R9");
  expect(up).toMatchObject({ code: 2, err: expect.stringContaining("the revisions of the wide-column API are W1") });
});

test.each([
  ["--url http://h/?a=b#c", "--url: it cannot have a query or a fragment"],
  ["--url ftp://h", '--url: "ftp://h" cannot be used: expected http:// or https://'],
  ["--url h", '--url: "h" cannot be used: it is not a URL: expected something like https://cluster.example'],
  ["--url http://user:canary@host/", "--url: an address cannot contain a user or a password; reeve login stores a login"],
  ["--revision broker=BOGUS", "--revision broker=BOGUS: the revisions of the broker API are R1, R2, R3"],
  ["--revision wide-column=R1", "--revision wide-column=R1: the revisions of the wide-column API are W1"],
  ["--ca /nonexistent", "--ca: /nonexistent cannot be read: there is no such file"],
  ["--ca no.pem", /^error: --ca: \S+no\.pem holds no certificate in PEM form\n$/],
  ["--service broker=../x", '--service broker=../x: ".." is not allowed in a path'],
])("a profile does not store %s", async (flags, sentence) => {
  using home = makeHome();
  writeFileSync(join(home.folder, "no.pem"), "no certificate");
  expect((await reeve(home, "profiles add u --url http://cluster.example/base")).code).toBe(0);
  const url = flags.startsWith("--url") ? "" : "--url http://cluster.example";
  for (const line of [`profiles add p ${url} ${flags}`, `profiles change u ${flags}`]) {
    const { code, out, err } = await reeve(home, line);
    expect({ line, code, out }).toEqual({ line, code: 2, out: "" });
    expect(err).toEqual(typeof sentence === "string" ? `error: ${sentence}\n` : expect.stringMatching(sentence));
    expect(err).not.toContain("canary");
  }
  expect((await reeve(home, "profiles list -o name")).out).toBe("u\n");
  expect((await reeve(home, "profiles show u")).out).toBe("url  http://cluster.example/base\n");
});
