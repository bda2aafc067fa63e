import { buildRequest } from "@reeve/contract";
import { nodeLog } from "@reeve/scheduler-models";
import { useEffect, useRef, useState } from "preact/hooks";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { Check } from "../parts/fields.tsx";
import { useSorted } from "../parts/use-sorted.ts";
import { sleep } from "../state/live.ts";
import { sentenceOf, session } from "../state/session.ts";
import { linkTo } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** The number of lines that the page keeps; older lines are dropped. */
const MAX_LINES = 2000;

/** Seconds for which the service holds a request until there are new lines (long polling). */
const WAIT = 10;

/** Shows the output of a node, with new lines as the node prints them. */
export function LogsView({ instance, info, rest: [wanted] }: PartProps) {
  const nodes = useSorted(instance.nodes.keys());
  const node = wanted !== undefined && nodes.includes(wanted) ? wanted : nodes[0];
  if (node === undefined) return <Empty title="There is no node yet" />;
  return (
    <>
      <label class="find">
        Node
        <select
          value={node}
          onChange={({ currentTarget: { value } }) => {
            location.hash = linkTo(info.service, "logs", value);
          }}
        >
          {nodes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      {info.simulated && <p class="hint">The simulation prints these lines; no program runs.</p>}
      <Output key={node} service={info.service} node={node} />
    </>
  );
}

function Output({ service, node }: { readonly service: string; readonly node: string }) {
  const place = useRef<HTMLPreElement>(null);
  const [lines, setLines] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState("");
  const [follows, setFollows] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    const add = (text: string) => setLines((before) => [...before, ...linesIn(text)].slice(-MAX_LINES));
    void followLog(service, node, add, setFailure, stop.signal);
    return () => stop.abort();
  }, [service, node]);
  useEffect(() => {
    if (follows) place.current?.scrollTo({ top: place.current.scrollHeight });
  }, [lines, follows]);
  return (
    <>
      <Check label="Follow what comes" checked={follows} change={setFollows} />
      {failure !== "" && <FailureNote sentence={failure} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre class="log" ref={place} role="log" tabIndex={0} aria-label={`Output of ${node}`}>
        {lines.join("\n")}
      </pre>
    </>
  );
}

function linesIn(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

async function followLog(
  service: string,
  node: string,
  add: (text: string) => void,
  fail: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let after: string | undefined;
  while (!signal.aborted) {
    const input = { node, ...(after === undefined ? { tail: 500 } : { after, wait: WAIT }) };
    const request = buildRequest(nodeLog, { revision: "any", service, input });
    try {
      const transport = session.value?.transport;
      if (!transport) return;
      const { text, headers } = await transport.send({ request, effect: "read" }, { signal });
      fail("");
      add(text);
      after = headers.get("reeve-log-next") ?? after;
      // The next request waits, because each answer draws all lines again, and a node may print thousands of lines a second.
      await sleep(after === undefined ? 2000 : 250, signal);
    } catch (error) {
      if (signal.aborted) return;
      fail(sentenceOf(error));
      await sleep(2000, signal);
    }
  }
}
