import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beginningOf, isAlive } from "@reeve/profiles";
import { expect, onTestFinished, test } from "vitest";
import { makeHome, reeveProcess } from "./command-line.ts";

/** Answers every request with an empty list, and prints what it receives. */
const IMPOSTOR = `
  import { createServer } from "node:http";
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => { body += chunk; });
    request.on("end", () => {
      console.log(request.method, request.url, JSON.stringify(request.headers), body);
      response.setHeader("content-type", "application/json");
      response.end("[]");
    });
  });
  server.listen(Number(process.argv[2]), "127.0.0.1", () => console.log("listening"));
`;

/** Whether other users can run a program: a checkout, and the Node in it, may be in a private folder. */
function isOpen(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === "/" || isOpen(dirname(path)));
}

/** Runs the impostor, as another user if this process may do so. */
async function impostor(port: string): Promise<{ readonly child: ChildProcess; received(): string }> {
  const folder = mkdtempSync(join(tmpdir(), "impostor-"));
  chmodSync(folder, 0o755);
  const file = join(folder, "impostor.mjs");
  writeFileSync(file, IMPOSTOR);
  const uid = process.getuid?.() === 0 && isOpen(process.execPath) ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, [file, port], { cwd: folder, stdio: ["ignore", "pipe", "inherit"], ...uid });
  let received = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  await once(child.stdout, "data");
  return { child, received: () => received };
}

test("a program that has taken the port and the pid of a killed service gets no token, and the token changes", async () => {
  using home = makeHome();
  writeFileSync(join(home.folder, "cluster.yaml"), "services:\n  kafka: { kind: broker, revision: R3, pace: 0 }\n");
  await reeveProcess(home, "up --detach --definition cluster.yaml");
  const at = (name: string) => join(home.folder, "reeve/state", name);
  const { pid, url } = JSON.parse(readFileSync(at("up.json"), "utf8"));
  const token = readFileSync(at("token"), "utf8").trim();
  const local = JSON.parse(readFileSync(at("local.json"), "utf8"));
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
  const { child, received } = await impostor(new URL(url).port);
  const entry = local.services.local;
  // A process can get any pid by starting others until the numbers start over.
  const taken = (began: object) =>
    writeFileSync(at("local.json"), JSON.stringify({ ...local, services: { local: { ...entry, pid: child.pid, ...began } } }), {
      mode: 0o600,
    });
  for (const began of [{}, { began: beginningOf(child.pid ?? 0) }]) {
    taken(began);
    for (const line of ["broker topics list", "status", "broker topics create orders --partitions 1 --replication 1", "token"]) {
      const { code, out, err } = await reeveProcess(home, line);
      expect({ line, code, out }).toEqual({ line, code: 10, out: "" });
      expect(err).toMatch(/has ended: reeve up starts it again|so no token was sent to it/);
    }
  }
  expect(received()).not.toContain(token);
  expect(received()).not.toContain("authorization");
  child.kill("SIGKILL");
  await expect.poll(() => isAlive(child.pid ?? 0)).toBe(false);
  await reeveProcess(home, "up --detach");
  expect(readFileSync(at("token"), "utf8").trim()).not.toBe(token);
  expect(await reeveProcess(home, "broker topics list")).toMatchObject({ code: 0 });
  expect(await reeveProcess(home, "down")).toMatchObject({ code: 0 });
});
