import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hdfsSoftware } from "@reeve/engine-hdfs/software";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingFor, titled } from "../real-engine.ts";
import { type Walker, walker } from "../walk.ts";
import { fileSystem, WAIT } from "./definition.ts";
import { fileSystemShell } from "./shell.ts";

/** Its addresses follow from its name: two runs need names of their own. */
const NAME = `files-${process.pid}`;

const missing = await missingFor(hdfsSoftware);

describe.skipIf(missing !== undefined)(titled("a real file system comes up", missing), () => {
  let reeve: Reeve;
  let walk: Walker;
  const document = async (name: string) => (await walk.send("GET", `/service/${NAME}/v1/endpoints/${name}`)).text;

  beforeAll(async () => {
    reeve = await startReeve({ services: { [NAME]: fileSystem("V2") } });
    walk = walker(reeve, NAME, 400_000);
    await walk.quiet();
  }, 500_000);
  afterAll(() => reeve?.close(), 60_000);

  test("its own shell writes and reads with the served documents alone", WAIT, async () => {
    const shell = await fileSystemShell({
      fsSite: await document("fs-site.xml"),
      coreSite: await document("core-site.xml"),
    });
    const folder = mkdtempSync(join(tmpdir(), "reeve-files-"));
    const content = randomBytes(3_000_000);
    writeFileSync(join(folder, "there"), content);
    await shell("-put", join(folder, "there"), "/random");
    await shell("-get", "/random", join(folder, "back"));
    expect(readFileSync(join(folder, "back")).equals(content)).toBe(true);
    expect(await shell("-ls", "/")).toMatch(/ 3 \S+ .* 3000000 .* \/random$/m);
  });
});
