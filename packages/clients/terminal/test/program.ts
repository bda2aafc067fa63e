/** A program for tests: does one thing with the terminal that started it. */
import { agree, openLiveRegion, startSpinner, terminalOfThisProcess } from "../src/index.ts";

const terminal = terminalOfThisProcess();
const [what = ""] = process.argv.slice(2);

/** Waits for a key without showing it; without a terminal it does not wait. */
async function aKey(): Promise<void> {
  if (!process.stdin.isTTY) return;
  process.stdin.setRawMode(true).resume();
  await new Promise((resolve) => process.stdin.once("data", resolve));
  process.stdin.setRawMode(false).pause();
}

const programs: Record<string, () => unknown> = {
  capabilities: () => {
    const { width, unicode, paint } = terminal.results.style();
    const capabilities = {
      width: String(width),
      unicode,
      paint: paint.red("x") !== "x",
      terminal: terminal.results.isTerminal(),
    };
    terminal.results.write(`${JSON.stringify({ ...capabilities, animates: terminal.results.screen() !== undefined })}\n`);
  },
  large: () => {
    for (let line = 0; line < 50_000; line++) terminal.results.write(`line ${line}\n`);
  },
  noted: async () => {
    for (let line = 0; line < 20_000; line++) {
      terminal.notes.write(`note ${line}\n`);
      if (line % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    terminal.results.write("result\n");
  },
  once: () => terminal.results.write(`${"x".repeat(999_999)}\n`),
  secret: async () => {
    const secret = await terminal.conversation()?.askSecret("Token: ");
    terminal.results.write(`got ${secret?.length} characters\n`);
  },
  agree: () => agree(terminal.conversation(), { act: "deleting", consequence: ["This deletes it."], name: "orders" }),
  spin: async () => {
    const spinner = startSpinner(terminal.notes.screen(), "working");
    await aKey();
    spinner.succeed("worked");
    terminal.results.write("result\n");
  },
  turn: async () => {
    startSpinner(terminal.notes.screen(), "working");
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
  region: async () => {
    const region = openLiveRegion(terminal.results.screen());
    for (const count of [1, 2, 3]) {
      region.show(Array.from({ length: count }, (_, index) => `row ${index} of ${count}`));
      await aKey();
    }
    region.show(["end"]);
    region.keep();
  },
  beside: async () => {
    const region = openLiveRegion(terminal.results.screen());
    region.show(["redrawn", "in place"]);
    const spinner = startSpinner(terminal.notes.screen(), "working");
    terminal.notes.write("a note\n");
    console.log("of another\nprogram");
    await aKey();
    spinner.succeed("worked");
    region.show(["drawn last"]);
    region.keep();
    console.log("after it");
  },
  loaded: () => {
    terminal.results.write("x\n");
    const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
    terminal.notes.write(JSON.stringify(moduleLoadList.filter((name) => /tty|net|readline|undici/.test(name))));
  },
};

try {
  await programs[what]?.();
} catch (error) {
  terminal.notes.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
