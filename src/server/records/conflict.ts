import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { titleOf } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import { type WantedIndex, wantedTables } from '../documents/tables.ts'
import { badValues } from './refuse.ts'
import type { Resource } from './resource.ts'

interface PgError {
  code: string
  constraint?: string
}

const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && typeof (error as Partial<PgError>).code === 'string'

/** Translates a unique violation into the texts of the document: two users may save the same value at the same moment. */
export function translateConflict(resource: Resource, error: unknown): unknown {
  if (!isPgError(error) || error.code !== '23505') return error
  const [table] = wantedTables(resource.screen, resource.types)
  const index = table?.indexes.find((entry) => entry.kind === 'unique' && entry.name === error.constraint)
  return index ? badValues([duplicate(resource, index)]) : error
}

function duplicate({ columns }: Resource, index: WantedIndex): Problem {
  const fields = index.columns.flatMap(
    (name) => [...columns.values()].find((column) => column.name === name)?.field ?? [],
  )
  return { path: pointer(fields[0]?.key ?? ''), code: 'unique', text: uniqueText(fields) }
}

/** The text for values of these fields that another record has. */
export function uniqueText(fields: readonly Field[]): string {
  const message =
    fields.length === 1 ? fields[0]?.validateRules?.find((rule) => rule.unique)?.message : undefined
  return message ?? `${fields.map(titleOf).join('、')}已存在`
}
