import { sql } from 'kysely'
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
import type { Sql } from '../query/condition.ts'
import { isText, operand } from '../query/operand.ts'

/** A row rule as an SQL condition. It does not apply to holders of `unless`. */
export interface RowRuleSql {
  unless: string | undefined
  toSql(user: SessionUser): Sql
}

type Columns = ReadonlyMap<string, Column>
/** A rule that cannot be translated hides every record. */
const nothing = sql`false`

/** The row rules of a screen; a rule without SQL hides every record (`rowRuleProblems` reports it at load). */
export const compileRowRules = (screen: StoredScreen, columns: Columns): RowRuleSql[] =>
  (screen.rowRules ?? []).map(({ where, unless }) => {
    const read = parseExpression(where)
    return {
      unless,
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
  const now = new Date()
  return evaluate({ source: '', names: [], node }, ([first, second = '']) => {
    if (first === 'today') return formatDate(now)
    if (first === 'now') return formatDateTime(now)
    return Object.hasOwn(userValues, second) ? userValues[second] : null
  })
}

function compileCondition(node: Node, columns: Columns, user: SessionUser | null): Sql {
  if (isConstant(node)) return isTrue(knownValue(node, user)) ? sql`true` : nothing
  if (node.kind === 'unary') return sql`(${compileCondition(node.operand, columns, user)}) is not true`
  if (node.kind !== 'binary') return nothing
  const { operator, left, right } = node
  if (operator === 'and' || operator === 'or') {
    const word = sql.raw(operator)
    return sql`(${compileCondition(left, columns, user)} ${word} ${compileCondition(right, columns, user)})`
  }
  const [a, b] = [columnAt(left, columns), columnAt(right, columns)]
  if (a && b) return sql`${a.ref}::text ${sign(operator)} ${b.ref}::text`
  if (operator === 'in') return a ? inList(a, knownValue(right, user)) : nothing
  if (a) return compared(a, operator, right, user)
  return b ? compared(b, mirrored[operator] ?? operator, left, user) : nothing
}

const mirrored: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const sign = (operator: string): Sql =>
  sql.raw(operator === '==' ? '=' : operator === '!=' ? 'is distinct from' : operator)

function compared(column: Column, operator: string, node: Node, user: SessionUser | null): Sql {
  const value = knownValue(node, user)
  if (value === null || value === '') {
    // A user without the attribute sees no record: two absent departments are not equal.
    if (node.kind !== 'literal') return nothing
    const isEmpty = isText(column.type) ? sql`coalesce(${column.ref}, '') = ''` : sql`${column.ref} is null`
    return operator === '==' ? isEmpty : operator === '!=' ? sql`not (${isEmpty})` : nothing
  }
  const bound = operand(formatValue(value), column.type)
  if (bound === null) return nothing
  return sql`${column.ref} ${sign(operator)} ${bound}`
}

function inList(column: Column, value: Value): Sql {
  const members = (Array.isArray(value) ? value : formatValue(value).split(',')).map((member) =>
    formatValue(member).trim(),
  )
  const bound = members.flatMap((member) => (member === '' ? [] : (operand(member, column.type) ?? [])))
  return bound.length > 0 ? sql`${column.ref} in (${sql.join(bound)})` : nothing
}
