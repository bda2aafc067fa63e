import { distributionOf, findJava, type Installation } from "@reeve/java-software";
import { bytes, type Column, table } from "@reeve/terminal";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { writeResult } from "../../output/result.ts";
import { wantedOf } from "../../output/wanted.ts";
import { kafkaOf } from "./installation.ts";

/** An engine as it is shown. */
interface Listed {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly version: string | null;
  readonly state: string;
  readonly bytes: number;
  readonly folder: string | null;
  /** The Java that it would run with, or why there is none. */
  readonly java: string | null;
  /** Why it cannot be used, where it cannot. */
  readonly reason?: string;
}

/** Lists the engines. */
export async function listEngines(given: Given, context: Context): Promise<void> {
  const kafka = kafkaOf(context);
  const java = await findJava(kafka.software.java, context.surroundings.env).catch((error: Error) => error.message);
  const simulated = { version: null, state: "built in", bytes: 0, folder: null, java: null };
  const engines: readonly Listed[] = [
    { name: "simulated", kinds: ["broker", "wide-column", "file-system"], ...simulated },
    { name: kafka.software.name, kinds: ["broker"], ...(await whatWouldRun(kafka, context.surroundings.env)), java },
  ];
  const lines = () => table(engines, columns, context.terminal.results.look());
  await writeResult({ body: engines, lines }, wantedOf(given), context.terminal);
  for (const { reason } of engines) if (reason !== undefined) context.terminal.notes.write(`${reason}\n`);
}

/** What KAFKA_HOME names, or else the installation. */
async function whatWouldRun(
  kafka: Installation,
  env: Context["surroundings"]["env"],
): Promise<Pick<Listed, "version" | "state" | "bytes" | "folder" | "reason">> {
  try {
    const own = distributionOf(kafka.software, env);
    if (own) return { version: own.version, state: own.variable, bytes: 0, folder: own.folder };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { version: null, state: "unusable", bytes: 0, folder: env.KAFKA_HOME ?? null, reason };
  }
  const state = await kafka.state();
  const bytes = state === "absent" ? 0 : kafka.megabytes * 2 ** 20;
  return { version: kafka.software.version, state, bytes, folder: kafka.folder };
}

const columns: readonly Column<Listed>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "FOR", cell: ({ kinds }) => kinds.join(", ") },
  { head: "VERSION", cell: ({ version }) => version ?? undefined },
  { head: "STATE", cell: ({ state }) => state },
  { head: "SIZE", cell: (engine) => (engine.bytes > 0 ? bytes(engine.bytes) : undefined) },
  { head: "JAVA", cell: ({ java }) => java ?? undefined },
];
