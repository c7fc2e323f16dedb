import { explainText } from '#runtime/kernel/expression/explain.ts'
import { findField } from '#runtime/record/formulas/formula-fields.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'

/** What a formula may name besides fields. */
const otherNames: Readonly<Record<string, string>> = {
  mode: '方式',
  'user.username': '您的账号',
  'user.realname': '您的姓名',
  'user.orgCode': '您的部门',
  'user.id': '您的主键',
  createBy: '创建人',
  createTime: '创建时间',
  sysOrgCode: '所属部门',
  id: '主键',
}
/** The modes of a form, which formulas compare with `mode`. */
const modeWords: Readonly<Record<string, string>> = { add: '新增', edit: '编辑', detail: '查看' }

/** What turns stored values into texts: the field types, and the dictionaries that are loaded. */
export interface ValueTexts extends Pick<CompileEnv, 'types'> {
  lookup: Lookup
}

/** The text of a stored value of a choice; undefined for other fields, whose values are texts themselves. */
function findChoiceText(field: Field, value: unknown, { types, lookup }: ValueTexts): string | undefined {
  const type = types.get(field.type)
  const isChoice = type?.dataType === 'choice' || type?.dataType === 'boolean'
  return isChoice ? type.toText(type.fromWire(value, field), field, lookup, 'full') || undefined : undefined
}

/** Writes expressions with the titles of the fields that they name; `columns` are those of the detail of the expression. */
export type FormulaWriter = (expression: string) => string

export const formulaWriter = (
  texts: ValueTexts,
  fields: readonly Field[],
  columns: readonly Field[] = [],
): FormulaWriter => {
  const find = findField(fields, columns)
  const nameText = (name: string): string => {
    const field = find(name)
    return field ? getTitle(field) : (otherNames[name.replace(/^(?:form|row)\./, '')] ?? name)
  }
  const valueText = (name: string, value: string): string | undefined => {
    const field = find(name)
    if (field) return findChoiceText(field, value, texts)
    return name === 'mode' ? modeWords[value] : undefined
  }
  return (expression) => explainText(expression, nameText, valueText).replaceAll('（）', '')
}

/** The default of a field: `=expression` as a formula, any other value as the text that the field shows. */
export const defaultText = (field: Field, value: unknown, write: FormulaWriter, texts: ValueTexts): string =>
  typeof value === 'string' && value.startsWith('=')
    ? write(value.slice(1))
    : (findChoiceText(field, value, texts) ?? String(value))

/** A condition with what follows from it: 数量 > 10 时必填. */
export const whenText = (condition: string, consequence: string): string =>
  `${condition}${condition.endsWith('」') ? '' : ' '}${consequence}`
