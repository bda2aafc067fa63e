import { connect, type Socket } from "node:net";
import { addAbortSignal } from "node:stream";
import { connect as connectWithTls } from "node:tls";
import { type Reachable, reached } from "@reeve/orchestrator/engine";
import { agentCertificateName } from "./agent.ts";

/** The address at which clients connect to a node. */
export interface ClientAddress extends Reachable {
  /** Returns the certificate that clients of the node have to trust. Undefined if the node runs without TLS. */
  readonly trusted: (() => Promise<string>) | undefined;
}

/** The bytes of an OPTIONS request of the CQL protocol. Nodes answer this request without a login. */
const OPTIONS = Buffer.from("050000000500000000", "hex");

/** The opcode of the answer to an OPTIONS request. */
const SUPPORTED = 0x06;

const TIMEOUT = 3000;

/** Whether a node answers clients in the CQL protocol. With TLS, the node's certificate is verified. */
export async function cqlAnswers({ trusted, ...address }: ClientAddress, signal: AbortSignal): Promise<boolean> {
  const to = await reached(address);
  if (!trusted) return answers(connect(to), "connect", signal);
  const ca = await trusted();
  return answers(connectWithTls({ ...to, ca, ...(address.reach && agentCertificateName(address.host)) }), "secureConnect", signal);
}

function answers(socket: Socket, connected: "connect" | "secureConnect", signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let got = Buffer.alloc(0);
    const over = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    addAbortSignal(signal, socket)
      .setTimeout(TIMEOUT, () => over(false))
      .on("error", () => over(false))
      .on("close", () => over(false))
      .on(connected, () => socket.write(OPTIONS))
      .on("data", (bytes: Buffer) => {
        got = Buffer.concat([got, bytes]);
        if (got.length >= 5) over(got[4] === SUPPORTED);
      });
  });
}
