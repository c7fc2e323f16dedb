import { useRef } from 'react'
import type { Row } from '#runtime/data/list-source.ts'
import type { ControlProps } from '../contract.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { textFromWire } from '../kit/text/text-value.ts'
import { PopupInput } from './PopupInput.tsx'
import { emptyPicked, joinPicked, mapPicked } from './picked.ts'
import { useFill } from './useFill.ts'
import type { PopupSettings } from './values.ts'

type Values = Record<string, unknown>

export function PopupControl(props: ControlProps<string, PopupSettings>) {
  const { value, onChange, patch, addRows, values, field, readOnly } = props
  const fillOf = useFill(field)
  const turn = useRef(0)

  const set = (mapped: Values) => {
    const { [field.key]: own, ...others } = mapped
    if (field.key in mapped) onChange(textFromWire(own))
    patch(others)
  }
  const pick = async (rows: Row[]) => {
    turn.current += 1
    const mine = turn.current
    const [first, ...rest] = addRows ? rows.map((row) => mapPicked(row, field)) : [joinPicked(rows, field)]
    if (!first) return
    set(first)
    const fills = await Promise.all([
      fillOf({ ...values, ...first }),
      ...rest.map(async (row) => ({ ...row, ...(await fillOf(row)) })),
    ])
    // Another record picked meanwhile has its own answer coming.
    const [fill = {}, ...further] = fills
    if (mine === turn.current && Object.keys(fill).length > 0) patch(fill)
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
      onClear={() => set({ ...emptyPicked(field), [field.key]: null })}
      onPick={(rows) => void pick(rows)}
    />
  )
}
