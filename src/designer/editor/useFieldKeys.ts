import { useState } from 'react'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { getKey, listNamedFields } from '../document-edit.ts'
import type { FieldKey } from '../settings/PanelForm.tsx'

/** The fields of a list, as settings that name a field offer them; the same list while keys and titles are unchanged. */
export function useFieldKeys(holder: JsonObject): readonly FieldKey[] {
  const keys = listNamedFields(holder).map((field) => ({
    value: getKey(field),
    text: String(field.title ?? getKey(field)),
  }))
  const [last, setLast] = useState(keys)
  const isSame = isSameJson(last, keys)
  if (!isSame) setLast(keys)
  return isSame ? last : keys
}
