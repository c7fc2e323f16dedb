import { useMemo, useState } from 'react'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { ImmediateForm } from '#runtime/screens/form/ImmediateForm.tsx'
import { fromRows, type RowWord, rowScreen, toRows } from './row-form.ts'

interface Props {
  title: string
  entries: readonly JsonObject[]
  words: readonly RowWord[]
  onChange(entries: JsonObject[]): void
}

/** A list of a document as an editable table; changes of others start it anew. */
export function Rows({ title, entries, words, onChange }: Props) {
  const [start, setStart] = useState({ entries, round: 0 })
  const [written, setWritten] = useState(entries)
  if (entries !== written && !isSameJson(entries, written)) {
    setWritten(entries)
    setStart({ entries, round: start.round + 1 })
  }
  const screen = useMemo(() => rowScreen(title, words), [title, words])
  const write = (record: Readonly<Record<string, unknown>>) => {
    // Rows name their entries by the positions at the start of this form.
    const next = fromRows({ ...record }, start.entries, words)
    if (isSameJson(next, written)) return
    setWritten(next)
    onChange(next)
  }
  return (
    <div className="view-design-sheet">
      <ImmediateForm
        key={start.round}
        screen={screen}
        record={toRows(start.entries, words)}
        onChange={write}
      />
    </div>
  )
}
