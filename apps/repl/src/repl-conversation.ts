import { type Conversation, conversation } from "@reeve/terminal";
import type { NodeRepl } from "./evaluate/node-repl.ts";

/** Asks questions at the terminal of a REPL. The next typed line is the answer and not a command. */
export function replConversation({ input }: NodeRepl): Conversation {
  const talk = () => conversation({ input: process.stdin, output: process.stdout });
  const apart = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    const wasRaw = process.stdin.isRaw;
    const listeners = input.listeners("keypress") as ((...given: unknown[]) => void)[];
    input.removeAllListeners("keypress");
    try {
      return await ask();
    } finally {
      for (const listener of listeners) input.on("keypress", listener);
      // Restores the raw mode of the terminal, which the REPL needs and which the question has ended.
      if (wasRaw) process.stdin.setRawMode(true);
      input.resume();
    }
  };
  return {
    print: (lines) => talk().print(lines),
    ask: (question) => apart(() => talk().ask(question)),
    askSecret: (question) => apart(() => talk().askSecret(question)),
  };
}
