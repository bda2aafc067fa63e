export type { ColourDepth, TerminalContext } from "./capabilities.ts";
export { canAnimate, canAsk, colourDepth, showsUnicode } from "./capabilities.ts";
export type { Ending, Hints } from "./failure.ts";
export {
  commandHints,
  endingOf,
  exitCodeOf,
  exitCodes,
  explain,
  explainJson,
  isOutputError,
  OutputError,
  outputErrorMessage,
} from "./failure.ts";
export type { Screen } from "./live/bottom.ts";
export type { LiveRegion, RedrawClock } from "./live/live-region.ts";
export { openLiveRegion, redrawClock } from "./live/live-region.ts";
export type { Spinner } from "./live/spinner.ts";
export { endLine, startSpinner } from "./live/spinner.ts";
export type { WireBody } from "./output/formats.ts";
export { indentedJson, jsonElements, jsonLine, namesIn, wireJson, yaml } from "./output/formats.ts";
export { picture } from "./output/picture.ts";
export type { Query } from "./output/query.ts";
export { compileQuery } from "./output/query.ts";
export type { Cell, Column } from "./output/table.ts";
export { table } from "./output/table.ts";
export { planChanges } from "./plan/changes.ts";
export type { PlanView } from "./plan/plan-view.ts";
export { currentStep, paintStatus, statusWords, stepsDone } from "./plan/plan-view.ts";
export type { Rollout } from "./plan/progress.ts";
export { progressBar, progressLines, progressWords } from "./plan/progress.ts";
export { heading, planTree } from "./plan/tree.ts";
export type { Agreement, Conversation, ConversationStreams, Input, Output } from "./prompt.ts";
export { agree, conversation, isYes, requireConversation } from "./prompt.ts";
export type { Outlet, Terminal } from "./terminal-of-this-process.ts";
export { terminalOfThisProcess } from "./terminal-of-this-process.ts";
export { padEnd, padStart, truncate, truncateStyled, wrap, wrapSentence } from "./text/fit.ts";
export { pageText } from "./text/markdown.ts";
export { ascii, safe, safeLines } from "./text/safe.ts";
export type { Paint, Style } from "./text/style.ts";
export { colours, noColours, plain, shown, symbols } from "./text/style.ts";
export { displayWidth } from "./text/width.ts";
export type { TimeWords } from "./words.ts";
export { bytes, countOf, didYouMean, durationWords, grouped, joinedWords, localTime, stopwatch, utcTime } from "./words.ts";
