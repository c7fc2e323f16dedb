import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import * as allowed from './allowed.ts'
import { foreignFunctions } from './foreign-functions.ts'

/**
 * Receives a problem, with its byte in the statement where the grammar tells it; the walk continues, so that an author
 * sees all problems at once.
 */
export type Refuse = (text: string, byte?: number) => void

/** The first byte of a node in the statement; undefined for a node without a place. */
export const findByte = ({ location }: JsonObject): number | undefined =>
  typeof location === 'number' ? location : undefined

/** A node without its wrapper. */
export interface Unwrapped {
  kind: string
  node: JsonObject
}

/** Unwraps `{ ColumnRef: {…} }`; null for a value that is no node (a plain DISTINCT is `[{}]`). */
export function unwrap(value: unknown): Unwrapped | null {
  if (!isJsonObject(value)) return null
  const [entry, ...more] = Object.entries(value)
  return entry && more.length === 0 && isJsonObject(entry[1]) ? { kind: entry[0], node: entry[1] } : null
}

/** The texts of a list of String nodes. */
export const listStrings = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).map((member) => {
    const inner = unwrap(member)
    return inner?.kind === 'String' ? (asText(inner.node.sval) ?? '') : '*'
  })

/** Checks that every node and key of a statement is allowed, every function by its list, and every operator and type. */
export function checkShape(value: unknown, refuse: Refuse, functions: ReadonlySet<string>): void {
  if (Array.isArray(value)) {
    for (const member of value) checkShape(member, refuse, functions)
    return
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return
  const entry = unwrap(value)
  if (entry) checkNode(entry.kind, entry.node, refuse, functions)
  else refuse('这种写法不在允许之列')
}

function checkNode(kind: string, node: JsonObject, refuseAt: Refuse, functions: ReadonlySet<string>): void {
  const place = findByte(node)
  const refuse: Refuse = (text, byte = place) => refuseAt(text, byte)
  const keys = Object.hasOwn(allowed.nodes, kind) ? allowed.nodes[kind] : undefined
  if (!keys) {
    refuse(allowed.reasons[kind] ?? `${getWord(kind)} 不在允许之列，报表只能是一条 SELECT`)
    return
  }
  checkWords(kind, node, refuse)
  if (kind === 'FuncCall') checkFunction(listStrings(node.funcname), refuse, functions)
  for (const [key, inner] of Object.entries(node)) {
    if (key === 'location' || key === 'stmt_location') continue
    const how = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (how === undefined)
      refuse(allowed.reasons[`${kind}.${key}`] ?? `${getWord(kind)} 的 ${key} 不在允许之列`)
    else if (how === 'inner') checkShape(inner, refuse, functions)
    else if (how !== 'plain') checkNode(how, isJsonObject(inner) ? inner : {}, refuse, functions)
  }
}

const getWord = (kind: string): string => kind.replace(/(Stmt|Expr)$/, '')

function checkWords(kind: string, node: JsonObject, refuse: Refuse): void {
  if (kind === 'TypeName') checkType(listStrings(node.names), refuse)
  if (kind === 'A_Expr') {
    checkOperator(listStrings(node.name), refuse)
    if (!allowed.expressionKinds.has(asText(node.kind) ?? '')) refuse('这种比较（SIMILAR TO 等）不在允许之列')
  }
  if (kind === 'SubLink' && node.operName !== undefined) checkOperator(listStrings(node.operName), refuse)
  if (kind === 'SQLValueFunction' && !allowed.valueFunctions.has(asText(node.op) ?? '')) {
    refuse('current_user 等连接信息不能查询')
  }
}

/** The grammar itself adds `pg_catalog.` to constructs with syntax of their own, such as extract. */
const bareName = (names: readonly string[]): string | undefined =>
  names.length === 1 ? names[0] : names.length === 2 && names[0] === 'pg_catalog' ? names[1] : undefined

function checkFunction(names: readonly string[], refuse: Refuse, functions: ReadonlySet<string>): void {
  const name = bareName(names)
  if (name !== undefined && functions.has(name)) return
  const foreign = foreignFunctions.get(names.at(-1)?.toLowerCase() ?? '')
  const near = nearestWord(names.at(-1) ?? '', functions)
  const remedy = foreign
    ? `这里写作 ${foreign}`
    : near
      ? `您是不是要写 ${near}？`
      : '请改用统计、数字、文字和日期的函数，如 sum、round、concat、to_char'
  refuse(`函数 ${names.join('.')} 不在允许之列。${remedy}`)
}

function checkType(names: readonly string[], refuse: Refuse): void {
  const name = bareName(names)
  if (name === undefined || !allowed.types.has(name))
    refuse(`类型 ${names.join('.')} 不在允许之列，请用 text、integer、numeric、date、timestamp 等`)
}

function checkOperator(names: readonly string[], refuse: Refuse): void {
  const [name = ''] = names
  if (names.length !== 1 || !allowed.operators.has(name)) refuse(`运算符 ${names.join('.')} 不在允许之列`)
}
