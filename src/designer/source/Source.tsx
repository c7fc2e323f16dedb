import { useState } from 'react'
import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { jsonFault } from '#runtime/schema/write/json-fault.ts'
import { parseJson } from '#runtime/schema/write/parse-json.ts'
import { writeDocument } from '#runtime/schema/write/write-document.ts'
import type { Finding } from './marks.ts'
import { SourceEditor } from './SourceEditor.tsx'

interface Props {
  document: JsonObject
  findings: readonly Finding[]
  /** The place to go to, by its pointer; another object goes there again. */
  goal: { pointer: string } | null
  onFix(problem: Problem): void
  onChange(document: JsonObject, label: string): void
}

/** The document as a file contains it. A text that cannot be read stays here and changes nothing. */
export function Source({ document, findings, goal, onFix, onChange }: Props) {
  const [text, setText] = useState(() => writeDocument(document))
  const [written, setWritten] = useState(document)
  // The last text that was not typed here.
  const [outer, setOuter] = useState({ text })
  if (document !== written && !isSameJson(document, written)) {
    const next = writeDocument(document)
    setWritten(document)
    setText(next)
    setOuter({ text: next })
  }
  const parsed = parseJson(text)
  const change = (next: string) => {
    // The editor also reports the text that it was given: undo would then be a change of its own.
    if (next === text) return
    setText(next)
    const read = parseJson(next)
    if (!('json' in read) || !isJsonObject(read.json)) return
    setWritten(read.json)
    onChange(read.json, 'source')
  }
  return (
    <div className="view-design-source">
      <SourceEditor
        id={String(document.id)}
        text={text}
        outer={outer}
        fault={'problem' in parsed ? jsonFault(text) : null}
        findings={findings}
        goal={goal}
        onFix={onFix}
        onChange={change}
      />
      {'problem' in parsed && (
        <p className="view-design-fault" role="alert">
          {parsed.problem.text}
        </p>
      )}
    </div>
  )
}
