import { Slider } from 'antd'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { ReadOnlyValue } from '../kit/text/ReadOnlyText.tsx'
import { numberBounds } from './bounded-number.ts'
import type { NumberFamily } from './settings.ts'

const row = { display: 'flex', alignItems: 'center', gap: 12 }
const numbers = { minWidth: 32, textAlign: 'right', fontVariantNumeric: 'tabular-nums' } as const

/** The number is shown beside the track: without a value the position of the handle has no meaning. */
export function SliderControl(props: ControlProps<number, NumberFamily['slider']>) {
  const { value, onChange, field, id, disabled, readOnly, invalid, autoFocus, onBlur } = props
  const { min, max } = numberBounds(field)
  if (readOnly) return <ReadOnlyValue {...(props as ControlProps)} />
  return (
    <div id={id} style={row}>
      <Slider
        min={min}
        max={max}
        step={field.step ?? 1}
        value={value ?? min}
        onChange={onChange}
        disabled={disabled}
        autoFocus={autoFocus}
        ariaLabelForHandle={getTitle(field)}
        aria-invalid={invalid || undefined}
        onBlur={onBlur}
        tooltip={{ open: false }}
        style={{ flex: 1 }}
      />
      <span aria-hidden style={numbers}>
        {value ?? '—'}
      </span>
    </div>
  )
}
