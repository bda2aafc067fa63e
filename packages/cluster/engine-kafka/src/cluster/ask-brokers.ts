import { setTimeout as sleep } from "node:timers/promises";
import { ReeveError } from "@reeve/contract";
import { type EngineContext, reasonOf } from "@reeve/orchestrator/engine";
import { AnswerTimeout, answerTimeout, askLink, type KafkaRequest, type Link, type NodeLinks, NotSent, openLinks } from "../wire/link.ts";
import { type BrokerOrder, createBrokerOrder } from "./broker-order.ts";
import { type CatchingUp, catchingUp } from "./catching-up.ts";
import { type KafkaMember, type KafkaMembers, kafkaMembersOf } from "./members.ts";

/** Timeout in milliseconds of a whole read, which may ask several brokers and get several pages. */
const WHOLE_READ_TIMEOUT = 10_000;

/** Timeout in milliseconds of requests on which the controllers must agree. */
const CHANGE_TIMEOUT = 20_000;

/** The timeout that brokers get with a change: shorter than this client's own, so that they still respond in time. */
export const BROKER_TIMEOUT = CHANGE_TIMEOUT - 1000;

/** The advice after an error that leaves open whether a change will be made. */
export const MAY_HAPPEN = "the change may still be made: check before you repeat the request";

/** Milliseconds until the next broker is asked, too, doubled for each: the first may hang, that is, accept but never respond. */
const NEXT_BROKER_AFTER = 300;

/**
 * The timeout for a change to become visible, and the shortest and longest time between two polls, in milliseconds. The time between polls
 * grows, because describing a large topic is expensive for a busy broker.
 */
const SEEN_TIMEOUT = 5000;
const FIRST_PAUSE = 3;
const MAX_PAUSE = 100;

export interface BrokersLinks {
  /** Connections for requests that a broker answers without asking other nodes. */
  readonly reads: NodeLinks;
  /** Connections for changes. A node answers a connection's requests in order, so a change would delay the reads after it. */
  readonly changes: NodeLinks;
}

/** The nodes of one cluster, and the connections to them. */
export interface KafkaAccess extends BrokersLinks {
  readonly members: KafkaMembers;
  readonly brokers: Brokers;
}

export function openAccess(context: Pick<EngineContext<unknown>, "nodes" | "reach">): KafkaAccess {
  const members = kafkaMembersOf(context);
  const links = { reads: openLinks(context.reach), changes: openLinks(context.reach) };
  return { members, ...links, brokers: askBrokers(members, links) };
}

export type Brokers = ReturnType<typeof askBrokers>;

/** Sends requests that any broker of a cluster can process. */
export function askBrokers(members: Pick<KafkaMembers, "brokers">, links: BrokersLinks) {
  const late = catchingUp(links.reads, (member) => order.miss(member));
  const order = createBrokerOrder(members, late.isBehind);
  const state: Asking = { ...links, ...order, ...late, members };
  return {
    /** Returns the first response of any broker. Brokers that recently failed to respond are asked last. */
    read: <Answer>(ask: (link: Link) => Promise<Answer>) => first(state, ask, links.reads),
    /**
     * Waits until all brokers that respond show a change, so that the next read shows the change, too. A broker that is too slow counts as
     * behind: until it shows the change, reads go to this broker only if no other broker responds.
     */
    seen: (shows: (link: Link) => Promise<boolean>) => seen(state, shows),
    /** Sends a change to one broker. The change goes to another broker only if the request could not be sent. */
    change: <Arguments extends unknown[], Answer>(request: KafkaRequest<Arguments, Answer>, args: Arguments) =>
      change(state, request, args),
  };
}

/** The brokers, in the order in which they are asked, and those that are behind on changes. */
interface Asking extends BrokersLinks, BrokerOrder, CatchingUp {
  readonly members: Pick<KafkaMembers, "brokers">;
}

interface Failure {
  readonly member: KafkaMember;
  readonly error: unknown;
}

function first<Answer>(
  { inOrder, isBehind, heard, miss }: Asking,
  ask: (link: Link) => Promise<Answer>,
  links: NodeLinks,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const left = [...inOrder()];
    const waiting = new Set<KafkaMember>();
    const failures: Failure[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delay = NEXT_BROKER_AFTER;
    const late = setTimeout(() => {
      for (const member of waiting) failures.push({ member, error: answerTimeout(WHOLE_READ_TIMEOUT) });
      fail();
    }, WHOLE_READ_TIMEOUT);

    function fail(): void {
      clearTimeout(timer);
      clearTimeout(late);
      left.length = 0;
      reject(noAnswer(failures));
    }

    function next(): void {
      clearTimeout(timer);
      const [member] = left;
      if (!member) {
        if (waiting.size === 0) fail();
        return;
      }
      // The next broker is behind, so its response would be outdated. It is asked only when no other broker can still respond.
      if (isBehind(member) && waiting.size > 0) {
        timer = setTimeout(next, delay);
        return;
      }
      left.shift();
      if (left.length > 0) timer = setTimeout(next, delay);
      delay *= 2;
      waiting.add(member);
      ask(links.to(member.endpoint)).then(
        (answer) => {
          heard(member);
          waiting.delete(member);
          clearTimeout(timer);
          clearTimeout(late);
          left.length = 0;
          for (const slow of waiting) miss(slow);
          resolve(answer);
        },
        (error) => {
          miss(member);
          waiting.delete(member);
          failures.push({ member, error });
          next();
        },
      );
    }
    next();
  });
}

async function seen(
  { reads, heard, inStep, miss, members, watch: watchLate }: Asking,
  shows: (link: Link) => Promise<boolean>,
): Promise<void> {
  const begun = performance.now();
  const failures: Failure[] = [];
  let isOver = false;
  const showing = new Set<number>();
  const watch = async (member: KafkaMember) => {
    for (let pause = FIRST_PAUSE; !isOver; pause = Math.min(1.5 * pause, MAX_PAUSE)) {
      try {
        if (await shows(reads.to(member.endpoint))) {
          if (!isOver) heard(member);
          showing.add(member.node.index);
          return;
        }
      } catch (error) {
        failures.push({ member, error });
        return;
      }
      if (performance.now() - begun > SEEN_TIMEOUT) return;
      await sleep(pause);
    }
  };
  const watches = inStep().map(watch);
  // As soon as one broker shows the change, the other brokers get only a little more time.
  await Promise.race([Promise.all(watches), atFirst(watches, () => showing.size > 0).then(() => sleep(NEXT_BROKER_AFTER))]);
  isOver = true;
  if (showing.size === 0 && failures.length === watches.length) throw noAnswer(failures);
  for (const { member } of failures) miss(member);
  for (const member of members.brokers()) if (!showing.has(member.node.index)) watchLate(member, shows);
}

async function change<Arguments extends unknown[], Answer>(
  state: Asking,
  request: KafkaRequest<Arguments, Answer>,
  args: Arguments,
): Promise<Answer> {
  const { inOrder, isSure, changes, heard, miss } = state;
  // A responding broker becomes the first in the order, because a broker that hangs neither makes nor refuses a change.
  if (!isSure()) await first(state, (link) => askLink(link, (kafka) => kafka.metadataV12, [[], false, false]), changes);
  const failures: Failure[] = [];
  for (const member of inOrder()) {
    try {
      const answer = await askLink(changes.to(member.endpoint), request, args, CHANGE_TIMEOUT);
      heard(member);
      return answer;
    } catch (error) {
      if (!(error instanceof NotSent)) throw unknown(member, error);
      miss(member);
      failures.push({ member, error });
    }
  }
  throw noAnswer(failures);
}

/** Resolves as soon as one of the promises is settled while the condition holds. If that never happens, stays pending. */
function atFirst(watches: readonly Promise<void>[], isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const watch of watches) void watch.then(() => isSo() && resolve());
  });
}

function failureText({ member: { node }, error }: Failure): string {
  return `${node.id}: ${reasonOf(error)}`;
}

function unknown(member: KafkaMember, error: unknown): ReeveError {
  const code = error instanceof AnswerTimeout ? "timed-out" : "server-failure";
  return new ReeveError(code, `${failureText({ member, error })}; ${MAY_HAPPEN}`);
}

/** The error for a request that no broker has answered: `timed-out` if a broker hangs, otherwise `unreachable`. */
function noAnswer(failures: readonly Failure[]): ReeveError {
  const code = failures.some(({ error }) => error instanceof AnswerTimeout) ? "timed-out" : "unreachable";
  const why = failures.length === 0 ? "none runs" : failures.map(failureText).join(", ");
  return new ReeveError(code, `no broker answers (${why}); the deploy plan and the recovery plan show why`);
}
