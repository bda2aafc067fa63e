import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

const property = ([name, value]: readonly string[]) => `<property><name>${name}</name><value>${value}</value></property>`;
const site = (...properties: readonly (readonly [name: string, value: string])[]) =>
  `<?xml version="1.0"?>\n<configuration>${properties.map(property).join("")}</configuration>\n`;
const check = (home: ReturnType<typeof makeHome>, input: string | Buffer, flags = "") => reeve(home, `site check - ${flags}`, { input });

test("a document with a meaningless name is checked by its content", async () => {
  using home = makeHome();
  const handlers = ["dfs.namenode.handler.count", "many"] as const;
  expect(await check(home, site(handlers))).toMatchObject({ code: 2, err: expect.stringContaining("handler.count") });
  expect(await check(home, site(["fs.defaultFS", "no url"]))).toMatchObject({ code: 2 });
  const both = site(["dfs.nameservices", "hdfs"], ["fs.defaultFS", "hdfs://hdfs"]);
  expect((await check(home, both)).out).toBe(
    "2 properties, the values of fs-site and core-site have the right types, nothing unusual found\n",
  );
  expect(JSON.parse((await check(home, both, "--json")).out).checkedAs).toBe("fs-site,core-site");
  expect(JSON.parse((await check(home, both, "--json --as core-site")).out).checkedAs).toBe("core-site");
});

test("a document of an unknown kind is reported as not checked", async () => {
  using home = makeHome();
  const unknown = site(["yarn.acl.enable", "perhaps"]);
  expect(await check(home, unknown)).toMatchObject({
    code: 0,
    out: "1 property, values not checked: give --as fs-site or --as core-site, nothing unusual found\n",
  });
  expect(JSON.parse((await check(home, unknown, "--json")).out).checkedAs).toBeNull();
});

test("a document that clients refuse does not pass", async () => {
  using home = makeHome();
  const undeclared = '<configuration>\n  <property u:name="dfs.replication" value="3"/>\n</configuration>\n';
  const words = "line 2, column 13: error: Clients refuse the whole file, because the prefix u of u:name is not declared.";
  expect(await check(home, undeclared)).toMatchObject({
    code: 2,
    out: expect.stringContaining(words),
    err: expect.stringContaining("because the prefix u of u:name is not declared"),
  });
  const { problems } = JSON.parse((await check(home, undeclared, "--json")).out);
  expect(problems).toContainEqual(expect.objectContaining({ severity: "error", line: 2, column: 13 }));
});

test("a value that clients do not accept is reported", async () => {
  using home = makeHome();
  expect((await check(home, site(["dfs.permissions.enabled", "yes"]))).out).toContain(
    'line 2: dfs.permissions.enabled is "yes", which clients ignore: they expect true or false.',
  );
});

test("a document in another encoding is refused with the encoding's name, and no byte is misread", async () => {
  using home = makeHome();
  const latin1 = Buffer.from(site(["a", "é"]), "latin1");
  const refused = { code: 2, out: "", err: expect.stringContaining("the bytes are not UTF-8") };
  expect(await check(home, latin1)).toMatchObject(refused);
  writeFileSync(join(home.folder, "latin1.xml"), latin1);
  expect(await reeve(home, "site check latin1.xml")).toMatchObject(refused);
  expect(await reeve(home, "site diff latin1.xml latin1.xml")).toMatchObject(refused);
  expect(await check(home, Buffer.from(`\ufeff${site(["a", "b"])}`, "utf16le"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("encoded in UTF-16LE, but only UTF-8 can be read"),
  });
});
