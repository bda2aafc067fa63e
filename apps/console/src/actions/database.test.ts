import { fieldsOf } from "@reeve/contract";
import { expect, test } from "vitest";
import type { InstanceInfo } from "../state/cluster.ts";
import { enteredInput } from "./action.ts";
import { databaseActions } from "./database.ts";
import { shownLine, shownRequest } from "./shown.ts";

const info = {
  service: "db",
  name: "db",
  kind: "wide-column",
  revision: "W1",
  engine: "simulated",
} as unknown as InstanceInfo;

test("dialogs of backups ask for every field that is declared, such as that an unsigned one is accepted", () => {
  const actions = databaseActions(info).filter(({ label }) => label === "Back up" || label === "Restore");
  expect(actions.map(({ label }) => label)).toEqual(["Back up", "Restore"]);
  for (const { questions, call } of actions)
    expect(questions.map(({ field }) => field.name)).toEqual(fieldsOf(call.listed.operation, info.revision).map(({ name }) => name));
  const restore = actions[1];
  if (!restore) throw new Error("there is no restore");
  const given: Readonly<Record<string, string>> = {
    backup_name: "old",
    external_location: "s3://bucket",
    accept: "unsigned",
  };
  const valueAt = ({ field }: (typeof restore.questions)[number]) => given[field.name] ?? (field.required ? "x" : "");
  expect(enteredInput(restore, valueAt)).toMatchObject({ accept: "unsigned" });
  expect(enteredInput(restore, valueAt)).not.toHaveProperty("allow");
  expect(shownRequest(restore, valueAt)).toContain('"accept":"unsigned"');
  expect(shownLine(restore, valueAt)).toContain("--accept-unsigned");
});
