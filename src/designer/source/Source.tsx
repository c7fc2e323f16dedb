import { Button } from 'antd'
import { useState } from 'react'
import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { jsonFault } from '#runtime/schema/write/json-fault.ts'
import { type ParsedDocument, parseJson } from '#runtime/schema/write/parse-json.ts'
import { writeDocument } from '#runtime/schema/write/write-document.ts'
import type { UnreadText } from '../draft/DraftSession.ts'
import type { Finding } from './marks.ts'
import { SourceEditor } from './SourceEditor.tsx'

interface Props {
  document: JsonObject
  findings: readonly Finding[]
  /** The place to go to, by its pointer; another object goes there again. */
  goal: { pointer: string } | null
  unread: UnreadText | null
  onUnread(unread: UnreadText | null): void
  onFix(problem: Problem): void
  onChange(document: JsonObject, label: string): void
}

const readObject = (parsed: ParsedDocument): JsonObject | undefined =>
  'json' in parsed && isJsonObject(parsed.json) ? parsed.json : undefined

/** The document as a file contains it. A text that cannot be read stays until the user drops it, and changes nothing. */
export function Source({ document, findings, goal, unread, onUnread, onFix, onChange }: Props) {
  const [text, setText] = useState(() => unread?.text ?? writeDocument(document))
  const [written, setWritten] = useState(unread?.document ?? document)
  // The last text that was not typed here.
  const [outer, setOuter] = useState({ text })
  const parsed = parseJson(text)
  const isOutdated = document !== written && !isSameJson(document, written)
  if (!unread && (isOutdated || !readObject(parsed))) {
    const next = writeDocument(document)
    setWritten(document)
    setText(next)
    setOuter({ text: next })
  }
  const change = (next: string) => {
    // The editor also reports the text that it was given: undo would then be a change of its own.
    if (next === text) return
    setText(next)
    const read = readObject(parseJson(next))
    onUnread(read ? null : { text: next, document: written })
    if (!read) return
    setWritten(read)
    onChange(read, 'source')
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
      {unread && isOutdated && (
        <p className="view-design-hint" role="status">
          文档在别处改了。这段文字改好以后，就以它为准。
          <Button type="link" size="small" onClick={() => onUnread(null)}>
            换成现在的文档
          </Button>
        </p>
      )}
    </div>
  )
}
