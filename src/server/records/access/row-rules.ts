import { sql } from 'kysely'
import type { Binding } from '#runtime/access/row-binding.ts'
import {
  evaluate,
  formatValue,
  isTrue,
  type Node,
  parseExpression,
  type Value,
} from '#runtime/kernel/expression.ts'
import { formatDate, formatDateTime } from '#runtime/kernel/time.ts'
import { conditionFault, isConstant } from '#runtime/schema/checks/expressions/condition-fault.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Sql } from '../query/condition.ts'
import { isText, operand } from '../query/operand.ts'
import { isSeveral, members, readValue } from '../query/read-value.ts'
import { asNumber, comparable } from '../query/same-value.ts'

/** A row rule as an SQL condition. */
export interface RowRuleSql extends Binding {
  toSql(user: SessionUser): Sql
}

type Columns = ReadonlyMap<string, Column>
/** A rule that cannot be translated hides every record. */
const nothing = sql`false`

/** The row rules of a screen; a rule without SQL hides every record (`rowRuleProblems` reports it at load). */
export const compileRowRules = (screen: StoredScreen, columns: Columns): RowRuleSql[] =>
  (screen.rowRules ?? []).map(({ where, unless, roles }) => {
    const read = parseExpression(where)
    return {
      unless,
      roles,
      toSql: (user) =>
        read.ok && conditionFault(read.value.node, columns) === null
          ? compileCondition(read.value.node, columns, user)
          : nothing,
    }
  })

const columnAt = (node: Node, columns: Columns): Column | undefined =>
  node.kind === 'name' ? columns.get(node.path.join('.')) : undefined

/** A condition that reads no user, such as that of a limit; columns have the names under which it reads them. */
export const compileWhere = (node: Node, columns: Columns): Sql => compileCondition(node, columns, null)

function knownValue(node: Node, user: SessionUser | null): Value {
  const userValues: Record<string, unknown> = user
    ? {
        id: user.id,
        username: user.username,
        realname: user.realname,
        orgCode: user.orgCode,
        roles: user.roles,
      }
    : {}
  const now = currentTime()
  return evaluate({ source: '', names: [], node }, ([first, second = '']) => {
    if (first === 'today') return formatDate(now)
    if (first === 'now') return formatDateTime(now)
    return Object.hasOwn(userValues, second) ? userValues[second] : null
  })
}

function compileCondition(node: Node, columns: Columns, user: SessionUser | null): Sql {
  if (isConstant(node)) return isTrue(knownValue(node, user)) ? sql`true` : nothing
  const flag = columnAt(node, columns)
  if (flag) return isYes(flag)
  if (node.kind === 'unary') return sql`(${compileCondition(node.operand, columns, user)}) is not true`
  if (node.kind !== 'binary') return nothing
  const { operator, left, right } = node
  if (operator === 'and' || operator === 'or') {
    const word = sql.raw(operator)
    return sql`(${compileCondition(left, columns, user)} ${word} ${compileCondition(right, columns, user)})`
  }
  const [a, b] = [columnAt(left, columns), columnAt(right, columns)]
  if (a && b) return compareColumns(a, operator, b)
  if (operator === 'in') return a ? compileIn(a, knownValue(right, user)) : nothing
  if (a) return compareValue(a, operator, right, user)
  return b ? compareValue(b, mirrored[operator] ?? operator, left, user) : nothing
}

const mirrored: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const sign = (operator: string): Sql =>
  sql.raw(operator === '==' ? '=' : operator === '!=' ? 'is distinct from' : operator)

/** A condition for `==`, or its opposite for `!=`. */
const equalOrNot = (operator: string, condition: Sql): Sql =>
  operator === '!=' ? sql`(${condition}) is not true` : condition

/** Whether a switch is on; a blank one is off. */
function isYes({ ref, type, kind }: Column): Sql {
  const bound = kind?.is === 'flag' ? operand(String(kind.on), type) : null
  return bound === null ? nothing : sql`((${ref} = ${bound}) is true)`
}

function compareColumns(a: Column, operator: string, b: Column): Sql {
  const isEquality = operator === '==' || operator === '!='
  if (isEquality && a.kind?.is === 'flag' && b.kind?.is === 'flag')
    return equalOrNot(operator, sql`${isYes(a)} = ${isYes(b)}`)
  if (isEquality && (isSeveral(a) || isSeveral(b))) {
    const holds = sql`${members(a)} @> ${members(b)}`
    const isHeld = sql`${members(a)} <@ ${members(b)}`
    if (isSeveral(a) && isSeveral(b)) return equalOrNot(operator, sql`${holds} and ${isHeld}`)
    return equalOrNot(operator, isSeveral(a) ? holds : isHeld)
  }
  const [left, right] = comparable({ ref: readValue(a), type: a.type }, { ref: readValue(b), type: b.type })
  return sql`${left} ${sign(operator)} ${right}`
}

function compareValue(column: Column, operator: string, node: Node, user: SessionUser | null): Sql {
  const value = knownValue(node, user)
  const { type } = column
  if (value === null || value === '') {
    // A user without the attribute sees no record: two absent departments are not equal.
    if (node.kind !== 'literal') return nothing
    const read = readValue(column)
    const isEmpty = isText(type) ? sql`coalesce(${read}, '') = ''` : sql`${read} is null`
    return operator === '==' || operator === '!=' ? equalOrNot(operator, isEmpty) : nothing
  }
  if (operator === '==' || operator === '!=') {
    if (column.kind?.is === 'flag' && typeof value === 'boolean')
      return value === (operator === '==') ? isYes(column) : sql`not ${isYes(column)}`
    if (isSeveral(column)) {
      const listed = listTexts(value)
      const all = sql`array[${sql.join(listed)}]::text[]`
      const isSame = sql`${members(column)} @> ${all} and ${members(column)} <@ ${all}`
      return equalOrNot(operator, listed.length === 1 ? sql`${members(column)} @> ${all}` : isSame)
    }
  }
  const bound = operand(formatValue(value), type)
  const isOrder = operator !== '==' && operator !== '!='
  const number = typeof value === 'string' ? null : operand(formatValue(value), { type: 'numeric' })
  // A text beside a number is compared as the number that it is, and a whole number with the decimals of the other.
  if (number !== null && (isText(type) ? isOrder : bound === null))
    return sql`${asNumber({ ref: readValue(column), type })} ${sign(operator)} ${number}::numeric`
  return bound === null ? nothing : sql`${readValue(column)} ${sign(operator)} ${bound}`
}

/** The texts of a list, or of a text whose values are joined by commas. */
const listTexts = (value: Value): string[] =>
  (Array.isArray(value) ? value : formatValue(value).split(',')).flatMap(
    (member) => formatValue(member).trim() || [],
  )

function compileIn(column: Column, value: Value): Sql {
  const truths = Array.isArray(value) ? value.filter((member) => typeof member === 'boolean') : []
  if (column.kind?.is === 'flag' && truths.length > 0) {
    const rest = (value as Value[]).filter((member) => typeof member !== 'boolean')
    const isTruth = truths.map((truth) => (truth ? isYes(column) : sql`not ${isYes(column)}`))
    return sql`(${sql.join([...isTruth, compileIn(column, rest)], sql` or `)})`
  }
  const texts = listTexts(value)
  if (isSeveral(column))
    return texts.length > 0 ? sql`${members(column)} && array[${sql.join(texts)}]::text[]` : nothing
  const bound = texts.flatMap((member) => operand(member, column.type) ?? [])
  return bound.length > 0 ? sql`${readValue(column)} in (${sql.join(bound)})` : nothing
}
