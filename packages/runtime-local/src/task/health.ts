import { get } from "node:http";
import { createConnection } from "node:net";
import type { Clock, HealthCheck, Placement } from "@reeve/orchestrator";

/** What is looked at, and who is told. */
export interface Watched {
  readonly check: HealthCheck;
  readonly placement: Placement;
  readonly clock: Clock;
  /** Called each time that too many answers in a row have not come, and with undefined when one comes after that. */
  readonly heard: (unhealthy: string | undefined) => void;
}

/** Asks a task again and again whether it is alive, until the function that it gives is called. */
export function watchHealth({ check, placement, clock, heard }: Watched): () => void {
  let silent = 0;
  let over = false;
  let cancel = clock.after(check.interval * 1000, look);

  function look(): void {
    void answers(check, placement).then((isAlive) => {
      if (over) return;
      const wasUnhealthy = silent >= check.failures;
      silent = isAlive ? 0 : silent + 1;
      if (silent >= check.failures) heard(`it has not answered on its port ${check.port} ${silent} times in a row`);
      else if (wasUnhealthy) heard(undefined);
      cancel = clock.after(check.interval * 1000, look);
    });
  }
  return () => {
    over = true;
    cancel();
  };
}

/** Whether an answer comes in time. */
function answers(check: HealthCheck, { addresses, ports }: Placement): Promise<boolean> {
  const port = ports[check.port];
  if (port === undefined) return Promise.resolve(false);
  const host = addresses[0] ?? "127.0.0.1";
  const signal = AbortSignal.timeout(check.timeout * 1000);
  return check.path === undefined
    ? answersBytes(host, port, check.send, signal)
    : answersHttp(host, port, check.path, signal);
}

function answersBytes(host: string, port: number, send: string | undefined, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, signal });
    const over = (isAlive: boolean) => {
      socket.destroy();
      resolve(isAlive);
    };
    socket.once("error", () => over(false));
    socket.once("close", () => over(false));
    if (send === undefined) socket.once("connect", () => over(true));
    else {
      socket.once("data", () => over(true));
      socket.write(Buffer.from(send, "base64"));
    }
  });
}

function answersHttp(host: string, port: number, path: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host, port, path, signal, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300);
    });
    request.once("error", () => resolve(false));
  });
}
