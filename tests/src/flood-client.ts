/** A client without a token that floods a service: half-open connections, wrong tokens and wrong logins. Ends with its parent. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const [port, connections] = process.argv.slice(2).map(Number) as [number, number];
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

function halfOpen(): void {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET /health HTTP/1.1\r\nhost: localhost\r\nx-slow: "));
  socket.on("error", () => undefined);
  // A connection that is dropped is opened again.
  socket.once("close", () => setTimeout(halfOpen, 1000));
}

function send(method: "GET" | "POST", path: string, headers: object, body = ""): Promise<void> {
  return new Promise((resolve) => {
    const length = Buffer.byteLength(body);
    const sent = request({
      ...{ port, host: "127.0.0.1", method, path, agent },
      headers: { ...headers, "content-length": length },
    });
    sent.on("error", () => resolve()).on("response", (response) => response.resume().once("close", resolve));
    sent.end(body);
  });
}

async function repeat(act: () => Promise<void>): Promise<never> {
  for (;;) {
    await act();
    await sleep(1);
  }
}

for (let index = 0; index < connections; index++) setTimeout(halfOpen, index);
for (let index = 0; index < 50; index++) {
  void repeat(() => send("GET", "/service/kafka/v1/topics", { authorization: `token=wrong-${Math.random()}` }));
  const body = JSON.stringify({ uid: `account-${index % 10}`, password: "wrong" });
  void repeat(() => send("POST", "/acs/api/v1/auth/login", { "content-type": "application/json" }, body));
}
process.on("disconnect", () => process.exit());
setTimeout(() => process.send?.("flooding"), connections + 1000);
