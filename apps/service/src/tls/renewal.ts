import type { Log } from "@reeve/orchestrator";
import type { NodeServer } from "../http/node-server.ts";
import type { ServerCertificate } from "./certificate.ts";

const DAY = 86_400_000;

/** Checks daily whether the certificate has to be renewed, until the returned function is called. */
export function renewDaily(
  server: Pick<NodeServer, "renew">,
  current: () => Promise<ServerCertificate | undefined>,
  log: Log,
): () => void {
  const renew = async () => {
    try {
      const next = await current();
      if (next) server.renew(next);
    } catch (error) {
      log("error", "certificate-not-renewed", { reason: String(error) });
    }
  };
  const timer = setInterval(renew, DAY).unref();
  return () => clearInterval(timer);
}
