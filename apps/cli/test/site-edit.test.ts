import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

const DOCUMENT = `<?xml version="1.0"?>
<configuration>
  <!-- how often each block is kept -->
  <property><name>dfs.replication</name><value>2</value></property>
  <property><name>dfs.hosts</name><value>a &amp; b</value></property>
</configuration>
`;

function homeWith(text: string): ReturnType<typeof makeHome> & { readonly file: string } {
  const home = makeHome();
  const file = join(home.folder, "hdfs-site.xml");
  writeFileSync(file, text);
  return Object.assign(home, { file });
}

test("values are set in a file, which keeps its other bytes, its mode and its place behind a link", async () => {
  using home = homeWith(DOCUMENT);
  chmodSync(home.file, 0o640);
  symlinkSync(home.file, join(home.folder, "link.xml"));
  const outcome = await reeve(home, ["site", "set", "link.xml", "dfs.replication=3", "x=1=<2>"]);
  expect(outcome).toMatchObject({
    code: 0,
    out: "+ x = 1=<2>\n~ dfs.replication: 2 -> 3\nlink.xml is changed.\n",
  });
  expect(readFileSync(home.file, "utf8")).toBe(
    DOCUMENT.replace("<value>2<", "<value>3<").replace(
      "</configuration>",
      "  <property><name>x</name><value>1=&lt;2&gt;</value></property>\n</configuration>",
    ),
  );
  expect(statSync(home.file).mode & 0o777).toBe(0o640);
  expect(readdirSync(home.folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a dry run shows the differences and writes nothing", async () => {
  using home = homeWith(DOCUMENT);
  const outcome = await reeve(home, "site set hdfs-site.xml dfs.replication=3 --dry-run");
  expect(outcome).toMatchObject({
    code: 0,
    out: "~ dfs.replication: 2 -> 3\nhdfs-site.xml stays as it was (--dry-run).\n",
  });
  const json = await reeve(home, "site unset hdfs-site.xml dfs.hosts --dry-run --json");
  expect(JSON.parse(json.out)).toMatchObject({
    file: "hdfs-site.xml",
    changed: true,
    written: false,
    differences: { removed: [{ name: "dfs.hosts", value: "a & b" }] },
  });
  expect(readFileSync(home.file, "utf8")).toBe(DOCUMENT);
});

test("setting the value that is there writes nothing", async () => {
  using home = homeWith(DOCUMENT);
  const { mtimeMs } = statSync(home.file);
  const outcome = await reeve(home, "site set hdfs-site.xml dfs.replication=2");
  expect(outcome).toMatchObject({ code: 0, out: "No differences.\nhdfs-site.xml stays as it was.\n" });
  expect(statSync(home.file).mtimeMs).toBe(mtimeMs);
});

test("properties are removed, and a name that is not there is refused before anything is written", async () => {
  using home = homeWith(DOCUMENT);
  expect(await reeve(home, "site unset hdfs-site.xml dfs.hosts dfs.none")).toMatchObject({
    code: 6,
    err: expect.stringContaining("hdfs-site.xml has no property dfs.none"),
  });
  expect(readFileSync(home.file, "utf8")).toBe(DOCUMENT);
  expect(await reeve(home, "site unset hdfs-site.xml dfs.hosts")).toMatchObject({ code: 0 });
  expect(readFileSync(home.file, "utf8")).toBe(DOCUMENT.replace(/ {2}<property><name>dfs.hosts.*\n/, ""));
});

test("documents are merged into a file as a client loads them", async () => {
  using home = homeWith(DOCUMENT.replace("</value></property>\n  <property>", "</value><final>true</final></property>\n  <property>"));
  const before = readFileSync(home.file, "utf8");
  writeFileSync(
    join(home.folder, "more.xml"),
    "<configuration><property name='dfs.replication' value='1'/><property name='dfs.hosts' value='c'/></configuration>",
  );
  expect(await reeve(home, "site merge hdfs-site.xml more.xml")).toMatchObject({
    code: 0,
    out: [
      "~ dfs.hosts: a & b -> c",
      "! dfs.replication = 1 of more.xml has no effect, because line 4 of hdfs-site.xml makes it final",
      "hdfs-site.xml is changed.\n",
    ].join("\n"),
  });
  expect(readFileSync(home.file, "utf8")).toBe(before.replace("a &amp; b", "c"));
});

test("values are read from a file", async () => {
  using home = homeWith(DOCUMENT);
  expect(await reeve(home, "site get hdfs-site.xml dfs.hosts dfs.replication")).toMatchObject({
    code: 0,
    out: "a & b\n2\n",
  });
  expect((await reeve(home, "site get hdfs-site.xml dfs.hosts --json")).out).toBe('{"dfs.hosts":"a & b"}\n');
  expect((await reeve(home, "site get hdfs-site.xml")).out).toBe(DOCUMENT);
  expect(await reeve(home, "site get hdfs-site.xml dfs.none")).toMatchObject({
    code: 6,
    err: expect.stringContaining("hdfs-site.xml does not set dfs.none"),
  });
});

test.each([
  ["site set hdfs-site.xml dfs.replication", "expected NAME=VALUE"],
  ["site set - a=b", "expected a file that can be written"],
  ["site set missing.xml a=b", "there is no such file"],
  ["site set broken.xml a=b", "broken.xml: Line 1, column 1: <configuration> is not closed"],
])("%s is refused with the reason", async (line, reason) => {
  using home = homeWith(DOCUMENT);
  writeFileSync(join(home.folder, "broken.xml"), "<configuration>");
  expect(await reeve(home, line)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(reason) });
});
