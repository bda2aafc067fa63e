export { type ColourDepth, canAnimate, canAsk, colourDepth, showsUnicode, type TerminalContext } from "./capabilities.ts";
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
export { type LiveRegion, openLiveRegion, type RedrawClock, redrawClock } from "./live/live-region.ts";
export { endLine, type Spinner, startSpinner } from "./live/spinner.ts";
export { indentedJson, jsonElements, jsonLine, namesIn, type WireBody, wireJson, yaml } from "./output/formats.ts";
export { picture } from "./output/picture.ts";
export { compileQuery, type Query } from "./output/query.ts";
export { type Cell, type Column, table } from "./output/table.ts";
export { planChanges } from "./plan/changes.ts";
export { currentStep, type PlanView, paintStatus, statusWords, stepsDone } from "./plan/plan-view.ts";
export { progressBar, progressLines, progressWords, type Rollout } from "./plan/progress.ts";
export { heading, planTree } from "./plan/tree.ts";
export type { Agreement, Conversation, ConversationStreams, Input, Output } from "./prompt.ts";
export { agree, conversation, isYes, requireConversation } from "./prompt.ts";
export { type Outlet, type Terminal, terminalOfThisProcess } from "./terminal-of-this-process.ts";
export { padEnd, padStart, truncate, truncateStyled, wrap, wrapSentence } from "./text/fit.ts";
export { pageText } from "./text/markdown.ts";
export { ascii, safe, safeLines } from "./text/safe.ts";
export { colours, noColours, type Paint, plain, type Style, shown, symbols } from "./text/style.ts";
export { displayWidth } from "./text/width.ts";
export { bytes, countOf, didYouMean, durationWords, grouped, joinedWords, localTime, stopwatch, type TimeWords, utcTime } from "./words.ts";
