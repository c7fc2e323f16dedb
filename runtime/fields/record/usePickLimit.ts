import { useFieldTitles, useHeadValues } from '#runtime/contract/model-context.tsx'
import type { Values } from '#runtime/record/scope.ts'
import { type Conditions, needConditions, readPickLimit } from '../kit/picker/pick-limit.ts'
import type { RecordFamily } from './settings.ts'

/** What the record around a field limits its picker to: a function that throws while a value is missing. */
export function usePickLimit(field: RecordFamily['popup'], row: Values | null): () => Conditions {
  const head = useHeadValues(row ?? {})
  const getTitle = useFieldTitles()
  return () =>
    needConditions(
      readPickLimit(field.pickWhere, (key) => head[key], row),
      getTitle,
    )
}
