import { useRef } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'
import { isEmpty, type JsonObject } from '#runtime/kernel/json.ts'
import {
  destinationValues,
  emptyDestinationValues,
  joinedDestinationValues,
} from '#runtime/record/paste/destination-values.ts'
import type { CellStep, ControlProps } from '../../contract/contract.ts'
import { useRecordSuggest } from '../kit/picker/suggest/suggest.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { textFromWire } from '../kit/text/text-value.ts'
import { usePendingText } from '../kit/text/usePendingText.ts'
import { PopupInput } from './PopupInput.tsx'
import { keepLookup } from './picker-lookup.ts'
import type { RecordFamily } from './settings.ts'
import { useFill } from './useFill.ts'
import { usePickLimit } from './usePickLimit.ts'

export function PopupControl(props: ControlProps<string, RecordFamily['popup']>) {
  const { value, onChange, patch, addRows, values, field, readOnly, cell } = props
  const loadFill = useFill(field)
  const limit = usePickLimit(field, values)
  const selectionCount = useRef(0)

  const pending = usePendingText(props)
  const setForm = (mapped: JsonObject) => {
    pending.end()
    const { [field.key]: ownValue, ...others } = mapped
    if (field.key in mapped) onChange(textFromWire(ownValue))
    patch(others)
  }
  const select = (rows: ListRow[], cellStep = cell?.newStep(), isCode = false) => {
    selectionCount.current += 1
    // A pick in a cell is one undo step with its lookup.
    const step: CellStep = cellStep ?? { patch: setForm, addRows }
    const [first, ...rest] = step.addRows
      ? rows.map((row) => destinationValues(row, field))
      : [joinedDestinationValues(rows, field)]
    if (!first || (isCode && step.addToCount?.(first))) return
    // A scanned record counts as one, also where nothing is counted before.
    const { countField } = field
    const isCounted = isCode && countField !== undefined && isEmpty(values[countField])
    step.patch(isCounted ? { ...first, [countField]: 1 } : first)
    const work = fill(step, first, rest)
    if (field.onPick) keepLookup(pending.open(), work)
  }
  const fill = async (step: CellStep, first: JsonObject, rest: readonly JsonObject[]) => {
    const current = selectionCount.current
    const fills = await Promise.all([
      loadFill({ ...values, ...first }),
      ...rest.map(async (row) => ({ ...row, ...(await loadFill(row)) })),
    ])
    // A record picked in the meantime has its own lookup in progress.
    const [filled = {}, ...further] = fills
    if (current === selectionCount.current && Object.keys(filled).length > 0) step.patch(filled)
    if (further.length > 0) step.addRows?.(further)
  }
  const suggest = useRecordSuggest(
    field.popupCode,
    (row, _returns, step, isCode) => select([row], step, isCode),
    limit,
  )

  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  return (
    <PopupInput
      {...props}
      text={value ?? ''}
      canType={field.allowInput === true}
      many={field.multi === true}
      pending={pending}
      suggest={suggest}
      limit={limit}
      onText={onChange}
      onClear={() => setForm({ ...emptyDestinationValues(field), [field.key]: null })}
      onSelect={(rows) => select(rows)}
    />
  )
}
