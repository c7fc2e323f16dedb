import { toSnake } from '#runtime/kernel/text/names.ts'
import type { Field } from '#runtime/schema/types.ts'
import { getColumnName } from '../../../../documents/plan/tables.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import { keyOfColumn } from '../../../design/interface.ts'

const refuse = defineRefusals({
  ONLINE_HREF:
    '字段「{name}」的链接「{href}」不能用：请写以 / 开头的页面地址，列名写在花括号里换成本行的值；不能带令牌，也不能打开别的网站或组件',
})

/** The link of a field as online forms write it, by columns. */
export const formatHref = (href: string | undefined, level: readonly Field[]): string =>
  (href ?? '').replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const field = level.find((entry) => entry.key === key)
    return `\${${field ? getColumnName(field) : toSnake(key)}}`
  })

/** The link of a field from its text in an online form. */
export function readHref(text: string, name: string, level: readonly Field[]): string | undefined {
  if (text === '') return undefined
  if (!/^\/(?![/\\])/.test(text) || text.includes('{{') || /\.vue\b/.test(text))
    throw refuse('ONLINE_HREF', { values: { name, href: text.slice(0, 80) } })
  return text.replaceAll(/\$\{(\w+)\}/g, (_, word: string) => {
    const column = word.toLowerCase()
    return `{${level.find((field) => getColumnName(field) === column)?.key ?? keyOfColumn(column)}}`
  })
}
