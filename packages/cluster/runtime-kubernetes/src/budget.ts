import { explainRefusal } from "./api/failure.ts";
import type { InstanceContext } from "./instance-context.ts";
import { deleteOwn, foreign, ownMetadata, ownPods } from "./instance-objects.ts";
import { isOf } from "./pods/names.ts";
import { retryUntilDone } from "./retry.ts";

const UNSET = "drains of machines may evict nodes at the wrong time, because the disruption budget cannot be set";

/** The disruption budget: whether a drain may evict a node of the instance. Its failures hold up no other work. */
export function openBudget(context: InstanceContext) {
  const { instance, client, names, instanceId, troubles, clock, log, closing } = context;
  let mayEvict = false;
  let last = Promise.resolve();
  let aborting = new AbortController();
  let isEnded = false;
  let isOwn = false;
  const tell = (reason?: string) => troubles.set(UNSET, "the budget", reason);

  async function write(nodes: number, isAllowed: boolean): Promise<void> {
    if (!isOwn) {
      const match = await client.get("poddisruptionbudgets", names.own, closing);
      if (match && !isOf(instanceId, match)) throw foreign("disruption budget", names.own);
    }
    isOwn = true;
    // For pods without a controller, Kubernetes supports only `minAvailable`.
    const spec = { minAvailable: Math.max(0, isAllowed ? nodes - 1 : nodes), selector: { matchLabels: ownPods(instanceId) } };
    const budget = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: ownMetadata(context), spec };
    await client.apply("poddisruptionbudgets", budget, closing);
  }

  /** Sets the budget, again and again until that succeeds or the signal is aborted. */
  async function keepSetting(nodes: number, isAllowed: boolean, signal: AbortSignal): Promise<void> {
    const failed = (error: unknown) => {
      const reason = explainRefusal(error, client.server);
      if (tell(reason)) log("warn", "the disruption budget is not set yet", { instance, reason });
    };
    // Every failure is retried, because an operator can remove its cause, for instance an object of the same name.
    const isTransient = () => true;
    await retryUntilDone(() => write(nodes, isAllowed), { clock, signal, failed, isTransient }).then(
      () => tell(),
      // Only the signal ends the attempts without success.
      () => undefined,
    );
  }

  return {
    /** Sets the number of nodes, and whether a drain may evict one of them; by default, what was set last. */
    set(nodes: number, isAllowed = mayEvict): void {
      mayEvict = isAllowed;
      if (isEnded) return;
      aborting.abort();
      aborting = new AbortController();
      const signal = AbortSignal.any([aborting.signal, closing]);
      // A request in progress is awaited, not aborted: the API server might still carry it out, after the next one.
      last = last.then(() => keepSetting(nodes, isAllowed, signal));
    },
    /** Deletes the budget, which is not set any more. A request in progress, which could create it again, is awaited. */
    async end(signal: AbortSignal): Promise<void> {
      isEnded = true;
      aborting.abort();
      await last;
      tell();
      await deleteOwn("poddisruptionbudgets", context, signal);
    },
    /** Resolves when no request is in progress. */
    over: () => last,
  };
}
