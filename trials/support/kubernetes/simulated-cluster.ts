import { roleRules } from "@reeve/runtime-kubernetes";
/** The simulated API server of the runtime's tests as a process of its own. Prints its address, and ends with its standard input. */
import { startFakeCluster } from "@reeve/testing/fake-cluster";

const { server } = await startFakeCluster(roleRules);
console.log(server);
process.stdin.on("end", () => process.exit()).resume();
