export type { Answer, AnswerOptions, Form, HiddenFailure, WireAnswer } from "./answer.ts";
export { answer, carriesValue, documentedSchema, form, noteOn, noteOnOpen, OWN_MEDIA_TYPE, readAnswer } from "./answer.ts";
export type { AnyApi, Api, ListedOperation, NoRevisionOfApi, Operations, OperationsIn, RevisionOf } from "./api.ts";
export {
  api,
  commandOf,
  extensionOf,
  isExtension,
  listedOperation,
  listOperations,
  operationNaming,
  planOperation,
  routeTextsOf,
} from "./api.ts";
export { mistakesIn } from "./check-api.ts";
export { commandLineOf, flagNameOf } from "./command-line.ts";
export { type Defined, defined } from "./defined.ts";
export type { ErrorCode, ErrorContext, Verification } from "./error.ts";
export { cancellationError, codeOfError, errorCodes, isReeveError, ReeveError } from "./error.ts";
export type { InputField } from "./field.ts";
export { fieldsOf } from "./field.ts";
export type { AnswerNames, Confirmation, FallbackSpelling, OperationList, OperationWait } from "./front-end.ts";
export { fillIn } from "./front-end.ts";
export { checkInput, inputFields, secretFields } from "./input.ts";
export { nearest } from "./nearest.ts";
export type { AnyOperation, CanonicalOf, Effect, InputOf, NoInput, Operation, OutputOf, Spellings } from "./operation.ts";
export { operation } from "./operation.ts";
export type { Request, RequestTarget } from "./request.ts";
export { buildRequest, requestFor, routesOf } from "./request.ts";
export type { CheckedRoutes, FieldsIn, NoFieldOfInput, OptionalInPath, Routes, RouteText } from "./route/fields.ts";
export { EVERY_REVISION } from "./route/fields.ts";
export type { HttpMethod, Part, QueryPart, Route } from "./route/route.ts";
export { isOwnRoute, parseRoute } from "./route/route.ts";
export type { Match, RouteMatch, Router } from "./router.ts";
export { createRouter, inputOf } from "./router.ts";
export type { FieldTraits } from "./schema/atoms.ts";
export { about, choice, integer, maybe, secret, text, textOrNumber } from "./schema/atoms.ts";
export type { Decoded } from "./schema/decode.ts";
export { decode, decodeInput } from "./schema/decode.ts";
export { fromText, kindsOf, textReader } from "./schema/from-text.ts";
export { isRecord } from "./schema/is-record.ts";
export { describeIssue } from "./schema/issue.ts";
export { keyed, object, resource, resourceList } from "./schema/resource.ts";
export type { Schema } from "./schema/schema.ts";
export { dashed, shellWord } from "./spelling.ts";
export { verificationOf, withUncertainty } from "./uncertainty.ts";
