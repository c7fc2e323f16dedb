import { Suspense, useState } from 'react'
import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { parseJson } from '#runtime/schema/parse-json.ts'
import { writeDocument } from '#runtime/schema/write-document.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const CodeEditor = lazyPart(async () => (await import('#runtime/fields/rich/CodeControl.tsx')).CodeEditor)

interface Props {
  document: JsonObject
  onChange(document: JsonObject, label: string): void
}

const field = { key: 'source', title: '源文件', type: 'code' }

/** The document as a file contains it. A text that cannot be read stays here and changes nothing. */
export function Source({ document, onChange }: Props) {
  const [text, setText] = useState(() => writeDocument(document))
  const [written, setWritten] = useState(document)
  if (document !== written && !isSameJson(document, written)) {
    setWritten(document)
    setText(writeDocument(document))
  }
  const parsed = parseJson(text)
  const change = (next: string) => {
    setText(next)
    const read = parseJson(next)
    if (!('json' in read) || !isJsonObject(read.json)) return
    setWritten(read.json)
    onChange(read.json, 'source')
  }
  return (
    <div className="view-design-source">
      <Suspense fallback={<div aria-busy="true" />}>
        <CodeEditor
          field={field}
          language="javascript"
          value={text}
          onChange={(next) => change(next ?? '')}
        />
      </Suspense>
      {'problem' in parsed && (
        <p className="view-design-fault" role="alert">
          {parsed.problem.text}
        </p>
      )}
    </div>
  )
}
