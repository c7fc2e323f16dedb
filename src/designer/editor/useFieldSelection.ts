import { useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type FieldPath, fieldAt, replaceField } from '../document-edit.ts'
import { fieldPathOf } from '../Problems.tsx'
import type { Design } from '../useDesign.ts'
import { useFieldKeys } from './useFieldKeys.ts'

/** The selected field of a document: its settings, the fields that they may name, and which fields have problems. */
export function useFieldSelection({ document, change, inspection }: Design) {
  const [selected, select] = useState<FieldPath>([])
  const holder = selected.length > 1 ? fieldAt(document, selected.slice(0, -1)) : document
  const fieldKeys = useFieldKeys(holder ?? document)
  const problems = inspection?.problems ?? []
  const faulty = new Set(problems.map(({ path }) => fieldPathOf(document, path).join('.')).filter(Boolean))
  const setField = (next: JsonObject) => {
    change(replaceField(document, selected, next), `settings ${selected.join('.')}`)
    select([...selected.slice(0, -1), String(next.key)])
  }
  return { selected, select, field: fieldAt(document, selected), fieldKeys, faulty, setField }
}
