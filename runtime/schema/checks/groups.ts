import { listObjectEntries, listTextEntries } from '#runtime/kernel/json.ts'
import { type FieldsContext, needField } from './context.ts'
import type { Path } from './report.ts'

/** Reports a key that is no field of the head; values that are no text are left to the shape. */
export function fieldAt(context: FieldsContext, path: Path, key: unknown, audit = false): void {
  if (typeof key === 'string') needField(context, context.head, path, key, audit)
}

export function fieldsAt(context: FieldsContext, path: Path, keys: unknown, audit = false): void {
  for (const [at, key] of listTextEntries(keys)) fieldAt(context, [...path, at], key, audit)
}

/** Checks that groups name fields of the head, each once. */
export function checkGroups(context: FieldsContext, at: Path, groups: unknown): void {
  const seen = new Map<string, number>()
  for (const [index, group] of listObjectEntries(groups)) {
    const path = [...at, index, 'fields']
    fieldsAt(context, path, group.fields)
    for (const [at, key] of listTextEntries(group.fields)) {
      const first = seen.get(key)
      const text = `字段「${key}」已经放在前面的分组里，请删去一处`
      // A group that is written twice is one mistake.
      const mistake = `group ${index} like ${first}`
      if (first !== undefined) context.report([...path, at], { code: 'DUPLICATE_KEY', text, mistake })
      else seen.set(key, index)
    }
  }
}
