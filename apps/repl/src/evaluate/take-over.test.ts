import { start } from "node:repl";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { isInterrupt, type NodeRepl } from "./node-repl.ts";
import { takeOver } from "./take-over.ts";

/** Evaluates a line while Ctrl-C arrives as Node reports it if the code has just ended: within the evaluation. Returns the errors. */
async function failuresOf(line: string): Promise<{ readonly failures: readonly unknown[]; readonly written: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = start({ prompt: "> ", input, output, terminal: false, useGlobal: true, breakEvalOnSigint: true }) as NodeRepl;
  Object.defineProperty(globalThis, "pressControlC", { value: () => server.emit("SIGINT"), configurable: true });
  onTestFinished(() => {
    server.close();
    Reflect.deleteProperty(globalThis, "pressControlC");
  });
  const failures: unknown[] = [];
  await new Promise<void>((ended) => {
    takeOver(server, {
      rewrite: (code) => code,
      pending: (value) => (value instanceof Promise ? value : undefined),
      accepted: () => undefined,
      failed: (error) => void failures.push(error),
      ended,
    });
    input.write(`${line}\n`);
  });
  return { failures, written: String(output.read()) };
}

test.each(["pressControlC(), new Promise(() => {})", "await (pressControlC(), new Promise(() => {}))"])(
  "Ctrl-C at the end of the evaluation of %s interrupts the wait that follows",
  async (line) => {
    const { failures, written } = await failuresOf(line);
    expect(failures.map(isInterrupt)).toEqual([true]);
    expect(written).not.toContain("To exit");
  },
);

test("Ctrl-C at the end of an evaluation does not hide its result", async () => {
  expect(await failuresOf("pressControlC(), 40 + 2")).toMatchObject({ failures: [] });
});
