import type { Big } from '../decimal.ts'

/** Plain data: the operands and results of an expression. Computed numbers are Big; a row or object counts as `true`. */
export type Value = string | number | boolean | null | Big | Value[]

/**
 * Reads a dotted path as it is written (`['items', 'famount']` gives the list of that column); undefined or null
 * when it does not exist. It must read own properties only.
 */
export interface Scope {
  (path: readonly string[]): unknown
  /** What the values of a name are; undefined where their letters tell it. */
  findKind?(path: readonly string[]): NameKind | undefined
}

/**
 * What the values of a name are where their letters do not tell: days or times, of which a blank one is no number; yes or
 * no, with the stored value for yes and the one that a blank counts as; several values joined by commas.
 */
export type NameKind =
  | { is: 'moment' }
  | { is: 'flag'; on: string | number | boolean; blank: string | number | boolean | null }
  /** `isNames`: users search for parts of them. */
  | { is: 'several'; isNames?: true }

export type Arithmetic = '+' | '-' | '*' | '/' | '%'
export type Order = '<' | '<=' | '>' | '>='
export type BinaryOperator = Arithmetic | Order | '==' | '!=' | 'and' | 'or' | 'in'

/** The tree behind an expression, one form for each meaning (`&&` is `and`, `a ? b : c` and `if(a,b,c)` are `if`). */
export type Node =
  | { kind: 'literal'; value: string | number | boolean | null | Big }
  | { kind: 'name'; path: readonly string[] }
  | { kind: 'list'; items: readonly Node[] }
  | { kind: 'unary'; operator: '-' | '+' | 'not'; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'if'; test: Node; yes: Node; no: Node }
  | { kind: 'call'; name: string; args: readonly Node[] }

export interface Expression {
  readonly source: string
  /** Dotted paths that it reads, each once. */
  readonly names: readonly string[]
  readonly node: Node
}

/** A function of expressions; `run` never throws and gives null where there is no result. */
export interface Callable {
  /** Minimum and maximum number of arguments. */
  arity: readonly [number, number]
  /** The name that `explain` shows. */
  title: string
  run(args: readonly Value[], scope: Scope): Value
}
