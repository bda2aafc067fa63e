import { type Command, type Group, isCommand, listed, loaded, SERVICES } from "../command.ts";
import { type Page, pageOf } from "./page.ts";

/** A part of the command line with its own manual page: one service, or everything that belongs to no service. */
export interface Manual {
  /** The name of the manual page, such as `reeve` or `reeve-broker`. */
  readonly name: string;
  readonly overview: Page;
  /** All commands of the manual, in the order of the help. */
  readonly commands: readonly Page[];
}

/** All manuals, derived from the declarations of the commands. */
export async function manuals(program: Group): Promise<readonly Manual[]> {
  const services: Manual[] = [];
  const rest: Page[] = [];
  for (const entry of (await listed(program)).entries) {
    const target = await loaded(entry);
    const isService = "heading" in entry && entry.heading === SERVICES;
    if (!isService) rest.push(...(await pagesUnder(target, [entry.name])));
    else {
      const overview = pageOf(target, [entry.name]);
      services.push({ name: `reeve-${entry.name}`, overview, commands: await pagesUnder(target, [entry.name]) });
    }
  }
  return [{ name: "reeve", overview: pageOf(program, []), commands: rest }, ...services];
}

async function pagesUnder(target: Command | Group, path: readonly string[]): Promise<readonly Page[]> {
  if (isCommand(target)) return [pageOf(target, path)];
  const pages: Page[] = [];
  for (const entry of target.entries) pages.push(...(await pagesUnder(await loaded(entry), [...path, entry.name])));
  return pages;
}
