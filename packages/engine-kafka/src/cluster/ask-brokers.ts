import { setTimeout as sleep } from "node:timers/promises";
import type { API } from "@platformatic/kafka";
import { ReeveError } from "@reeve/contract";
import { type Link, TooLate, tooLate, Unreached } from "../wire/link.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import type { Member, Members } from "./members.ts";
import { standingOf } from "./standing.ts";

/** Milliseconds for an answer that a node has itself. */
export const READ = 5000;

/** Milliseconds for a whole read: whoever is asked, and however many pages there are. */
const WHOLE = 10_000;

/** Milliseconds for an answer that the controllers have to agree on. */
const CHANGE = 20_000;

/** Milliseconds after which the brokers give a change up: before nobody listens for their answer any more. */
export const AGREED = CHANGE - 1000;

/** What to do where nobody knows whether a change is made. */
export const MAY_HAPPEN = "it may still happen: look before you repeat it";

/** Milliseconds after which the next broker is asked the same, then after twice as long: one that hangs accepts connections and says nothing. */
const IMPATIENT = 300;

/** Milliseconds within which a change is seen, and until it is looked again: looks at a large topic are work for brokers that have enough to do with it. */
const SEEN_WITHIN = 5000;
const LOOK_AGAIN = 3;
const SELDOM = 100;

/** Questions that any broker of a cluster can answer. */
export interface Brokers {
  /** What the first broker knows that answers; who did not answer lately is asked last. */
  read<Answer>(ask: (link: Link) => Promise<Answer>): Promise<Answer>;
  /** Waits until all brokers that answer show a change: whichever is asked next shows it. One that does not in time is asked last from then on. */
  seen(look: (link: Link) => Promise<boolean>): Promise<void>;
  /** Asks one broker for a change; another one only where nothing was sent. */
  change<Arguments extends unknown[], Answer>(api: API<Arguments, Answer>, args: Arguments): Promise<Answer>;
}

export interface BrokersLinks {
  /** For what brokers know themselves. */
  readonly reads: Links;
  /** For what controllers have to agree on: answers come in order, and nobody else shall wait for these. */
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
  const { inOrder, inStep, heard, miss, isSure } = standingOf(members);

  function first<Answer>(ask: (link: Link) => Promise<Answer>, links: Links): Promise<Answered<Answer>> {
    return new Promise((resolve, reject) => {
      const left = [...inOrder()];
      const waiting = new Set<Member>();
      const failures: Failure[] = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      let patience = IMPATIENT;
      const late = setTimeout(() => {
        for (const member of waiting) failures.push({ member, error: tooLate(WHOLE) });
        fail();
      }, WHOLE);

      function fail(): void {
        clearTimeout(timer);
        clearTimeout(late);
        left.length = 0;
        reject(noAnswer(failures));
      }

      function next(): void {
        clearTimeout(timer);
        const member = left.shift();
        if (!member) {
          if (waiting.size === 0) fail();
          return;
        }
        if (left.length > 0) timer = setTimeout(next, patience);
        patience *= 2;
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

  /** A change that is sent to a broker that hangs is neither made nor refused: first it is seen who answers. */
  async function seeWhoAnswers(): Promise<void> {
    if (isSure()) return;
    const { metadataV12 } = await protocol();
    await first((link) => link.call(metadataV12.api, [[], false, false], READ), changes);
  }

  return {
    read: async (ask) => (await first(ask, reads)).answer,
    async seen(look) {
      const begun = performance.now();
      const failures: Failure[] = [];
      let isOver = false;
      let isShown = false;
      const behind = new Set(inStep());
      const watch = async (member: Member) => {
        for (let pause = LOOK_AGAIN; !isOver; pause = Math.min(1.5 * pause, SELDOM)) {
          try {
            if (await look(reads.to(member.endpoint))) {
              if (!isOver) heard(member);
              isShown = true;
              behind.delete(member);
              return;
            }
          } catch (error) {
            failures.push({ member, error });
            return;
          }
          if (performance.now() - begun > SEEN_WITHIN) return;
          await sleep(pause);
        }
      };
      const watches = [...behind].map(watch);
      // One broker proves that the change is made; the others have a moment to show it, too.
      await Promise.race([Promise.all(watches), atFirst(watches, () => isShown).then(() => sleep(IMPATIENT))]);
      isOver = true;
      const asked = watches.length;
      if (!isShown && failures.length === asked) throw noAnswer(failures);
      for (const member of behind) miss(member);
    },
    async change(api, args) {
      await seeWhoAnswers();
      const failures: Failure[] = [];
      for (const member of inOrder()) {
        try {
          const answer = await changes.to(member.endpoint).call(api, args, CHANGE);
          heard(member);
          return answer;
        } catch (error) {
          if (!(error instanceof Unreached)) throw unknown(member, error);
          miss(member);
          failures.push({ member, error });
        }
      }
      throw noAnswer(failures);
    },
  };
}

/** Resolves when one of these has ended and it is so; where it never is, it stays open. */
function atFirst(watches: readonly Promise<void>[], isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const watch of watches) void watch.then(() => isSo() && resolve());
  });
}

function said({ member: { node }, error }: Failure): string {
  return `${node.id}: ${error instanceof Error ? error.message : String(error)}`;
}

function unknown(member: Member, error: unknown): ReeveError {
  const code = error instanceof TooLate ? "timed-out" : "server-failure";
  return new ReeveError(code, `${said({ member, error })}; ${MAY_HAPPEN}`);
}

/** Brokers that hang do not answer in time; where none is there, nothing was asked of any. */
function noAnswer(failures: readonly Failure[]): ReeveError {
  const code = failures.some(({ error }) => error instanceof TooLate) ? "timed-out" : "unreachable";
  const why = failures.length === 0 ? "none runs" : failures.map(said).join(", ");
  return new ReeveError(code, `no broker answers (${why}); the plans deploy and recovery say what becomes of them`);
}
