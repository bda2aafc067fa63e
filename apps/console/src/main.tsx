import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { proposedAction } from "./actions/action.ts";
import { ActionDialog } from "./parts/agreement.tsx";
import { Empty, FailureNote } from "./parts/empty.tsx";
import { News } from "./parts/news.tsx";
import { useAnswer } from "./parts/use-answer.ts";
import { connection, followEvents } from "./state/live.ts";
import { ended, enter, followOtherTabs, logOut, resume, sentenceOf, session } from "./state/session.ts";
import { InstancePage } from "./views/instance.tsx";
import { LoginView } from "./views/login.tsx";
import { Overview } from "./views/overview.tsx";
import { capitalised, OWN, timeText } from "./words.ts";

const address = signal(location.hash);
addEventListener("hashchange", () => {
  address.value = location.hash;
});

/** Splits an address such as `#/kafka/plans/deploy` into its segments. */
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
  const [service, part = "", ...rest] = placeOf(address.value);
  const instance = service === OWN ? undefined : service;
  const isLoggedIn = session.value !== undefined;
  useEffect(() => {
    document.title = [capitalised(part.replaceAll("-", " ")), instance, "Reeve"].filter(Boolean).join(" · ");
    // Screen readers announce the heading of the new page, and keyboard navigation continues from there.
    if (isLoggedIn) focusHeading();
  }, [service, part, isLoggedIn]);
  // An open dialog is closed when the page changes, because the dialog belongs to the page on which it was opened.
  useEffect(() => {
    proposedAction.value = undefined;
  }, [address.value, isLoggedIn]);
  if (!isLoggedIn) return <LoginView />;
  return (
    <>
      <header class="top">
        <a href="#/" class="name">
          Reeve
        </a>
        {instance !== undefined && <span class="here">{instance}</span>}
        <ConnectionState />
        <button type="button" class="plain" onClick={() => void logOut()}>
          Log out
        </button>
      </header>
      {service === undefined ? (
        <Overview />
      ) : service === OWN ? (
        <LazyDefinition key={rest.join("/")} rest={rest} />
      ) : (
        <InstancePage service={service} part={part} rest={rest} />
      )}
      <ActionDialog />
      <News />
    </>
  );
}

/** The editor of definitions, which is loaded when it is opened. */
function LazyDefinition({ rest }: { readonly rest: readonly string[] }) {
  const { value, failure } = useAnswer(() => import("./definition/page.tsx"), "editor");
  if (!value) return <main>{failure ? <FailureNote sentence={failure} /> : <Empty title="Reading…" />}</main>;
  return <value.DefinitionPage rest={rest} />;
}

/** Shows whether the page is connected to the service. */
function ConnectionState() {
  const value = connection.value;
  if (value.state === "live") return <span class="connection good">live</span>;
  if (value.state === "waiting") return <span class="connection">connecting…</span>;
  return (
    <span class="connection bad" role="status" title={value.why}>
      no connection: this is how things were at {timeText(value.since)}
    </span>
  );
}

function focusHeading(options?: FocusOptions): void {
  document.querySelector<HTMLElement>("main h1")?.focus(options);
}

/** Moves the focus to the heading when the focused element is removed, for example the button of a plan that ends. */
function keepFocus(place: Element): void {
  let focused: EventTarget | null = null;
  place.addEventListener("focusin", ({ target }) => {
    focused = target;
  });
  new MutationObserver(() => {
    if (!(focused instanceof Element) || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) focusHeading({ preventScroll: true });
  }).observe(place, { childList: true, subtree: true });
}

/** Reads the code of a one-time link, and removes the code from the address and from the browser's history. */
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
  void followEvents(login.headers, stop.signal);
});

const place = document.querySelector("#console");
const code = takeCode();
followOtherTabs();
await (code === undefined ? resume() : enter({ code })).catch((error: unknown) => {
  ended.value = sentenceOf(error);
});
if (place) {
  keepFocus(place);
  // Removes the sentence that is shown until the page has been built.
  document.querySelector("#meanwhile")?.remove();
  render(<Page />, place);
}
