import { setTimeout as sleep } from "node:timers/promises";
import type { API } from "@platformatic/kafka";
import { ReeveError } from "@reeve/contract";
import { AnswerTimeout, answerTimeout, type Link, NotSent } from "../wire/link.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import { createBrokerOrder } from "./broker-order.ts";
import { catchingUp } from "./catching-up.ts";
import type { Member, Members } from "./members.ts";

/** Timeout for an answer that a node can give by itself, in milliseconds. */
export const READ_TIMEOUT = 5000;

/** Timeout of a whole read, over all brokers and pages, in milliseconds. */
const WHOLE_READ_TIMEOUT = 10_000;

/** Timeout for an answer that the controllers must agree on, in milliseconds. */
const CHANGE_TIMEOUT = 20_000;

/** The timeout that brokers get for a change: they answer before this client stops waiting. */
export const BROKER_TIMEOUT = CHANGE_TIMEOUT - 1000;

/** The advice when it is unknown whether a change was made. */
export const MAY_HAPPEN = "it may still happen: check before you repeat it";

/**
 * Milliseconds until the next broker is asked the same question; doubled for each one after it. A broker that hangs accepts connections
 * and never answers.
 */
const NEXT_BROKER_AFTER = 300;

/** Milliseconds to wait until a change shows, and between two polls, at first and at most: describing a large topic is much work for a busy broker. */
const SEEN_TIMEOUT = 5000;
const FIRST_PAUSE = 3;
const MAX_PAUSE = 100;

/** Requests that any broker of a cluster can answer. */
export interface Brokers {
  /** The first answer of any broker; brokers that failed to answer recently come last. */
  read<Answer>(ask: (link: Link) => Promise<Answer>): Promise<Answer>;
  /**
   * Waits until all brokers that answer show a change, so that the next read shows it whichever broker answers. A broker that does not
   * show it in time is asked last from then on.
   */
  seen(shows: (link: Link) => Promise<boolean>): Promise<void>;
  /** Sends a change to one broker, and to another one only if nothing was sent to the first. */
  change<Arguments extends unknown[], Answer>(api: API<Arguments, Answer>, args: Arguments): Promise<Answer>;
}

export interface BrokersLinks {
  /** For answers that a broker can give by itself. */
  readonly reads: Links;
  /** For answers that controllers have to agree on. Answers come in order, so these have connections of their own and delay no reads. */
  readonly changes: Links;
}

interface Failure {
  readonly member: Member;
  readonly error: unknown;
}

interface Answered<Answer> {
  readonly member: Member;
  readonly answer: Answer;
}

export function askBrokers(members: Pick<Members, "brokers">, { reads, changes }: BrokersLinks): Brokers {
  const { watch: watchLate, isBehind } = catchingUp(reads, (member) => miss(member));
  const { inOrder, inStep, heard, miss, isSure } = createBrokerOrder(members, isBehind);

  function first<Answer>(ask: (link: Link) => Promise<Answer>, links: Links): Promise<Answered<Answer>> {
    return new Promise((resolve, reject) => {
      const left = [...inOrder()];
      const waiting = new Set<Member>();
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
        // A slow answer is better than an outdated one.
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
            resolve({ member, answer });
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

  /** A broker that hangs neither makes nor refuses a change, so a broker that answers is found first. */
  async function seeWhoAnswers(): Promise<void> {
    if (isSure()) return;
    const { metadataV12 } = await protocol();
    await first((link) => link.call(metadataV12.api, [[], false, false], READ_TIMEOUT), changes);
  }

  return {
    read: async (ask) => (await first(ask, reads)).answer,
    async seen(shows) {
      const begun = performance.now();
      const failures: Failure[] = [];
      let isOver = false;
      let isShown = false;
      const behind = new Set(inStep());
      const watch = async (member: Member) => {
        for (let pause = FIRST_PAUSE; !isOver; pause = Math.min(1.5 * pause, MAX_PAUSE)) {
          try {
            if (await shows(reads.to(member.endpoint))) {
              if (!isOver) heard(member);
              isShown = true;
              behind.delete(member);
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
      const watches = [...behind].map(watch);
      // Once one broker shows the change, the others have a moment to show it as well.
      await Promise.race([Promise.all(watches), atFirst(watches, () => isShown).then(() => sleep(NEXT_BROKER_AFTER))]);
      isOver = true;
      const asked = watches.length;
      if (!isShown && failures.length === asked) throw noAnswer(failures);
      for (const { member } of failures) {
        behind.delete(member);
        miss(member);
      }
      for (const member of members.brokers()) if (behind.has(member) || isBehind(member)) watchLate(member, shows);
    },
    async change(api, args) {
      await seeWhoAnswers();
      const failures: Failure[] = [];
      for (const member of inOrder()) {
        try {
          const answer = await changes.to(member.endpoint).call(api, args, CHANGE_TIMEOUT);
          heard(member);
          return answer;
        } catch (error) {
          if (!(error instanceof NotSent)) throw unknown(member, error);
          miss(member);
          failures.push({ member, error });
        }
      }
      throw noAnswer(failures);
    },
  };
}

/** Resolves when one of these has ended and the condition holds; where it never does, the promise stays pending. */
function atFirst(watches: readonly Promise<void>[], isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const watch of watches) void watch.then(() => isSo() && resolve());
  });
}

function failureText({ member: { node }, error }: Failure): string {
  return `${node.id}: ${error instanceof Error ? error.message : String(error)}`;
}

function unknown(member: Member, error: unknown): ReeveError {
  const code = error instanceof AnswerTimeout ? "timed-out" : "server-failure";
  return new ReeveError(code, `${failureText({ member, error })}; ${MAY_HAPPEN}`);
}

/** `timed-out` if brokers hang, `unreachable` if none could be asked. */
function noAnswer(failures: readonly Failure[]): ReeveError {
  const code = failures.some(({ error }) => error instanceof AnswerTimeout) ? "timed-out" : "unreachable";
  const why = failures.length === 0 ? "none runs" : failures.map(failureText).join(", ");
  return new ReeveError(code, `no broker answers (${why}); see the plans deploy and recovery`);
}
