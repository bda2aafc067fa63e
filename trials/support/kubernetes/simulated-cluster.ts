/** The simulated API server of the runtime's tests as a process of its own. Prints its address, and ends with its standard input. */
import { startFakeCluster } from "../../../packages/cluster/runtime-kubernetes/test/support/fake-cluster.ts";

const { server } = await startFakeCluster();
console.log(server);
process.stdin.on("end", () => process.exit()).resume();
