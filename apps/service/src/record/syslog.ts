import { createSocket } from "node:dgram";
import { connect, isIPv6, type Socket } from "node:net";
import { hostname } from "node:os";
import { codeOfError, ReeveError } from "@reeve/contract";
import type { AuditReceiver, Exported } from "./export.ts";

const TIMEOUT = 10_000;

/** The facility "log audit", and the severities "informational" and "warning" (RFC 5424, 6.2.1). */
const FACILITY = 13;
const INFORMATIONAL = 6;
const WARNING = 4;

/** A syslog server at `udp://HOST:PORT`, `tcp://HOST:PORT` or `unix:///PATH`. */
export function openSyslog(address: string): AuditReceiver {
  const { protocol, hostname: host, port, pathname } = new URL(address);
  const plain = host.replace(/^\[|\]$/g, "");
  if (protocol === "udp:") return overUdp(plain, Number(port));
  if (protocol === "unix:") return overStream(() => connect(decodeURIComponent(pathname)), inLine);
  return overStream(() => connect(Number(port), plain), counted);
}

/** An entry as a message of RFC 5424, whose text is JSON. */
export function messageOf(entry: Exported): string {
  const { at, ended_at: ended, last_at: last, what, result } = entry;
  const severity = result === "done" ? INFORMATIONAL : WARNING;
  const head = [nameOf(hostname(), 255), "reeve", process.pid, nameOf(what, 32), "-"];
  return `<${FACILITY * 8 + severity}>1 ${String(last ?? ended ?? at)} ${head.join(" ")} ${JSON.stringify(entry)}`;
}

/** A name in the head of a message, which has only visible characters of ASCII. */
function nameOf(value: unknown, longest: number): string {
  return (
    String(value ?? "")
      .replace(/[^\x21-\x7e]/g, "_")
      .slice(0, longest) || "-"
  );
}

/** Each message on a connection begins with its length (RFC 6587, 3.4.1). */
const counted = (message: string) => `${Buffer.byteLength(message)} ${message}`;
/** Servers that listen on a socket of this machine read lines. A message contains no line break, because JSON escapes them. */
const inLine = (message: string) => `${message}\n`;

function overUdp(host: string, port: number): AuditReceiver {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4").unref();
  // Without a listener, an error would end the process. The callback of the message gets it, too.
  socket.on("error", () => undefined);
  const send = (message: string) =>
    new Promise<void>((resolve, reject) => socket.send(message, port, host, (error) => (error ? reject(error) : resolve())));
  return {
    send: async (entries) => {
      for (const entry of entries) await send(messageOf(entry));
    },
    close: () => socket.close(),
  };
}

function overStream(connected: () => Socket, framed: (message: string) => string): AuditReceiver {
  let open: Socket | undefined;
  const current = () => {
    if (open && !open.destroyed && open.writable) return open;
    const socket = connected().setTimeout(TIMEOUT).unref();
    socket.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy(new ReeveError("timed-out", "the server does not read"));
    });
    // A server that has ended its side gets no more messages on this connection.
    socket.on("end", () => socket.destroy());
    socket.on("error", () => undefined).resume();
    open = socket;
    return socket;
  };
  return {
    send: (entries) =>
      new Promise((resolve, reject) => {
        const socket = current();
        const failed = (error?: Error) => reject(inWords(error));
        socket.once("error", failed).once("close", failed);
        socket.write(entries.map((entry) => framed(messageOf(entry))).join(""), (error) => {
          socket.off("error", failed).off("close", failed);
          if (error) failed(error);
          else resolve();
        });
      }),
    close: () => open?.destroySoon(),
  };
}

function inWords(error: unknown): Error {
  if (codeOfError(error) === "EPROTOTYPE")
    return new ReeveError("bad-input", "the socket takes datagrams; let the server listen on udp:// or a stream socket");
  return error instanceof Error ? error : new ReeveError("unreachable", "the server has closed the connection");
}
