import { listObjectEntries } from '#runtime/kernel/json.ts'
import { type NumberPart, numberingRule } from '#runtime/kernel/numbering.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { isDateFormat } from '#runtime/kernel/time.ts'
import { type FieldPlace, fieldPlaces, placesText } from '../../documents/field-places.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { buildPart, type PartRow } from '../../records/write/number-rule.ts'

const refuse = defineRefusals({
  FILL_RULE_CODE_USED: '规则编码「{code}」正被 {count} 个字段使用，不能修改：{places}',
  FILL_RULE_USED: '「{name}」正被 {count} 个字段使用，不能删除：{places}',
})

/** The fields that are numbered by a rule. */
export const numberedFields = (db: Db, code: string): Promise<FieldPlace[]> =>
  fieldPlaces(db, ({ auto }) => typeof auto === 'string' && numberingRule(auto) === code)

/** The date words that a number needs so that a running number that starts again makes no number twice. */
const neededDates: Readonly<Record<string, readonly RegExp[]>> = {
  year: [/yy/],
  month: [/yy/, /MM/],
  day: [/yy/, /MM/, /dd/],
}

/** Why the parts make no numbers, and the key of the faulty cell; null when they do. */
export function partsFault(parts: readonly NumberPart[]): { at: number; key: string; text: string } | null {
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'text' && part.text === '') return { at, key: 'content', text: '请输入文字' }
    if (part.kind === 'date' && !isDateFormat(part.format))
      return {
        at,
        key: 'content',
        text: '日期写 yyyyMMdd 之类的格式，可用 yyyy、yy、MM、dd、HH、mm、ss',
      }
  }
  const sequences = parts.flatMap((part, at) => (part.kind === 'sequence' ? [{ at, part }] : []))
  const [first, second] = sequences
  if (!first) return { at: 0, key: 'kind', text: '编码里要有一段流水号' }
  if (second) return { at: second.at, key: 'kind', text: '编码里只能有一段流水号' }
  const dates = parts.map((part) => (part.kind === 'date' ? part.format : '')).join(' ')
  const isDated = (neededDates[first.part.reset] ?? []).every((word) => word.test(dates))
  return isDated
    ? null
    : {
        at: first.at,
        key: 'reset',
        text: '流水号重新开始后会和以前的编码重复：请在编码里加上同一周期的日期（每年 yyyy、每月 yyyyMM、每日 yyyyMMdd），或选不重置',
      }
}

/** Refuses a rule that would make no numbers or numbers twice, and changes that leave fields without their rule. */
export const fillRuleHook: RecordHook = {
  name: 'fill-rule.guard',
  table: 'sys_fill_rule',
  description:
    '编码规则：各段写错、没有或有两段流水号、重新开始后会重复时拒绝保存；有字段在用的不能改编码、不能删除。读 ruleCode、ruleName、parts',
  async beforeSave({ trx, before, after }) {
    const fault = partsFault(
      listObjectEntries(after.parts).map(([, row]) => buildPart(row as unknown as PartRow)),
    )
    if (fault)
      throw badValues([{ path: pointer('parts', fault.at, fault.key), code: 'fill-rule', text: fault.text }])
    const former = String(before?.ruleCode ?? '')
    if (!before || after.ruleCode === former) return
    const places = await numberedFields(trx, former)
    if (places.length > 0)
      throw refuse('FILL_RULE_CODE_USED', {
        values: { code: former, count: places.length, places: placesText(places) },
      })
  },
  async beforeRemove({ trx, records }) {
    for (const { ruleName, ruleCode } of records) {
      const places = await numberedFields(trx, String(ruleCode))
      if (places.length > 0)
        throw refuse('FILL_RULE_USED', {
          values: { name: String(ruleName), count: places.length, places: placesText(places) },
        })
    }
  },
}
