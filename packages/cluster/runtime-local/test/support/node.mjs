// A node of the kill test: it holds a name that only one process of this machine can hold, counts its starts on its volume, and listens.
import { appendFileSync } from "node:fs";
import { createServer } from "node:net";

const { HOLDS, LEDGER, TASK_ID, CLIENT, POD_INSTANCE_INDEX } = process.env;
const tell = (what) => appendFileSync(LEDGER, `${what} ${POD_INSTANCE_INDEX} ${TASK_ID} ${process.pid}\n`);

const holder = createServer();
holder.once("error", () => {
  tell("twice");
  process.exit(1);
});
holder.listen(`\0${HOLDS}-${POD_INSTANCE_INDEX}`, () => {
  tell("start");
  appendFileSync("data/starts", `${TASK_ID}\n`);
  createServer((socket) => socket.end("up")).listen(Number(CLIENT), "127.0.0.1");
});
process.on("SIGTERM", () => setTimeout(() => process.exit(), Math.random() * 100));
