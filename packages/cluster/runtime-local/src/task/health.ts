import { spawn } from "node:child_process";
import { get } from "node:http";
import { createConnection } from "node:net";
import type { Clock, HealthCheck, Placement, PortCheck } from "@reeve/orchestrator/runtime";
import { signalGroup } from "../process/spawn.ts";

/** The task to check, and the callback. */
export interface Watched {
  readonly check: HealthCheck;
  readonly placement: Placement;
  /** The working directory and the environment of a command. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Called with a reason each time that the check has failed too often in a row, and with `undefined` at the next success. */
  readonly heard: (unhealthy: string | undefined) => void;
}

/** Checks repeatedly whether a task is alive, until the returned function is called. */
export function watchHealth(watched: Watched): () => void {
  const { check, clock, heard } = watched;
  const what = "command" in check ? "its health check has failed" : `it failed to answer on its port ${check.port}`;
  let silent = 0;
  let over = false;
  let cancel = clock.after(check.interval * 1000, poll);

  function poll(): void {
    void answers(watched).then((isAlive) => {
      if (over) return;
      const wasUnhealthy = silent >= check.failures;
      silent = isAlive ? 0 : silent + 1;
      if (silent >= check.failures) heard(`${what} ${silent} times in a row`);
      else if (wasUnhealthy) heard(undefined);
      cancel = clock.after(check.interval * 1000, poll);
    });
  }
  return () => {
    over = true;
    cancel();
  };
}

function answers(watched: Watched): Promise<boolean> {
  const { check } = watched;
  return "command" in check ? endsWell(check.command, watched) : answersOnPort(check, watched.placement);
}

function endsWell(command: string, { folder, environment, check: { timeout } }: Watched): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd: folder, env: environment, detached: true, stdio: "ignore" });
    const late = setTimeout(() => child.pid !== undefined && signalGroup(child.pid, "SIGKILL"), timeout * 1000);
    const over = (isAlive: boolean) => {
      clearTimeout(late);
      resolve(isAlive);
    };
    child.once("error", () => over(false));
    child.once("exit", (code) => over(code === 0));
  });
}

function answersOnPort(check: PortCheck & { readonly timeout: number }, { addresses, ports }: Placement): Promise<boolean> {
  const port = ports[check.port];
  if (port === undefined) return Promise.resolve(false);
  const host = addresses[0] ?? "127.0.0.1";
  const signal = AbortSignal.timeout(check.timeout * 1000);
  return check.path === undefined ? answersBytes(host, port, check.send, signal) : answersHttp(host, port, check.path, signal);
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
