/** Reports the result of a launch in a folder on a disk that the test has filled or restricted. Runs inside the namespace of that disk. */

import { memoryStore } from "@reeve/laws";
import { systemClock } from "@reeve/orchestrator/runtime";
import { createLocalRuntime } from "../../src/index.ts";

const [folder = "", size = "0"] = process.argv.slice(2);
const runtime = createLocalRuntime({ folder });
try {
  const agents = await runtime.open({
    instance: "kafka",
    store: memoryStore(),
    clock: systemClock,
    log: () => undefined,
    settings: () => ({}),
  });
  const reported = new Promise<string>((resolve) => {
    agents.watch((heard) => resolve(heard.state === "waiting" ? `waiting: ${heard.reason}` : heard.state));
  });
  await agents.launch(
    {
      taskId: "a__1",
      node: "broker-0",
      podType: "broker",
      task: "node",
      oneShot: true,
      command: { value: "true", environment: {} },
      resources: { id: "r", "resource-specifications": [], "volume-specifications": [] },
      files: [{ name: "large", "relative-path": "large", "template-content": "x".repeat(Number(size)) }],
      environment: {},
      secrets: {},
      volumes: {},
      identity: { host: "127.0.0.1", ports: {} },
      healthCheck: null,
      placementRule: null,
      container: null,
      uris: [],
      user: "",
      readinessCheck: null,
      grace: 1,
    },
    new AbortController().signal,
  );
  console.log(await reported);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
process.exit();
