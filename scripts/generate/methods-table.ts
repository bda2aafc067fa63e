import { type AnyApi, type ListedOperation, listOperations, routeTextsOf } from "@reeve/contract";

const BEGIN = "<!-- methods: generated from the declarations -->";
const END = "<!-- end of methods -->";

/** Replaces the table of methods in a client's page. A row lists the methods of a noun that the same revisions and servers have. */
export function withMethodsTable(page: string, api: AnyApi): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`the page of the ${api.name} client has no place for its methods`);
  return `${page.slice(0, before)}${BEGIN}\n\n${tableOf(api)}\n\n${page.slice(after)}`;
}

function tableOf(api: AnyApi): string {
  const marksOf = ({ operation }: ListedOperation) =>
    api.revisions.map((revision) => {
      const [route] = routeTextsOf(operation, revision);
      return route === undefined ? "" : route.includes("{reeve}") ? "Reeve service" : "✓";
    });
  const rows = Map.groupBy(listOperations(api), (listed) => `\`${listed.noun}\`|${marksOf(listed).join("|")}`);
  const lines = [...rows].map(([key, operations]) => {
    const [noun = "", ...marks] = key.split("|");
    return `| ${[`${noun} ${operations.map(({ verb }) => verb).join(", ")}`, ...marks].join(" | ")} |`;
  });
  const heads = ["methods", ...api.revisions];
  return [`| ${heads.join(" | ")} |`, `|${"---|".repeat(heads.length)}`, ...lines].join("\n");
}
