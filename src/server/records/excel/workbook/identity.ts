import { isNameField } from '#runtime/schema/names/name-field.ts'
import { isDetail } from '#runtime/schema/types.ts'
import type { Resource } from '../../resource.ts'

/**
 * The keys of the head fields by which rows of a detail sheet name their record: those of `import.match`, else the
 * numbered field, else a unique one, else the one with the record's name; at least one of those that `isUsable` accepts.
 */
export function listIdentityKeys({ screen }: Resource, isUsable: (key: string) => boolean): string[] {
  const matched = screen.import?.match ?? []
  if (matched.length > 0 && matched.every(isUsable)) return [...matched]
  const fields = screen.fields.filter((field) => !isDetail(field) && isUsable(field.key))
  const isUnique = (field: (typeof fields)[number]) =>
    field.validateRules?.some((rule) => rule.unique === true) === true
  const found =
    fields.find(({ auto }) => auto !== undefined) ??
    fields.find(isUnique) ??
    fields.find(isNameField) ??
    fields[0]
  return found ? [found.key] : []
}
