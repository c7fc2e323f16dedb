import type { FieldTypes } from '#runtime/contract/contract.ts'
import { listCalendars } from '#runtime/kernel/expression/calendars.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

const allFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => (isDetail(field) ? [field, ...allFields(field.fields)] : [field]))

/** Every dictionary of a screen for list, form and detail tables: fetched once, in parallel. */
export const screenDictionaries = (screen: Pick<ScreenDocument, 'fields'>, types: FieldTypes): string[] => [
  ...new Set([
    ...allFields(screen.fields).flatMap((field) => types.get(field.type)?.needs?.(field) ?? []),
    ...listCalendars(screen.fields),
  ]),
]
