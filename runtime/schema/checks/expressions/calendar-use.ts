import { calendarCode } from '#runtime/kernel/expression/calendars.ts'
import { literalPlaces } from '#runtime/kernel/expression/name-places.ts'
import type { Node } from '#runtime/kernel/expression.ts'
import { isDate } from '#runtime/kernel/time.ts'
import type { KnownNames } from '../../names/known-names.ts'
import { type Finding, type Path, type Report, textSpan } from '../report.ts'

/** Refers to the dictionary of holidays that a call names. */
export function referCalendar(report: Report, path: Path, text: string, node: Node): void {
  const code = calendarCode(node)
  if (code === undefined) return
  for (const at of literalPlaces(text, code))
    report.refer?.(path, { kind: 'dict', name: code }, textSpan(code, at))
}

/** What is wrong with the dictionary of holidays of a call of `addWorkdays`; without `dicts` none can be read there. */
export function calendarFinding(node: Node, dicts: KnownNames['dicts'] | undefined): Finding | undefined {
  if (node.kind !== 'call' || node.name !== 'addWorkdays' || node.args.length < 3) return undefined
  const code = calendarCode(node)
  if (code === undefined)
    return {
      code: 'BAD_EXPRESSION',
      text: "节假日字典写它的编码，加引号，如 addWorkdays(fdate, 3, 'holiday')",
    }
  if (!dicts)
    return {
      code: 'BAD_EXPRESSION',
      text: '这里读不到节假日字典：请先存成一个公式字段，再用那个字段',
    }
  const dict = dicts.get(code)
  if (!dict)
    return { code: 'UNKNOWN_DICT', text: `没有节假日字典「${code}」`, word: code, words: dicts.keys() }
  const wrong = [...(dict.choices?.keys() ?? [])].find((value) => !isDate(value))
  return wrong === undefined
    ? undefined
    : { code: 'BAD_VALUE', text: `节假日字典「${code}」的值「${wrong}」不是日期，请写成 2026-10-01 这样` }
}
