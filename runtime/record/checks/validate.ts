import type { Scope } from '#runtime/kernel/expression.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { getMaxRows, getTitle } from '#runtime/schema/derive.ts'
import { type DetailField, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { getRows, headScope, keySet, rowScope, type Values } from '../scope.ts'
import { treeProblems } from '../tree.ts'
import { type CheckOptions, compileChecks, type FieldCheck } from './checks.ts'
import { isEditable, isShown } from './conditions.ts'

export type { CheckOptions } from './checks.ts'

/**
 * All problems of a whole record (details inline), by the same rules in browser and server: the check of the type
 * first, then validateRules. Paths are `/ftel` and `/items/0/fnum`. Synchronous: uniqueness of head fields
 * (`uniqueFields`) and `handler` rules are checked by the caller.
 */
export function validateRecord(screen: ScreenDocument, record: Values, options: CheckOptions): Problem[] {
  const problems: Problem[] = []
  const scope = headScope(record, options.env, keySet(screen.fields, options.types))
  for (const check of compileChecks(screen.fields, options)) {
    const fault = check.run(record[check.field.key] ?? null, scope)
    if (fault) problems.push({ path: pointer(check.field.key), ...fault })
  }
  for (const detail of screen.fields) {
    if (!isDetail(detail) || !isDetailChecked(detail, options) || !isShown(detail, scope)) continue
    const value = record[detail.key] ?? []
    if (!Array.isArray(value) || value.some((row) => typeof row !== 'object' || row === null)) {
      problems.push({ path: pointer(detail.key), code: 'type', text: `${getTitle(detail)}的值格式不正确` })
      continue
    }
    const rows = getRows(record, detail.key)
    const count = checkRowCount(detail, rows.length)
    if (count) problems.push(count)
    for (const problem of treeProblems(detail, rows)) problems.push(problem)
    for (const problem of validateRows(detail, rows, scope, options)) problems.push(problem)
  }
  return problems
}

/** Head fields whose value must be unique in the database; the server checks it, the browser requests the check. */
export const uniqueFields = (screen: ScreenDocument): Field[] =>
  screen.fields.filter(
    (field) => !isDetail(field) && field.validateRules?.some((rule) => rule.unique === true),
  )

/** A detail table is checked if it is part of this mode and the user may edit it. */
export const isDetailChecked = (detail: DetailField, { env, can }: CheckOptions): boolean =>
  (!detail.modes || detail.modes.includes(env.mode)) && isEditable(detail, can)

/** Too many rows, as a problem of the detail table itself. */
export function checkMaxRows(detail: DetailField, count: number): Problem | null {
  const maxRows = getMaxRows(detail)
  if (count <= maxRows) return null
  return { path: pointer(detail.key), code: 'maxRows', text: `${detail.title ?? '明细'}最多 ${maxRows} 行` }
}

/** Too few or too many rows, as a problem of the detail table itself. */
export function checkRowCount(detail: DetailField, count: number): Problem | null {
  if (detail.minRows !== undefined && count < detail.minRows) {
    const text = `${detail.title ?? '明细'}至少 ${detail.minRows} 行`
    return { path: pointer(detail.key), code: 'minRows', text }
  }
  return checkMaxRows(detail, count)
}

/** How often each value occurs in each unique column. */
export function countColumns(
  checks: readonly FieldCheck[],
  rows: readonly Values[],
): Map<string, Map<string, number>> {
  const columns = new Map<string, Map<string, number>>()
  for (const { unique, field, normal } of checks) {
    if (!unique) continue
    const counts = new Map<string, number>()
    for (const row of rows) {
      const value = normal(row[field.key])
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    columns.set(field.key, counts)
  }
  return columns
}

function validateRows(
  detail: DetailField,
  rows: readonly Values[],
  head: Scope,
  options: CheckOptions,
): Problem[] {
  const problems: Problem[] = []
  const checks = compileChecks(detail.fields, options)
  const columns = countColumns(checks, rows)
  const keys = keySet(detail.fields, options.types)
  for (const [index, row] of rows.entries()) {
    const scope = rowScope(row, keys, head)
    for (const { field, run, normal } of checks) {
      const counts = columns.get(field.key)
      const count = counts && ((value: unknown) => counts.get(normal(value) ?? '') ?? 0)
      const fault = run(row[field.key] ?? null, scope, count)
      if (fault) problems.push({ path: pointer(detail.key, index, field.key), ...fault })
    }
  }
  return problems
}
