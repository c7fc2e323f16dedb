import { explainText } from '#runtime/kernel/expression/explain.ts'
import { findField } from '#runtime/record/formulas/formula-fields.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'

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

/** Writes expressions with the titles of the fields that they name; `columns` are those of the detail of the expression. */
export type FormulaWriter = (expression: string) => string

export const formulaWriter = (fields: readonly Field[], columns: readonly Field[] = []): FormulaWriter => {
  const find = findField(fields, columns)
  const nameText = (name: string): string => {
    const field = find(name)
    return field ? getTitle(field) : (otherNames[name.replace(/^(?:form|row)\./, '')] ?? name)
  }
  return (expression) =>
    explainText(expression, nameText)
      .replaceAll('（）', '')
      .replace(/「(add|edit|detail)」/g, (_, word) => `「${modeWords[word]}」`)
}

/** `=expression` as a formula, any other value as text. */
export const valueText = (value: unknown, write: FormulaWriter): string =>
  typeof value === 'string' && value.startsWith('=') ? write(value.slice(1)) : String(value)

/** A condition with what follows from it: 数量 > 10 时必填. */
export const whenText = (condition: string, consequence: string): string =>
  `${condition}${condition.endsWith('」') ? '' : ' '}${consequence}`
