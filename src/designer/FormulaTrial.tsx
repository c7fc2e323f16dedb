import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { FieldPath } from './document-edit.ts'
import { completed, namesFor, offeredNames, tryExpression } from './formula.ts'
import { useSampleRecord, useSampleRows } from './useSampleRecord.ts'

/** The words of a field that are expressions. */
const expressions = [
  { key: 'compute', title: '公式' },
  { key: 'showIf', title: '何时显示' },
  { key: 'requireIf', title: '何时必填' },
  { key: 'disableIf', title: '何时不可改' },
] as const

interface Props {
  document: JsonObject
  path: FieldPath
  field: JsonObject
  isServed: boolean
  onChange(field: JsonObject): void
}

/** The expressions of a field on a stored record: figures, result and its type; and the names that continue them. */
export function FormulaTrial({ document, path, field, isServed, onChange }: Props) {
  const { user } = useRuntime()
  const id = String(document.id)
  const [position, setPosition] = useState(0)
  const rows = useSampleRows(isServed ? id : null).data?.records ?? []
  const row = rows[position % Math.max(1, rows.length)]
  const record = useSampleRecord(id, row).data ?? row
  const names = useMemo(() => offeredNames(document, path), [document, path])
  const [now] = useState(() => new Date())
  const written = expressions.filter(({ key }) => typeof field[key] === 'string' && field[key] !== '')
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
        const text = String(field[key])
        const trial = tryExpression(text, document, path, record ?? {}, {
          user: { ...user },
          now,
          mode: 'edit',
        })
        return (
          <div key={key}>
            <span className="view-design-hint">{title}</span>
            {trial.isOk ? (
              <p>{record ? `${trial.figures}（${trial.type}）` : '写法没有错误，还没有记录可以试'}</p>
            ) : (
              <p className="view-design-fault">{trial.text}</p>
            )}
            <Select
              size="small"
              aria-label={`续写${title}`}
              placeholder="续写：选字段或函数"
              showSearch
              optionFilterProp="label"
              value={null}
              options={namesFor(text, names).map((entry) => ({
                value: entry.text,
                label: `${entry.text} ${entry.title}`,
              }))}
              onChange={(name: string | null) =>
                name !== null && onChange({ ...field, [key]: completed(text, name) })
              }
            />
          </div>
        )
      })}
    </section>
  )
}
