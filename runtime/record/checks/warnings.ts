import type { Problem } from '#runtime/kernel/problem.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import type { Values } from '../scope.ts'
import type { CheckOptions } from './checks.ts'
import { validateRecord } from './validate.ts'

/** Fields whose rules of level `warning` are their only rules. All keys stay: conditions read them. */
const softFields = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    ...(isDetail(field) ? { fields: softFields(field.fields) } : {}),
    validateRules: (field.validateRules ?? []).flatMap(({ level, ...rule }) =>
      level === 'warning' ? [rule] : [],
    ),
  }))

const hasRules = (fields: readonly Field[]): boolean =>
  fields.some((field) => field.validateRules?.length || (isDetail(field) && hasRules(field.fields)))

const softScreens = new WeakMap<ScreenDocument, ScreenDocument>()

function getSoftScreen(screen: ScreenDocument): ScreenDocument {
  const cached = softScreens.get(screen)
  if (cached) return cached
  const soft = { ...screen, fields: softFields(screen.fields) }
  softScreens.set(screen, soft)
  return soft
}

/** The warnings of a record that has no problems, by the rules of level `warning`; paths are those of problems. */
export function recordWarnings(screen: ScreenDocument, record: Values, options: CheckOptions): Problem[] {
  const soft = getSoftScreen(screen)
  if (!hasRules(soft.fields)) return []
  return validateRecord(soft, record, options).map((problem) => ({ ...problem, code: 'warning' }))
}
