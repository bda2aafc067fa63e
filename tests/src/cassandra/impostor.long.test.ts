import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Reeve, startReeve } from "@reeve/service";
import { makeCertificates } from "@reeve/testing/certificates";
import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { BEANS } from "../../../packages/cluster/engine-cassandra/src/agent/beans.ts";
import { walker } from "../walk.ts";
import { missingForCassandra, titled } from "./available.ts";

const LIMIT = 900_000;
const INTRUDER = join(import.meta.dirname, "intruder.ts");
const MARK = "-Dnode=cassandra/node-0-node";
const runs = Number(process.env.REEVE_IMPOSTOR_RUNS ?? 1);

/** The program and arguments with which a process of another user is started. */
const AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", process.execPath] as const;

/** The reason why no process of another user can be started here; undefined if one can. */
function missingForNobody(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can act as another user";
  const [program, ...words] = AS_NOBODY;
  const reads = spawnSync(program, [...words, "-e", `fs.readFileSync(${JSON.stringify(INTRUDER)})`]);
  return reads.status === 0 ? undefined : "another user cannot read this checkout";
}

const missing = missingForNobody() ?? (await missingForCassandra());

describe.skipIf(missing !== undefined)(titled("another user of the machine", missing), () => {
  const state = mkdtempSync(join(tmpdir(), "reeve impostor "));
  let reeve: Reeve;
  let client: WideColumnClient;
  let host = "";
  const { send, quiet } = {
    send: (path: string) => walker(reeve, "cassandra").send("GET", path),
    quiet: () => walker(reeve, "cassandra", LIMIT).quiet(),
  };

  beforeAll(async () => {
    const settings = { NODE_COUNT: 1, NODE_MEM: 640 };
    reeve = await startReeve({ services: { cassandra: { kind: "wide-column", engine: "cassandra", settings } } }, { state });
    client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "cassandra" });
    await quiet();
    host = ((await client.connection.show()).nodes[0] ?? "").split(":")[0] ?? "";
  }, LIMIT);
  afterAll(async () => {
    await reeve?.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }, LIMIT);

  /** The secrets of all launches whose files exist now. */
  const secrets = (): readonly string[] =>
    globSync("**/etc/agent*", { cwd: state }).flatMap((file) => {
      const content = readFileSync(join(state, file), "utf8");
      return [...(/(?:allow-origin>|password=)([\w-]+)/.exec(content)?.slice(1) ?? [])];
    });
  const launches = async () => (await client.nodes.show({ node: "node-0" })).tasks.map(({ taskId }) => taskId);
  const stateOf = async () => (await send("/reeve/v1/services/cassandra/nodes/node-0")).text;

  /** Sends a request to the agent as anybody on this machine can, or with what the service shows it. */
  function tell(body: object, { origin = undefined as string | undefined, path = "/jolokia/", method = "POST" } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { ...(origin !== undefined && { origin }) };
      request({ host, port: 8778, rejectUnauthorized: false, method, path, headers, agent: false }, (answer) => {
        let text = "";
        answer.on("data", (bytes) => {
          text += bytes;
        });
        answer.on("end", () => resolve(text));
      })
        .on("error", reject)
        .end(method === "POST" ? JSON.stringify(body) : undefined);
    });
  }

  test("the agent answers what the service asks, and nothing else, even to someone who knows the secret", {
    timeout: LIMIT,
  }, async () => {
    const [origin = ""] = secrets();
    for (const { name: mbean, attributes } of BEANS) {
      const read = JSON.parse(await tell({ type: "read", mbean, attribute: attributes }, { origin }));
      expect(read, mbean).toMatchObject({ status: 200 });
      expect(JSON.stringify(read.value)).not.toBe("{}");
    }
    const exec = (mbean: string, operation: string, ...values: unknown[]) => ({
      type: "exec",
      mbean,
      operation,
      arguments: values,
    });
    const storage = "org.apache.cassandra.db:type=StorageService";
    const refused = [
      exec("com.sun.management:type=DiagnosticCommand", "jvmtiAgentLoad", ["/tmp/x.so"]),
      exec("com.sun.management:type=DiagnosticCommand", "vmSystemProperties"),
      exec("com.sun.management:type=HotSpotDiagnostic", "dumpHeap", "/tmp/x.hprof", true),
      exec("com.sun.management:type=HotSpotDiagnostic", "setVMOption", "HeapDumpOnOutOfMemoryError", "true"),
      exec("java.util.logging:type=Logging", "setLoggerLevel", "", "ALL"),
      exec(
        "ch.qos.logback.classic:Name=default,Type=ch.qos.logback.classic.jmx.JMXConfigurator",
        "reloadByURL(java.net.URL)",
        "http://localhost/",
      ),
      exec("JMImplementation:type=MBeanServerDelegate", "x"),
      exec(storage, "stopDaemon"),
      exec(storage, "loadNewSSTables", "x", "y"),
      exec(storage, "forceKeyspaceCleanup(java.lang.String,[Ljava.lang.String;)", "x", []),
      { type: "read", mbean: "java.lang:type=Runtime", attribute: ["SystemProperties"] },
      { type: "read", mbean: storage },
      { type: "write", mbean: storage, attribute: "HintedHandoffThrottleInKB", value: 1 },
      { type: "list" },
      { type: "search", mbean: "*:*" },
      { type: "version" },
      { type: "config" },
    ];
    for (const body of refused) {
      expect(JSON.parse(await tell(body, { origin })), JSON.stringify(body)).not.toMatchObject({ status: 200 });
      expect(JSON.parse(await tell([body], { origin }))[0], JSON.stringify(body)).not.toMatchObject({ status: 200 });
    }
    // A request for another process is answered by this one, with the same rules.
    const target = { url: "service:jmx:rmi:///jndi/rmi://127.0.0.1:9/x" };
    expect(await tell({ ...refused[0], target }, { origin })).toContain('"status":403');
    for (const method of ["GET", "PUT", "DELETE"]) {
      const path = `/jolokia/read/${storage}/OperationMode`;
      expect(await tell({}, { origin, method, path })).not.toContain("NORMAL");
    }
    const own = { type: "read", mbean: storage, attribute: ["OperationMode"] };
    for (const path of ["/jolokia", "/jolokia/", "/jolokia/config", "/jolokia/config/"]) {
      for (const wrong of [undefined, "", "null", "0".repeat(64), origin.toUpperCase(), `${origin}x`]) {
        expect(await tell(own, { path, ...(wrong !== undefined && { origin: wrong }) }), path).toContain('"status":403');
      }
    }
  });

  /** Starts the intruder as another user. Collects what he prints. */
  async function intrude(words: readonly string[], environment: object = {}) {
    const heard: string[] = [];
    const [program, ...before] = AS_NOBODY;
    const child: ChildProcess = spawn(program, [...before, INTRUDER, ...words], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    if (child.stdout) createInterface(child.stdout).on("line", (line) => heard.push(line));
    return { heard, child };
  }

  test.each(Array.from({ length: runs }, (_, index) => index))(
    "who takes the port of the agent after a crash hears no secret, and the node serves again once he is gone (run %i)",
    { timeout: LIMIT },
    async (run) => {
      const before = await launches();
      const known = secrets();
      // Every other time he speaks TLS, with a certificate for the node's address that an authority of his own has signed.
      const { key: KEY, cert: CERTIFICATE } = await makeCertificates(host, { more: before });
      const listener = await intrude(["listen", host, "8778", MARK], run % 2 === 1 ? { KEY, CERTIFICATE } : {});
      const attack = await intrude(["crash", host, "9042"]);
      await once(attack.child, "exit");
      await expect.poll(launches, { timeout: LIMIT, interval: 200 }).not.toEqual(before);
      await expect.poll(() => listener.heard.includes("listening"), { timeout: LIMIT, interval: 100 }).toBe(true);
      // The launch has failed, and the next one waits for the port and says who has it.
      await expect
        .poll(stateOf, { timeout: LIMIT, interval: 500 })
        .toMatch(new RegExp(`the port 8778 \\(agent\\) of node-0 is in use by the process ${listener.child.pid} `));
      const heard = listener.heard.map((line) => Buffer.from(line, "hex").toString("latin1")).join("");
      for (const secret of [...known, ...secrets()]) expect(heard).not.toContain(secret);
      expect(heard).not.toMatch(/authorization|origin:/i);
      // What the service says without TLS on the other side is the first message of a handshake.
      if (run % 2 === 0) expect([...Buffer.from(heard, "latin1").subarray(0, 2)]).toEqual([0x16, 3]);
      listener.child.kill("SIGKILL");
      await once(listener.child, "exit");
      await quiet();
      expect(await client.nodes.status({ node: 0 })).toMatchObject({ mode: "NORMAL" });
      // The launches have different secrets, and none of the earlier ones is of use.
      const load = {
        type: "exec",
        mbean: "com.sun.management:type=DiagnosticCommand",
        operation: "jvmtiAgentLoad",
        arguments: [["/tmp/x.so"]],
      };
      for (const origin of [undefined, ...known]) {
        expect(secrets()).not.toContain(origin);
        for (const path of ["/jolokia/", "/jolokia/config"]) {
          expect(await tell(load, { path, ...(origin !== undefined && { origin }) })).toContain("is not allowed to call this agent");
        }
      }
    },
  );
});
