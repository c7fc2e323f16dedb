import { useCallback, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type FieldPath, fieldAt, replaceField } from '../document-edit.ts'
import { fieldPathOf, type ProblemPlace } from '../Problems.tsx'
import type { Design } from '../useDesign.ts'
import { useFieldKeys } from './useFieldKeys.ts'

/** The selected field of a document: its settings, the fields that they may name, and which fields have problems. */
export function useFieldSelection({ document, change, inspection }: Design) {
  const [{ selected, round }, setSelection] = useState<{ selected: FieldPath; round: number }>({
    selected: [],
    round: 0,
  })
  const select = useCallback(
    (path: FieldPath) => setSelection((last) => ({ selected: path, round: last.round + 1 })),
    [],
  )
  const [isWhole, onWhole] = useState(false)
  const holder = selected.length > 1 ? fieldAt(document, selected.slice(0, -1)) : document
  const fieldKeys = useFieldKeys(holder ?? document)
  const problems = inspection?.problems ?? []
  const documentProblems = problems.filter(({ file }) => file === undefined || file === document.id)
  const faulty = new Set(
    documentProblems.map(({ path }) => fieldPathOf(document, path).join('.')).filter(Boolean),
  )
  const setField = (next: JsonObject) => {
    change(replaceField(document, selected, next), `settings ${selected.join('.')}`)
    // Another key does not end the selection: the settings stay as they are.
    if (next.key !== selected.at(-1))
      setSelection({ selected: [...selected.slice(0, -1), String(next.key)], round })
  }
  /** The field with a problem; `onOpen` runs before it is selected. */
  const placeOf = (pointer: string, onOpen?: () => void): ProblemPlace | undefined => {
    const path = fieldPathOf(document, pointer)
    if (path.length === 0) return undefined
    const open = () => {
      onOpen?.()
      select(path)
    }
    return { label: path.join('.'), open }
  }
  return {
    selected,
    select,
    /** Counts the selections. */
    round,
    /** Whether all settings are shown, of each field that is selected. */
    whole: { isWhole, onWhole },
    field: fieldAt(document, selected),
    fieldKeys,
    faulty,
    setField,
    placeOf,
  }
}
