import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chownSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/running.ts";
import { createAudit } from "./audit.ts";
import { type AuditReceiver, createExporter, type Exported, openExports } from "./export.ts";
import { messageOf } from "./syslog.ts";

const entry = { at: "2026-01-01T00:00:00.000Z", who: "robot", what: "broker.topics.create", result: "done" };
const opened = (target: Parameters<typeof openExports>[0], log = vi.fn()) => {
  const [exporter] = openExports(target, log);
  if (!exporter) throw new Error("there is no exporter");
  return { exporter, log };
};

test("entries are appended to a file that only its owner can read, also after it was moved away", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "audit-export.jsonl");
  const { exporter } = opened({ file });
  exporter.add(entry);
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(entry)}\n`));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  renameSync(file, `${file}.1`);
  exporter.add({ ...entry, who: "person" });
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toContain("person"));
  await exporter.close();
});

test.skipIf(process.platform === "win32")(
  "a pipe, a link or a missing folder in the place of the file is told once, and delays nothing",
  async () => {
    using folder = temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync(at("elsewhere"), at("link"));
    for (const file of [at("pipe"), at("link"), at("missing/file")]) {
      const { exporter, log } = opened({ file });
      for (let index = 0; index < 50; index++) exporter.add(entry);
      await vi.waitFor(() => expect(log.mock.calls).toEqual([["error", "audit-not-exported", { to: file, reason: expect.any(String) }]]));
      await exporter.close();
    }
  },
);

const isRoot = process.getuid?.() === 0;
test.skipIf(!isRoot)(`a file of another user is not written${isRoot ? "" : " (skipped: only root can make one)"}`, async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "foreign");
  writeFileSync(file, "");
  chownSync(file, 65_534, 65_534);
  const { exporter, log } = opened({ file });
  exporter.add(entry);
  await vi.waitFor(() => expect(log.mock.calls[0]?.[2]).toEqual({ to: file, reason: expect.stringContaining("belongs to another user") }));
  expect(readFileSync(file, "utf8")).toBe("");
  await exporter.close();
});

test("a message of RFC 5424 has the entry as JSON, and nothing in its head that could end it", () => {
  const message = messageOf({ ...entry, what: "a b\nc<é>", result: "refused" });
  expect(message).toMatch(/^<108>1 2026-01-01T00:00:00\.000Z [!-~]+ reeve \d+ a_b_c<_> - \{"at":.*\}$/);
  expect(messageOf(entry)).toMatch(/^<110>1 .* broker\.topics\.create - \{/);
});

test("entries are sent to syslog as datagrams", async () => {
  const server = createSocket("udp4");
  const messages: string[] = [];
  server.on("message", (message) => messages.push(String(message))).bind(0, "127.0.0.1");
  await once(server, "listening");
  const { exporter } = opened({ syslog: `udp://127.0.0.1:${server.address().port}` });
  exporter.add(entry);
  await vi.waitFor(() => expect(messages).toEqual([messageOf(entry)]));
  await exporter.close();
  server.close();
});

/** A server that keeps what it receives. */
async function streamServer(at: number | string, onConnection: (socket: Socket) => void = () => undefined) {
  let received = "";
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
    socket.on("data", (chunk) => {
      received += chunk;
    });
  }).listen(at);
  await once(server, "listening");
  return {
    server,
    received: () => received,
    end: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("entries are sent to syslog over TCP, with the length of each, and those of an outage afterwards", async () => {
  const first = await streamServer(0);
  const { port } = first.server.address() as AddressInfo;
  const { exporter, log } = opened({ syslog: `tcp://127.0.0.1:${port}` });
  exporter.add(entry);
  const framed = (each: Exported) => `${messageOf(each).length} ${messageOf(each)}`;
  await vi.waitFor(() => expect(first.received()).toBe(framed(entry)));
  first.end();
  await once(first.server, "close");
  // The first write after the end can still seem to succeed.
  await vi.waitFor(() => {
    exporter.add({ ...entry, who: "during" });
    expect(log.mock.calls.map(([, event]) => event)).toEqual(["audit-not-exported"]);
  });
  const second = await streamServer(port);
  await vi.waitFor(() => expect(second.received()).toContain(framed({ ...entry, who: "during" })), 10_000);
  expect(log.mock.calls.map(([, event]) => event)).toEqual(["audit-not-exported", "audit-export-resumed"]);
  await exporter.close();
  second.end();
});

test.skipIf(process.platform === "win32")("entries are sent to a socket of this machine, a line each", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "syslog");
  const server = await streamServer(path);
  const { exporter } = opened({ syslog: `unix://${path}` });
  exporter.add(entry);
  exporter.add(entry);
  await vi.waitFor(() => expect(server.received()).toBe(`${messageOf(entry)}\n`.repeat(2)));
  await exporter.close();
  server.end();
});

test("a receiver that never answers holds nothing up, and is told how many entries it has missed", async () => {
  const sent: Exported[][] = [];
  const stuck: (() => void)[] = [];
  let isStuck = true;
  const receiver: AuditReceiver = {
    send: async (entries) => {
      sent.push([...entries]);
      if (isStuck) await new Promise<void>((resolve) => stuck.push(resolve));
    },
    close: vi.fn(),
  };
  const exporter = createExporter("there", receiver, vi.fn());
  for (let number = 0; number < 12_000; number++) exporter.add({ number });
  isStuck = false;
  for (const go of stuck) go();
  await vi.waitFor(() => expect(sent.flat().at(-1)).toMatchObject({ number: 9999 }));
  const gaps = sent.flat().filter(({ result }) => result === "missed");
  expect(gaps.map(({ times }) => times)).toEqual([2000]);
  await exporter.close();
  expect(receiver.close).toHaveBeenCalled();
});

test("the audit log exports changes that have ended, and wrong tokens a minute later", () => {
  vi.useFakeTimers();
  try {
    const audit = createAudit(undefined, Date.now, vi.fn());
    const seen: unknown[] = [];
    audit.written.listen((each) => seen.push(each));
    const conclude = audit.begin({ who: "robot", what: "deploy" });
    expect(seen).toEqual([]);
    conclude(200);
    expect(seen).toMatchObject([{ who: "robot", result: "done", chain: expect.any(String) }]);
    audit.refused({ who: "unknown", what: "token", from: "10.0.0.1", status: 401 });
    vi.advanceTimersByTime(60_000);
    expect(seen[1]).toMatchObject({ what: "token", times: 1 });
  } finally {
    vi.useRealTimers();
  }
});
