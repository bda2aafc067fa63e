/** The addresses of all agents of one simulation: 198.18.0.0/15, which no real network uses. */
export interface Addresses {
  /** Takes the lowest numbers that are free. */
  claim(count: number): readonly number[];
  /** Takes the numbers of agents that were stored earlier. */
  keep(numbers: readonly number[]): void;
  release(numbers: readonly number[]): void;
}

/** All addresses of the block but the first and the last. */
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

/** The address of an agent, by its number. */
export function agentAddress(number: number): string {
  return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}
