import { resolve } from "node:path";
import { type Context, hasFlag, outputChoiceOf, type ParsedArguments, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { replaceFile } from "@reeve/profiles";
import { compareSites, editSite, formatDiff, mergeInto, type RefusedProperty, type SiteDocument, type SiteEdit } from "@reeve/site-xml";
import { reading, siteIn } from "./source.ts";

/** Sets values in a file. */
export function setInSite(args: ParsedArguments, context: Context): Promise<void> {
  const edits = (args.words.get("setting") ?? []).map((setting): SiteEdit => {
    const equals = setting.indexOf("=");
    if (equals > 0) return [setting.slice(0, equals), setting.slice(equals + 1)];
    throw new ReeveError("bad-input", `<setting>: expected NAME=VALUE, got ${JSON.stringify(setting)}`);
  });
  return changeFile(args, context, (site) => editSite(site, edits));
}

/** Removes properties from a file. */
export function unsetInSite(args: ParsedArguments, context: Context): Promise<void> {
  const names = args.words.get("name") ?? [];
  return changeFile(args, context, (site, file) => {
    for (const name of names) {
      const without = editSite(site, [[name, undefined]]);
      if (without.text === site.text) throw new ReeveError("not-found", `${file} has no property ${name}`);
    }
    return editSite(
      site,
      names.map((name) => [name, undefined]),
    );
  });
}

/** Merges other documents into a file. */
export async function mergeIntoSite(args: ParsedArguments, context: Context): Promise<void> {
  const files = args.words.get("other") ?? [];
  const others: SiteDocument[] = [];
  for (const file of files) others.push(await siteIn(file, context));
  const refused: RefusedProperty[] = [];
  await changeFile(
    args,
    context,
    (site) => {
      const merge = mergeInto(site, others);
      refused.push(...merge.refused);
      return merge.site;
    },
    () =>
      refused.map(({ name, value, document, finalDocument, finalLine }) => {
        const [from, final] = [document, finalDocument].map((index) => [wordOf(args, "file"), ...files][index]);
        return `! ${name} = ${value} of ${from} has no effect, because line ${finalLine} of ${final} makes it final`;
      }),
  );
}

/** Changes a file, unless it stays the same or this is a dry run, and shows which settings differ. */
async function changeFile(
  args: ParsedArguments,
  context: Context,
  change: (site: SiteDocument, file: string) => SiteDocument,
  notes: () => readonly string[] = () => [],
): Promise<void> {
  const file = wordOf(args, "file") ?? "";
  if (file === "-") throw new ReeveError("bad-input", "<file>: expected a file that can be written, got -");
  const before = await siteIn(file, context);
  const after = reading(file, () => change(before, file));
  const isChanged = after.text !== before.text;
  const isWritten = isChanged && !hasFlag(args, "dry-run");
  if (isWritten) replaceFile(resolve(context.processContext.cwd, file), after.text);
  const differences = compareSites(before, after);
  const outcome = isWritten ? `${file} is changed.` : `${file} stays as it was${isChanged ? " (--dry-run)" : ""}.`;
  const lines = () => [...formatDiff(differences).trimEnd().split("\n"), ...notes(), outcome];
  const body = { file, changed: isChanged, written: isWritten, differences };
  await writeResult({ body, lines }, outputChoiceOf(args), context.terminal);
}
