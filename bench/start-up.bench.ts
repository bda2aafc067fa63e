import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { startAskedServer } from "./asked-server.ts";
import type { Measure } from "./measure.ts";

// Uses the published bundles, because Node would have to strip types from the sources first.
const folder = mkdtempSync(join(tmpdir(), "reeve-start-up-"));
const server = await startAskedServer();

const url = `url: process.argv[2] ?? "https://cluster.example", credentials: token("token")`;
const made = `import { token } from "@reeve/auth";
import { createTransport } from "@reeve/transport";
const transport = createTransport({ ${url} });
`;
const sent = `const request = { method: "GET", path: "/service/kafka/v1/topics", query: "" };
const { body } = await transport.send({ request, effect: "read" });
if (body.length !== 2) process.exit(1);
`;
const requested = `const body = JSON.parse(await (await fetch(process.argv[2] + "/service/kafka/v1/topics")).text());
if (body.length !== 2) process.exit(1);
`;
const askedByKy = `import ky from "ky";
const body = await ky(process.argv[2] + "/service/kafka/v1/topics").json();
if (body.length !== 2) process.exit(1);
`;

const node = promisify(execFile);
const nothing = () => node(process.execPath, ["-e", "0"]);
const making = await program("made", made);
const calling = await program("called", made + sent);
const fetching = await program("fetched", requested);
const callingKy = await program("called-by-ky", askedByKy);

export const measures: readonly Measure[] = [
  {
    name: "importing and creating a transport",
    against: "node -e 0",
    goal: 1.15,
    subject: making,
    floor: nothing,
  },
  { name: "its first call", against: "node -e 0", subject: calling, floor: nothing },
  { name: "the transport's first call, compared with fetch", against: "one fetch", subject: calling, floor: fetching },
  {
    name: "the transport's first call, compared with ky",
    against: "one ky(…).json()",
    subject: calling,
    floor: callingKy,
  },
];

export function close(): void {
  server.close();
  rmSync(folder, { recursive: true });
}

/** Bundles a program. Each call of the returned function starts the program. */
async function program(name: string, source: string): Promise<() => Promise<unknown>> {
  const input = join(import.meta.dirname, `.${name}.js`);
  const values = {
    name: "given",
    resolveId: (id: string) => (id === input ? id : null),
    load: (id: string) => (id === input ? source : null),
  };
  const bundle = await rolldown({
    input,
    cwd: import.meta.dirname,
    platform: "node",
    logLevel: "silent",
    plugins: [values],
  });
  const dir = join(folder, name);
  const { output } = await bundle.write({ dir, format: "esm", minify: true });
  writeFileSync(join(dir, "package.json"), '{ "type": "module" }');
  const entry = join(dir, output[0].fileName);
  return () => node(process.execPath, [entry, server.url]);
}
