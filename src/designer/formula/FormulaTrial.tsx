import { Button } from 'antd'
import { useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { type JsonObject, readText } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { FieldPath } from '../document-edit.ts'
import { useSampleRecord, useSampleRows } from '../preview/useSampleRecord.ts'
import type { ExpressionWord } from './expression-words.ts'
import { tryExpression } from './formula.ts'

interface Props {
  document: JsonObject
  path: FieldPath
  field: JsonObject
  words: readonly ExpressionWord[]
  servedId: string | null
}

/** The expressions of a field on a stored record: figures, result and its type. */
export function FormulaTrial({ document, path, field, words, servedId }: Props) {
  const { user } = useServices()
  const types = useFieldTypes()
  const [position, setPosition] = useState(0)
  const rows = useSampleRows(servedId, document.fields).data?.records ?? []
  const row = rows[position % Math.max(1, rows.length)]
  const record = useSampleRecord(servedId ?? '', row, document.fields).data ?? row
  const [now] = useState(() => new Date())
  const written = words.filter(({ key }) => readText(field[key]) !== '')
  if (written.length === 0) return null
  return (
    <section className="view-design-trial" aria-label="试算">
      <div className="view-design-crumbs">
        <b>试算</b>
        {rows.length > 1 && (
          <Button type="link" size="small" onClick={() => setPosition(position + 1)}>
            换一条
          </Button>
        )}
      </div>
      {written.map(({ key, title }) => {
        const text = readText(field[key])
        const trial = tryExpression(text, document, path, record ?? {}, {
          user: { ...user },
          now,
          mode: 'edit',
          types,
        })
        return (
          <div key={key}>
            <span className="view-design-hint">{title}</span>
            {trial.isOk ? (
              <p>{record ? `${trial.figures}（${trial.type}）` : '写法没有错误，还没有记录可以试'}</p>
            ) : (
              <p className="view-design-fault">{trial.text}</p>
            )}
          </div>
        )
      })}
    </section>
  )
}
