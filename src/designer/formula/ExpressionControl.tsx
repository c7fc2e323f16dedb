import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { type JsonObject, readText } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { useSampleRecord, useSampleRows } from '../preview/useSampleRecord.ts'
import { syntaxFaults } from './dependencies.ts'
import { type ExpressionPlace, useExpressionPlace } from './expression-place.ts'
import { offeredNames, tryExpression } from './formula.ts'

const NameEditor = lazyPart(async () => (await import('#runtime/fields/rich/code/NameEditor.tsx')).NameEditor)

const nowhere: JsonObject = {}

export interface Props extends ControlProps {
  /** The editor takes the focus when it appears. */
  autoFocus?: boolean
}

/**
 * An expression in a panel: completion by title and key, faults of its syntax in place, and its value on a record. Names are
 * checked with the document, which knows what each place may read.
 */
export function ExpressionControl({ value, onChange, field, autoFocus = false }: Props) {
  const place = useExpressionPlace()
  const text = readText(value)
  const { document = nowhere, path = [] } = place ?? {}
  // Other settings are typed without waiting for the names of all fields.
  const settled = useDeferredValue(document)
  const names = useMemo(() => offeredNames(settled, path), [settled, path])
  const faults = useMemo(() => syntaxFaults(text), [text])
  return (
    <div className="view-design-expression">
      <Suspense fallback={<TextSkeleton rows={1} />}>
        <NameEditor
          label={String(field.title ?? field.key)}
          value={text}
          names={names}
          faults={faults}
          autoFocus={autoFocus}
          onChange={(next) => next !== text && onChange(next || null)}
        />
      </Suspense>
      {faults.length > 0 ? (
        <p className="view-design-fault">{faults[0]?.text}</p>
      ) : (
        place && text !== '' && <ExpressionTrial place={place} text={text} />
      )}
    </div>
  )
}

/** The value of the expression on a stored record, where that record has all that it reads. */
function ExpressionTrial({
  place: { document, path, servedId },
  text,
}: {
  place: ExpressionPlace
  text: string
}) {
  const { user } = useServices()
  const types = useFieldTypes()
  const row = useSampleRows(servedId, document.fields).data?.records[0]
  const record = useSampleRecord(servedId ?? '', row, document.fields).data ?? row
  const [now] = useState(() => new Date())
  if (!record) return null
  const trial = tryExpression(text, document, path, record, { user: { ...user }, now, mode: 'edit', types })
  return trial.isOk ? <p className="view-design-hint">试算：{trial.figures}</p> : null
}
