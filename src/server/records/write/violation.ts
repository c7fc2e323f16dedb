import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import { type WantedIndex, wantedTables } from '../../documents/plan/tables.ts'
import { badValues } from '../refuse.ts'
import type { Resource } from '../resource.ts'

interface PgError {
  code: string
  constraint?: string
  table?: string
  column?: string
}

const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && typeof (error as Partial<PgError>).code === 'string'

/**
 * Translates a violated constraint into the texts of the document: two users may save the same value at the same
 * moment, and a table of the system or one that existed before its document may ask for values that no rule asks for.
 */
export function translateViolation(resource: Resource, error: unknown): unknown {
  if (!isPgError(error)) return error
  const problem =
    error.code === '23505'
      ? duplicate(resource, error)
      : error.code === '23502'
        ? missing(resource, error)
        : undefined
  return problem ? badValues([problem]) : error
}

function duplicate({ screen, types, columns }: Resource, { constraint }: PgError): Problem | undefined {
  const [table] = wantedTables(screen, types)
  const index = table?.indexes.find((entry) => entry.kind === 'unique' && entry.name === constraint)
  if (!index) return undefined
  const fields = listFields(index, columns)
  return { path: pointer(fields[0]?.key ?? ''), code: 'unique', text: uniqueText(fields) }
}

const fieldAt = (columns: Resource['columns'], name: string | undefined): Field | undefined =>
  [...columns.values()].find((column) => column.name === name)?.field ?? undefined

const listFields = (index: WantedIndex, columns: Resource['columns']): Field[] =>
  index.columns.flatMap((name) => fieldAt(columns, name) ?? [])

/** The empty column of the head or of a detail row; the database does not tell which row. */
function missing(resource: Resource, { table, column }: PgError): Problem | undefined {
  const detail = resource.details.find((entry) => entry.table === table)
  if (!detail && table !== resource.table) return undefined
  const field = fieldAt((detail ?? resource).columns, column)
  if (!field) return undefined
  const text = `请填写${getTitle(field)}`
  return detail
    ? { path: pointer(detail.key), code: 'required', text: `${getTitle(detail.field)}：${text}` }
    : { path: pointer(field.key), code: 'required', text }
}

/** The text for values of these fields that another record has. */
export function uniqueText(fields: readonly Field[]): string {
  const message =
    fields.length === 1 ? fields[0]?.validateRules?.find((rule) => rule.unique)?.message : undefined
  return message ?? `${fields.map(getTitle).join('、')}已存在`
}
