import type { Context } from "@reeve/commands";
import { locate } from "@reeve/profiles";
import { installedUnit, runProgram, unitInWords } from "../unit/unit.ts";

/** The unit that `reeve up --install` has installed for the usual state folder. */
export interface UnitFinding {
  readonly check: "unit";
  readonly state: "good" | "bad";
  /** The unit with its state, such as `reeve.service (systemd, of the user): active`. */
  readonly message: string;
  readonly advice?: string;
}

export async function checkUnit({ processContext }: Context): Promise<UnitFinding | undefined> {
  const unit = installedUnit(locate(processContext).state, processContext, runProgram);
  if (!unit) return undefined;
  const { manager, name, place } = unit;
  const state = await manager.state(name, place);
  const message = `${unitInWords(unit)}: ${state}`;
  if (manager.isActive(state)) return { check: "unit", state: "good", message };
  const read = `${manager.howToRead(name, place.isOfSystem)} shows why`;
  return { check: "unit", state: "bad", message, advice: `reeve up --install starts it again; ${read}` };
}
