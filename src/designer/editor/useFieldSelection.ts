import { useCallback, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type FieldPath, fieldAt, insertBehind, keyedByTitle, replaceField } from '../document-edit.ts'
import type { Design } from '../draft/useDesign.ts'
import { useLateEdit } from '../draft/useLateEdit.ts'
import { type ProblemPlace, toFieldPath } from '../problems/Problems.tsx'
import { useFieldKeys } from './useFieldKeys.ts'

interface Selection {
  selected: FieldPath
  round: number
  isNew: boolean
}

/** The titles that lead to a field: 入库明细 › 数量. */
const formatTitles = (document: JsonObject, path: FieldPath): string =>
  path.map((key, at) => String(fieldAt(document, path.slice(0, at + 1))?.title ?? key)).join(' › ')

/** The selected field of a document: its settings, the fields that they may name, and which fields have problems. */
export function useFieldSelection(
  { document, base, inspection, session }: Design,
  /** The key that the palette gives a field of a type; absent where keys are not the designer's choice. */
  getSampleKey?: (type: string) => string,
) {
  const [{ selected, round, isNew }, setSelection] = useState<Selection>({
    selected: [],
    round: 0,
    isNew: false,
  })
  const select = useCallback(
    (path: FieldPath, isAdded = false) =>
      setSelection((last) => ({ selected: path, round: last.round + 1, isNew: isAdded })),
    [],
  )
  /** The field at `path` has another key: the selection of it, or of a field in it, stays with its settings. */
  const followKey = (path: FieldPath, key: string) =>
    setSelection((last) =>
      path.every((part, at) => part === last.selected[at])
        ? { ...last, selected: last.selected.with(path.length - 1, key) }
        : last,
    )
  const editLate = useLateEdit(session)
  const [isWhole, onWhole] = useState(false)
  const holder = selected.length > 1 ? fieldAt(document, selected.slice(0, -1)) : document
  const fieldKeys = useFieldKeys(holder ?? document)
  const problems = inspection?.problems ?? []
  const documentProblems = problems.filter(({ file }) => file === undefined || file === document.id)
  const faulty = new Set(
    documentProblems.map(({ path }) => toFieldPath(document, path).join('.')).filter(Boolean),
  )
  const setField = (edited: JsonObject, added: readonly JsonObject[] = []) => {
    const next = getSampleKey
      ? keyedByTitle(document, base, selected, edited, getSampleKey(String(edited.type)))
      : edited
    // The key may change with the title: what is typed in one selection is one step of undo.
    const changed = replaceField(document, selected, next)
    const key = String(next.key)
    const path = [...selected.slice(0, -1), key]
    session.change(
      insertBehind(changed, path, added),
      `settings ${round}${added.map(({ key }) => ` ${key}`).join('')}`,
    )
    if (key !== selected.at(-1)) followKey(selected, key)
  }
  /** Changes the field of this selection after an answer has come, in the document as it is then. */
  const updateField = (edit: (present: JsonObject) => JsonObject) =>
    editLate((present) => {
      const found = fieldAt(present, selected)
      return found && replaceField(present, selected, edit(found))
    })
  /** The field with a problem; `onOpen` runs before it is selected. */
  const findPlace = (pointer: string, onOpen?: () => void): ProblemPlace | undefined => {
    const path = toFieldPath(document, pointer)
    if (path.length === 0) return undefined
    const open = () => {
      onOpen?.()
      select(path)
    }
    return { label: formatTitles(document, path), open }
  }
  return {
    selected,
    select,
    followKey,
    /** Counts the selections. */
    round,
    /** Whether the selected field was added just now. */
    isNew,
    /** Whether all settings are shown, of each field that is selected. */
    whole: { isWhole, onWhole },
    field: fieldAt(document, selected),
    fieldKeys,
    faulty,
    setField,
    updateField,
    findPlace,
  }
}
