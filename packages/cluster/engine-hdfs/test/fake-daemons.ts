import { once } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { Server } from "node:net";
import type { NodeView } from "@reeve/orchestrator/engine";
import { onTestFinished } from "vitest";

/** Lets a server listen until the test ends, and returns its port. */
export async function portOf(server: Server | HttpServer): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Serves beans as a daemon does, and returns the port. */
export function servingBeans(beans: () => readonly object[]): Promise<number> {
  return portOf(createServer((_, answer) => void answer.end(JSON.stringify({ beans: beans() }))));
}

/** Makes a bean of a name node. */
export const nameNodeBean = (name: string, fields: object) => ({ name: `Hadoop:service=NameNode,name=${name}`, ...fields });

/** Makes a running node on this machine. */
export function runningNode(podType: string, index: number, ports: Readonly<Record<string, number>>): NodeView {
  const id = `${podType}-${index}`;
  const placement = { addresses: ["127.0.0.1"], ports };
  const identity = { host: "127.0.0.1", ports };
  const tasks = [{ task: "node", taskId: id, state: "running" }];
  return { id, podType, index, state: "running", placement, identity, tasks } as unknown as NodeView;
}
