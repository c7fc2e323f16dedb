/**
 * Expressions of documents: one grammar and one evaluator for browser and server, on decimals, without code
 * generation and without a way out of the data given to it. Their explanation (expression/explain.ts) is apart: a list
 * explains nothing.
 */
export { evaluate, isDividedByZero, isMet } from './expression/evaluate.ts'
export type { Expression, NameKind, Node, Scope, Value } from './expression/node.ts'
export { parseExpression } from './expression/parse.ts'
export { formatValue, isTrue } from './expression/value.ts'
