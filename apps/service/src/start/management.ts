import { hash } from "node:crypto";
import { join } from "node:path";
import { createOrchestrator, type Log, systemClock } from "@reeve/orchestrator";
import { createDeployment } from "../definition/deployment.ts";
import { deployedFile, keepSettings } from "../definition/kept-settings.ts";
import { chooseEdition } from "../edition/choose-edition.ts";
import { renewToken } from "../edition/open.ts";
import { offersWith, openEngines } from "../engines/open-engines.ts";
import { openEvents } from "../events/events.ts";
import { VERSION } from "../own/info.ts";
import { type Audit, createAudit } from "../record/audit.ts";
import { openExports } from "../record/export.ts";
import { tryOrLog } from "../record/log.ts";
import { copyBeforeUpgrade, deleteLeftovers, recordVersion } from "../state/copies.ts";
import { markRunning } from "../state/last-end.ts";
import { refuseMisplaced } from "../state/state-folder.ts";
import type { ServiceContext } from "./service-context.ts";

/** The instances, the edition that authorises changes, and the audit log of changes. */
export type Management = Awaited<ReturnType<typeof openManagement>>;

/** Records this version, and deletes what killed services have left half-written. The service must also start on a full disk. */
function noteVersion(state: string, log: Log): void {
  tryOrLog(log, "warn", "version-not-recorded", () => {
    recordVersion(state, VERSION);
    deleteLeftovers(state);
  });
}

export async function openManagement(context: ServiceContext) {
  const { options, overrides, read, keep, nodeAuthority, journal, closing, now } = context;
  const { state, moreEngines = [], deployed, planned, tokenFile } = options;
  const { definition } = read;
  const { log } = journal;
  // The audit log is opened after the state has been locked, and closed last, so that changes that end while the service is closing are
  // still recorded.
  let audit: Audit | undefined;
  closing.add("audit log", () => audit?.close());
  if (state !== undefined) refuseMisplaced(state);
  const copy = state === undefined ? undefined : copyBeforeUpgrade(state, VERSION, now(), log);
  const available = await openEngines({ state, objectStore: definition.objectStore, authority: nodeAuthority, keyFiles: keep });
  closing.add("engines", () => available.close());
  const orchestrator = await createOrchestrator({
    engines: [...available.engines, ...moreEngines],
    log,
    absent: await offersWith(),
    ...(state !== undefined && { state: join(state, "orchestrator") }),
  });
  closing.add("orchestrator", () => orchestrator.close());
  if (state !== undefined) noteVersion(state, log);
  const mark = markRunning(keep, state, now, log);
  closing.add("mark", mark.end);
  if (mark.lastEnd) renewToken(keep, log);
  audit = createAudit(
    state,
    now,
    log,
    () => orchestrator.retention.audit,
    (name) => {
      const found = orchestrator.instance(name);
      if (!found) return {};
      const definition = hash("sha256", JSON.stringify(found.definition), "hex");
      return { configuration: found.configurations.target().id, definition };
    },
  );
  for (const exporter of openExports(definition.auditExport, log)) {
    audit.written.listen((entry) => exporter.add({ ...entry }));
    closing.add("export of the audit log", exporter.close);
  }
  const edition = await chooseEdition(definition, { keep, tokenFile, audit, log, now });
  const events = openEvents(orchestrator, systemClock);
  const accepted = async () => {
    events.check();
    await deployed?.();
  };
  const deployment = createDeployment({
    orchestrator,
    audit,
    log,
    overrides,
    started: definition,
    keepSettings: (settled) => keepSettings(settled, overrides, keep, log),
    ...(edition.readAccounts && { readAccounts: edition.readAccounts }),
    deployedFile: deployedFile(keep),
    planned,
    deployed: accepted,
  });
  return {
    ...{ available, orchestrator, audit, edition, deployment, events },
    /** How the last service with this state ended, if it did not stop properly. */
    lastEnd: mark.lastEnd,
    /** The copy of the state that was made because another version had written the state. */
    copy,
  };
}
