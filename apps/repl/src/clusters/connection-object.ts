import { shown, table } from "@reeve/terminal";
import { describeAs, type Help } from "../help/model.ts";
import { drawnAs, linesOf } from "../show/drawings.ts";
import { type ClusterConnection, globalsIn, globalsOf } from "./connection.ts";

const objects = new WeakMap<ClusterConnection, object>();

/** The object that represents a connection for the user, with the services by name. */
export function connectionObject(connection: ClusterConnection): object {
  const known = objects.get(connection);
  if (known) return known;
  const { name, url } = connection;
  const made = { name, url, close: () => connection.close() };
  Object.defineProperty(made, "help", { get: () => connectionHelp(connection) });
  for (const [global, wanted] of globalsOf(connection)) {
    // Services of several kinds may have the same name, which then is the first one's.
    if (!(global in made)) Object.defineProperty(made, global, { get: () => connection.tree(wanted), enumerable: false });
  }
  describeAs(made, {
    path: name,
    names: () => [...new Set(globalsIn(connection).map(([global]) => global)), "name", "url", "close", "help"],
    get help() {
      return connectionHelp(connection);
    },
  });
  drawnAs(made, (style) => linesOf(connectionHelp(connection), style));
  objects.set(connection, made);
  return Object.freeze(made);
}

/** Returns the revision from the settings, or else the detected revision. */
function revisionOf(connection: ClusterConnection, { kind, name, revision }: ClusterConnection["services"][number]): string | undefined {
  const used = connection.used().find((each) => each.kind === kind && each.service === name);
  return revision ?? used?.knownRevision();
}

function connectionHelp(connection: ClusterConnection): Help {
  const { name, url, note, services } = connection;
  const summary = note === "" ? url : `${url}, ${note}`;
  return drawnAs({ name, summary }, (style) => [
    `${style.paint.bold(shown(name, style))}  ${shown(summary, style)}`,
    ...(services.length === 0
      ? ["no service is set for this connection"]
      : table(
          services,
          [
            { head: "service", cell: (each) => each.name },
            { head: "kind", cell: (each) => each.kind },
            { head: "revision", cell: (each) => revisionOf(connection, each) ?? "not known yet" },
          ],
          style,
        )),
  ]);
}
