import { useRef } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { ControlProps } from '../contract.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { textFromWire } from '../kit/text/text-value.ts'
import { destinationValues, emptyDestinationValues, joinedDestinationValues } from './destination-values.ts'
import { PopupInput } from './PopupInput.tsx'
import { useFill } from './useFill.ts'
import type { PopupSettings } from './values.ts'

export function PopupControl(props: ControlProps<string, PopupSettings>) {
  const { value, onChange, patch, addRows, values, field, readOnly } = props
  const loadFill = useFill(field)
  const selectionCount = useRef(0)

  const set = (mapped: JsonObject) => {
    const { [field.key]: ownValue, ...others } = mapped
    if (field.key in mapped) onChange(textFromWire(ownValue))
    patch(others)
  }
  const select = async (rows: ListRow[]) => {
    selectionCount.current += 1
    const current = selectionCount.current
    const [first, ...rest] = addRows
      ? rows.map((row) => destinationValues(row, field))
      : [joinedDestinationValues(rows, field)]
    if (!first) return
    set(first)
    const fills = await Promise.all([
      loadFill({ ...values, ...first }),
      ...rest.map(async (row) => ({ ...row, ...(await loadFill(row)) })),
    ])
    // A record picked in the meantime has its own lookup in progress.
    const [fill = {}, ...further] = fills
    if (current === selectionCount.current && Object.keys(fill).length > 0) patch(fill)
    if (further.length > 0) addRows?.(further)
  }

  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  return (
    <PopupInput
      {...props}
      text={value ?? ''}
      canType={field.allowInput === true}
      many={field.multi === true}
      opensAtOnce={props.onType !== undefined && props.autoFocus === true && field.allowInput !== true}
      onText={onChange}
      onClear={() => set({ ...emptyDestinationValues(field), [field.key]: null })}
      onSelect={(rows) => void select(rows)}
    />
  )
}
