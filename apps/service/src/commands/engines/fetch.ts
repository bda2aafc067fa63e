import { type Context, type Given, printOutcome } from "@reeve/commands";
import { distributionOf, type FetchProgress } from "@reeve/java-software";
import { progressBar, startSpinner } from "@reeve/terminal";
import { namedEngine } from "./installation.ts";

const BAR = 20;

/** Downloads an engine, unless it is installed. */
export async function fetchEngine(given: Given, context: Context): Promise<void> {
  const engine = await namedEngine(given, context);
  const { software, folder, megabytes } = engine;
  const { name, title, version } = software;
  const own = distributionOf(software, context.processContext.env);
  if (own) {
    const sentence = `${own.variable} points to ${title} ${own.version} in ${own.folder}, so nothing needs to be fetched.`;
    return printOutcome(context, given, { name, version: own.version, folder: own.folder, fetched: false }, sentence);
  }
  const was = await engine.state();
  if (was !== "installed") {
    const screen = context.terminal.notes.screen();
    using spinner = startSpinner(screen, `fetching ${name} ${version} (${megabytes} MB)`);
    const onProgress = ({ done, total, silent }: FetchProgress) => {
      const bar = screen ? `${progressBar(done / total, BAR, screen.style())} ` : "";
      const nothing = silent === undefined ? "" : `, no progress for ${silent} s`;
      spinner.update(`fetching ${name} ${version}  ${bar}${done} of ${total} files${nothing}`);
    };
    await engine.fetch({ signal: context.signal, onProgress });
  }
  const sentence =
    was === "installed" ? `${name} ${version} is already in ${folder}.` : `Fetched ${name} ${version} to ${folder}.`;
  await printOutcome(context, given, { name, version, folder, fetched: was !== "installed" }, sentence);
}
