import { asText, listObjectEntries } from '#runtime/kernel/json.ts'
import { memoize } from '#runtime/kernel/memo.ts'
import { typeAliases } from '../aliases.ts'
import type { KindCapabilities } from '../kind-plan.ts'
import { commonField, type FieldSettings } from '../language/field.ts'
import type { KeywordUse } from '../language/property.ts'
import { type FieldsContext, part } from './context.ts'

/** The keywords of the fields of a type that have no effect in documents of a kind. */
function ineffectiveWords(settings: FieldSettings, type: string, kind: KindCapabilities): string[] {
  const shapes = { ...settings[typeAliases[type] ?? type], ...commonField }
  return Object.entries(shapes).flatMap(([word, shape]) => {
    const { kindsWith } = (shape as KeywordUse).appliesTo ?? {}
    return kindsWith === undefined || kind[kindsWith] ? [] : [word]
  })
}

function reportIneffective(
  { head, isFaulty, report, types }: FieldsContext,
  settings: FieldSettings,
  kind: KindCapabilities,
  why: string,
): void {
  const wordsFor = memoize(Object.keys(settings).length + 1, (type) => ineffectiveWords(settings, type, kind))
  for (const [index, field] of head.fields) {
    const type = asText(field.type) ?? ''
    if (part(field, 'access').rules !== undefined) {
      const text = `${why}，rules 不起作用，请删去 rules，改用权限编码 read`
      report([...head.path, index, 'access', 'rules'], { code: 'BAD_VALUE', text })
    }
    for (const word of wordsFor(type)) {
      const path = [...head.path, index, word]
      const isOff = field[word] === undefined || (field[word] === false && word !== 'persist')
      if (isOff || isFaulty(path)) continue
      // Totals of what is no number are a problem of their own.
      if (word === 'statistics' && !types.get(type)?.toNumber) continue
      report(path, { code: 'BAD_VALUE', text: `${why}，${word} 不起作用，请删去` })
    }
  }
}

/** Reports words on the columns of a report that only a form or a table of its own uses. */
export const checkReportSettings = (
  context: FieldsContext,
  settings: FieldSettings,
  kind: KindCapabilities,
): void => reportIneffective(context, settings, kind, '报表的列只显示，不填也不存')

/** Reports words on the fields of a form without records that only a list or a table uses; a detail table is a list. */
export const checkFormSettings = (
  context: FieldsContext,
  settings: FieldSettings,
  kind: KindCapabilities,
): void => reportIneffective(context, settings, kind, '这个表单没有列表，也不存记录')

/** Reports uniqueness of values that no table stores. In a detail table it holds among the rows of its record. */
export function checkUnique(context: FieldsContext): void {
  const { document, head, isFaulty, isStored, report } = context
  if (part(document, 'url').add !== undefined) return
  for (const [index, field] of head.fields) {
    if (isStored && field.persist !== false) continue
    for (const [at, rule] of listObjectEntries(field.validateRules)) {
      const path = [...head.path, index, 'validateRules', at, 'unique']
      if (rule.unique !== true || isFaulty(path)) continue
      report(path, { code: 'BAD_VALUE', text: '值不存库，没有别的记录可比，unique 不起作用，请删去' })
    }
  }
}

/** Reports a detail table that no row of it could fill. */
export function checkColumns({ head, report }: FieldsContext): void {
  for (const [index, field] of head.fields) {
    if (asText(field.type) !== 'table' || !Array.isArray(field.fields) || field.fields.length > 0) continue
    report([...head.path, index, 'fields'], { code: 'MISSING_KEY', text: '明细没有列，请至少写一个字段' })
  }
}
