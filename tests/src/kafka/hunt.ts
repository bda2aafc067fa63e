import { setTimeout as sleep } from "node:timers/promises";
import { beginLoad } from "./load.ts";
import { serviceProgram, until } from "./service.ts";

const what = process.argv[2] ?? "kill";
const def = {
  kind: "broker",
  engine: "kafka",
  settings: { BROKER_MEM: 256 },
  engineConfiguration: { "min.insync.replicas": 2 },
} as const;
const s = serviceProgram(def);
try {
  await s.start();
  await s.client.plans.wait({}, { within: 120000 });
  await s.client.topics.create({ topic: "orders", partitions: 6, replication: 3 });
  const load = await beginLoad(await s.bootstrap(), "orders");
  await sleep(3000);
  for (let i = 0; i < Number(process.argv[3] ?? 3); i++) {
    const t = Date.now();
    if (what === "kill") {
      const before = s.processes().get(`broker-${i % 3}-node`)?.[0] ?? 0;
      process.kill(before, "SIGKILL");
      await until(() => {
        const now = s.processes().get(`broker-${i % 3}-node`)?.[0];
        return now !== undefined && now !== before;
      });
      await s.client.plans.wait({ plan: "recovery" }, { within: 120000 });
      await s.client.topics.waitInSync({ within: 60000 });
    } else if (what === "replace") await s.client.pods.replaceAndWait({ node: `broker-${i % 3}` }, { within: 120000 });
    else if (what === "restart") await s.client.pods.restartAndWait({ node: `broker-${i % 3}` }, { within: 120000 });
    console.log(what, i, Date.now() - t);
    await sleep(500);
  }
  console.log(await load.finish());
  await load.close();
  await s.end();
} finally {
  s[Symbol.dispose]();
}
process.exit(0);
