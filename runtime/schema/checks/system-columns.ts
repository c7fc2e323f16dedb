import type { Expression } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type FieldsContext, isAudit } from './context.ts'
import { readExpression } from './expressions/expression-types.ts'
import type { Path } from './report.ts'

/** What a formula may read instead of a system column. */
const replacements: Readonly<Record<string, string>> = {
  createTime: '请写 now()',
  updateTime: '请写 now()',
  createBy: '请写 user.username',
  updateBy: '请写 user.username',
  sysOrgCode: '请写 user.orgCode',
}

const getKey = (name: string): string => name.replace(/^(form|row)\./, '')
const systemName = (expression: Expression | null): string | undefined =>
  expression?.names.find((name) => isAudit(getKey(name)))

/** Reports formulas and defaults that read system columns, which are written after them. */
export function checkSystemReads(context: FieldsContext, path: Path, field: JsonObject): void {
  if (!context.isStored) return
  const { compute, defaultValue, persist } = field
  const read = (key: string, value: unknown) => {
    const name = systemName(readExpression(value))
    if (name === undefined) return
    const text = `「${name}」在保存时才写入，公式和缺省值读不到，${replacements[getKey(name)] ?? '请删去'}`
    context.report([...path, key], { code: 'BAD_EXPRESSION', text })
  }
  if (typeof compute === 'string' && persist !== false) read('compute', `=${compute}`)
  read('defaultValue', defaultValue)
}

/** Reports a rule that reads a system column in every mode: new records have no value there. */
export function checkSystemRule(context: FieldsContext, path: Path, check: unknown): void {
  const expression = readExpression(`=${String(check)}`)
  const name = systemName(expression)
  if (!context.isStored || name === undefined || expression?.names.includes('mode')) return
  const text = `「${name}」新增时还没有值，请写 mode == 'add' or (${String(check)})`
  context.report(path, { code: 'BAD_EXPRESSION', text })
}
