import { connect } from "node:net";

/** Requests the options of the CQL protocol, which a node answers to any client without a login. */
const OPTIONS = Buffer.from("050000000500000000", "hex");

/** The opcode of the answer: SUPPORTED. */
const SUPPORTED = 0x06;

const TIMEOUT = 3000;

/** Whether a node answers clients in the CQL protocol. */
export function cqlAnswers(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let got = Buffer.alloc(0);
    const over = (answer: boolean) => {
      signal.removeEventListener("abort", abandon);
      socket.destroy();
      resolve(answer);
    };
    const abandon = () => over(false);
    signal.addEventListener("abort", abandon);
    socket
      .setTimeout(TIMEOUT, () => over(false))
      .on("error", () => over(false))
      .on("close", () => over(false))
      .on("connect", () => socket.write(OPTIONS))
      .on("data", (bytes) => {
        got = Buffer.concat([got, bytes]);
        if (got.length >= 5) over(got[4] === SUPPORTED);
      });
    if (signal.aborted) over(false);
  });
}
