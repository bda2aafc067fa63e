import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** A program in which each line must cause a compile error at its noun. */
const program = `
import { createBrokerClient } from "${root}/packages/clients/broker-client/src/index.ts";
import { createFileSystemClient } from "${root}/packages/clients/file-system-client/src/index.ts";
import { createWideColumnClient } from "${root}/packages/clients/wide-column-client/src/index.ts";
const reach = { url: "https://cluster.example", service: "service" };
createBrokerClient({ ...reach, revision: "R3" }).topics.lst();
createBrokerClient({ ...reach, revision: "R3" }).configurations.lst();
createBrokerClient(reach).plans.shw();
createFileSystemClient({ ...reach, revision: "V2" }).pods.infos();
createFileSystemClient(reach).configurations.lst();
createWideColumnClient(reach).backup.strt();
export const topics: number = createBrokerClient({ ...reach, revision: "R1" }).topics;
`;

test("a mistake in a noun of a client gives one short line of the compiler that names the noun", () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-type-errors-"));
  try {
    const file = join(folder, "wrong.mts");
    writeFileSync(file, program);
    const config = join(folder, "tsconfig.json");
    const typeRoots = [join(root, "node_modules/@types")];
    const settings = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: { typeRoots },
      files: [file],
      include: [],
    };
    writeFileSync(config, JSON.stringify(settings));
    const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", config, "--pretty", "false"], {
      encoding: "utf8",
    });
    const lines = stdout.trim().split("\n");
    const errors = lines.map((line) => line.slice(line.indexOf("error TS")));
    expect(errors.map((line) => /'([A-Za-z]+Noun<[^']*>)'/.exec(line)?.[1])).toEqual([
      'BrokerNoun<"topics", "R3">',
      'BrokerNoun<"configurations", "R3">',
      'BrokerNoun<"plans", undefined>',
      'FileSystemNoun<"pods", "V2">',
      'FileSystemNoun<"configurations", undefined>',
      'WideColumnNoun<"backup">',
      'BrokerNoun<"topics", "R1">',
    ]);
    expect(Math.max(...errors.map((line) => line.length))).toBeLessThan(130);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
