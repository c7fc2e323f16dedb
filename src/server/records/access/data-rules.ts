import { sql } from 'kysely'
import { formatDate, formatDateTime } from '#runtime/kernel/time.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { DataRule, RuleCondition } from '../../platform/http/data-rule.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Sql } from '../query/condition.ts'
import { isText, operand } from '../query/operand.ts'
import type { Resource } from '../resource.ts'

/** A rule that cannot be translated hides every record. */
const nothing = sql`false`

/** The variables of rule values (docs/http.md, "Variables"); a missing attribute of the user is ''. */
const variables: Readonly<Record<string, (user: SessionUser) => string>> = {
  sys_user_code: ({ username }) => username,
  sys_user_name: ({ realname }) => realname,
  sys_org_code: ({ orgCode }) => orgCode,
  sys_multi_org_code: ({ orgCode, orgCodes = [] }) => (orgCodes.length > 0 ? orgCodes.join(',') : orgCode),
  sys_date: () => formatDate(currentTime()),
  sys_time: () => formatDateTime(currentTime()),
  tenant_id: ({ tenantId = 0 }) => String(tenantId),
  bpm_status: () => '1',
}

const placeholder = /#\{\s*([\w.]*)\s*\}/g

/** The names of the variables in a value that do not exist. */
export const unknownVariables = (value: string): string[] =>
  [...value.matchAll(placeholder)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(variables, name))

/** The value for a user; null when a variable does not exist or the user has no value for it. */
function valueFor(value: string, user: SessionUser): string | null {
  let isMissing = false
  const filled = value.replace(placeholder, (_, name: string) => {
    const text = Object.hasOwn(variables, name) ? (variables[name]?.(user) ?? '') : ''
    isMissing ||= text === ''
    return text
  })
  return isMissing ? null : filled
}

const findColumn = (columns: ReadonlyMap<string, Column>, name: string): Column | undefined =>
  columns.get(name) ?? [...columns.values()].find((column) => column.name === name)

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const patterns: Partial<Record<RuleCondition, (text: string) => string>> = {
  LIKE: (text) => `%${text}%`,
  LEFT_LIKE: (text) => `%${text}`,
  RIGHT_LIKE: (text) => `${text}%`,
}

/** The signs are SQL: no other text of a rule gets into a statement. */
const signs: Partial<Record<RuleCondition, Sql>> = {
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
  '=': sql`=`,
  '!=': sql`is distinct from`,
}

function compared({ ref, type }: Column, condition: RuleCondition, value: string): Sql {
  const pattern = patterns[condition]
  if (pattern) return isText(type) ? sql`${ref} like ${pattern(literal(value))}` : nothing
  if (condition === 'IN') {
    const members = value.split(',').flatMap((member) => operand(member.trim(), type) ?? [])
    return members.length > 0 ? sql`${ref} in (${sql.join(members)})` : nothing
  }
  const bound = operand(value, type)
  const sign = signs[condition]
  return bound === null || !sign ? nothing : sql`${ref} ${sign} ${bound}`
}

/** Why a rule cannot become a condition on the screen; null when it can. */
export function dataRuleFault(
  columns: ReadonlyMap<string, Column>,
  { column: name, condition, value }: Omit<DataRule, 'id'>,
): string | null {
  const column = findColumn(columns, name)
  if (!column) return `没有字段「${name}」`
  const [unknown] = unknownVariables(value)
  if (unknown !== undefined) return `没有变量「#{${unknown}}」`
  if (patterns[condition] && !isText(column.type)) return `字段「${name}」不是文字，不能用模糊条件`
  // A value with variables is known with its user only.
  if (value.includes('#{') || patterns[condition]) return null
  const parts = condition === 'IN' ? value.split(',') : [value]
  const wrong = parts.find((part) => operand(part.trim(), column.type) === null)
  return wrong === undefined ? null : `「${wrong}」不是字段「${name}」的值`
}

const toSql = ({ columns }: Pick<Resource, 'columns'>, rule: DataRule, user: SessionUser): Sql => {
  const column = findColumn(columns, rule.column)
  const value = valueFor(rule.value, user)
  return column && value !== null ? compared(column, rule.condition, value) : nothing
}

/** The data rules of the screen's menu entry as conditions, all of which a visible record meets; none bind administrators. */
export function listDataRules(resource: Pick<Resource, 'screen' | 'columns'>, user: SessionUser): Sql[] {
  const { id, rightsOwner = id } = resource.screen
  const rules = user.isAdmin ? undefined : user.dataRules?.get(rightsOwner)
  if (!rules) return []
  return rules.length > 0 ? rules.map((rule) => toSql(resource, rule, user)) : [nothing]
}
