import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { Agreement, News } from "./parts/agreement.tsx";
import { connection, follow } from "./state/live.ts";
import { ended, enterByLink, leave, sentenceOf, session } from "./state/session.ts";
import { InstancePage } from "./views/instance.tsx";
import { Login } from "./views/login.tsx";
import { Overview } from "./views/overview.tsx";

const address = signal(location.hash);
addEventListener("hashchange", () => {
  address.value = location.hash;
});

/** `#/kafka/plans/deploy`, taken apart. */
function placeOf(hash: string): readonly string[] {
  return hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function Page() {
  if (!session.value) return <Login />;
  const [service, part = "", ...rest] = placeOf(address.value);
  return (
    <>
      <header class="top">
        <a href="#/" class="name">
          Reeve
        </a>
        {service !== undefined && <span class="here">{service}</span>}
        <ConnectionState />
        <button type="button" class="plain" onClick={() => leave()}>
          Log out
        </button>
      </header>
      {service === undefined ? <Overview /> : <InstancePage service={service} part={part} rest={rest} />}
      <Agreement />
      <News />
    </>
  );
}

/** Whether what is shown is how things are. */
function ConnectionState() {
  const value = connection.value;
  if (value.state === "live") return <span class="connection good">live</span>;
  if (value.state === "waiting") return <span class="connection">connecting…</span>;
  return (
    <span class="connection bad" role="status" title={value.why}>
      no connection: this is how things were at {value.since.toLocaleTimeString()}
    </span>
  );
}

/** The code of a link that works once. It leaves the address at once, and the history. */
function takeCode(): string | undefined {
  const code = /^#once=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) {
    history.replaceState(null, "", "#/");
    address.value = "#/";
  }
  return code;
}

let stop: AbortController | undefined;
effect(() => {
  stop?.abort();
  const login = session.value;
  if (!login) return;
  stop = new AbortController();
  void follow(login.token, stop.signal);
});

const place = document.querySelector("#console");
const code = takeCode();
if (code !== undefined) {
  await enterByLink(code).catch((error) => {
    ended.value = sentenceOf(error);
  });
}
if (place) render(<Page />, place);
