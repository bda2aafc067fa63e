import type { Context } from "@reeve/commands";
import { locate } from "@reeve/profiles";
import { installedUnit, runProgram, unitInWords } from "../unit/unit.ts";

/** The unit that `reeve up --install` has installed for the usual state folder, with its state. */
export async function checkUnit({ processContext }: Context) {
  const unit = installedUnit(locate(processContext).state, processContext, runProgram);
  if (!unit) return undefined;
  const { manager, name, place } = unit;
  const state = await manager.state(name, place);
  const message = `${unitInWords(unit)}: ${state}`;
  if (manager.isActive(state)) return { check: "unit", state: "good", message } as const;
  const read = `${manager.howToRead(name, place.isOfSystem)} shows why`;
  return { check: "unit", state: "bad", message, advice: `reeve up --install starts it again; ${read}` } as const;
}
