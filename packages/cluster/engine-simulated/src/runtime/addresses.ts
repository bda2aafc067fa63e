/**
 * The addresses of all agents of one simulation. They are in the block 198.18.0.0/15, which is reserved for benchmarks, so real networks do
 * not use it.
 */
export interface Addresses {
  /** Reserves the lowest free agent numbers and returns them. */
  claim(count: number): readonly number[];
  /** Reserves the numbers of the agents that were stored before the service restarted. */
  keep(numbers: readonly number[]): void;
  release(numbers: readonly number[]): void;
}

/** The number of addresses in the block, without its first and its last address. */
const AGENTS = 2 ** 17 - 2;

export function createAddresses(): Addresses {
  const taken = new Set<number>();
  let lowest = 1;
  return {
    claim(count) {
      const numbers: number[] = [];
      for (; numbers.length < count && lowest <= AGENTS; lowest++) {
        if (!taken.has(lowest)) numbers.push(lowest);
      }
      for (const number of numbers) taken.add(number);
      return numbers;
    },
    keep(numbers) {
      for (const number of numbers) taken.add(number);
    },
    release(numbers) {
      for (const number of numbers) taken.delete(number);
      lowest = Math.min(lowest, ...numbers.slice(0, 1));
    },
  };
}

export const agentName = (number: number): string => `agent-${number}`;

export const agentNumber = (agent: string): number => Number(agent.replace("agent-", ""));

/** Returns the address of the agent with this number. */
export function agentAddress(number: number): string {
  return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}
