/** Patterns of text that differs from run to run, with the placeholder for each. */
const chance: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>"],
  // The key with which this service signs, and the folder of its objects.
  [/\b[0-9a-f]{64}\b/g, "<key>"],
  [/\/\S+\/reeve-objects-[\w-]+(?=\/)/g, "<folder>"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "<url>"],
  [/\b\d+(?:\.\d+)? (?:ms|s|min)(?= |$)/gm, "<duration>"],
  [/\bagent-\d+/g, "agent-<n>"],
  [/\b198\.18\.\d+\.\d+/g, "<address>"],
  [/"api-port":\d+|\bapi-port( +)\d+/g, "api-port <n>"],
  [/[\d.,]+(?=(?: a second| KiB| MB| ms|,? records\/sec)\b)/g, "<n>"],
  [
    /"(leader|leader_epoch|controller_epoch|version|isr|timestamp|rows|replicas|leaders|bytes|executorPid|offset|end|lag)":(?:[\d.]+|\[[\d,]*\])/g,
    '"$1":<n>',
  ],
  [/"(from|to)":\[[\d,]*\]/g, '"$1":<copies>'],
  // The offsets before and after a reset, and those of a group. Which partition gets how many records is chance.
  [/("partition":\d+),"from":\d+,"to":\d+/g, '$1,"from":<n>,"to":<n>'],
  [/^([a-z]\S* +\d+)(?: +\d+){3}(?: +-)?$/gm, "$1  <offsets>"],
  // The number of partitions that each broker leads.
  [/(?<= B {2})\d+:\d+(?: \d+:\d+)*$/gm, "<leaders>"],
  // The leader, the replicas and the in-sync replicas of a partition in a list.
  [/^(\S+ +\d+) +\d+ +\d+(?: \d+)* +\d+(?: \d+)*(?= +\d+ B$)/gm, "$1  <copies>"],
  [/(?<=\{"\d+":")\d+(?="\})/g, "<n>"],
  [/(?<=\.rows +)\d+/g, "<n>"],
];

/** Replaces text that differs from run to run with placeholders, and normalises the column widths that depend on such text. */
export function withoutChance(text: string): string {
  return chance
    .reduce((left, [pattern, name]) => left.replaceAll(pattern, name), text)
    .split("\n")
    .map((line) => (/^\s+\d+(?:\s+\d+)+$/.test(line) ? "<partition>" : line))
    .map((line) => (line.includes("<") || /^[A-Z]+(?: +[A-Z]+)+$/.test(line) ? line.replaceAll(/ {2,}/g, "  ").trimEnd() : line))
    .join("\n");
}
