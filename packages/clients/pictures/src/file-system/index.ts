import type { fileSystemApi } from "@reeve/file-system-models";
import { safeLines, shown } from "@reeve/terminal";
import { names } from "../shared/names.ts";
import { nodes, ownNodePictures } from "../shared/nodes.ts";
import { controls, plan, rollingRestartPictures } from "../shared/plans.ts";
import type { Pictures } from "../view.ts";
import { configuration } from "./configuration.ts";
import { statusInWords } from "./status.ts";

export { statusInWords } from "./status.ts";

/** The renderers for the answers of a distributed file system service. */
export const pictures: Pictures<typeof fileSystemApi> = {
  plans: { list: names("plans"), show: plan, all: names("plans"), inspect: plan, ...controls },
  pods: { list: names("nodes"), ...nodes },
  nodes: ownNodePictures,
  rollingRestart: rollingRestartPictures,
  configurations: { list: names("configurations"), show: configuration, target: configuration },
  endpoints: { fsSite: document, coreSite: document },
  status: { show: (value, { style }) => [shown(statusInWords(value), style)] },
};

/** A document is shown unchanged, line by line. */
function document(xml: string): readonly string[] {
  return safeLines(xml.replace(/\n$/, "")).split("\n");
}
