import { Slider } from 'antd'
import { titleOf } from '../../schema/derive.ts'
import type { ControlProps } from '../contract.ts'
import { type LevelSettings, levelBounds } from '../parts/level.ts'
import { ReadOnlyValue } from '../parts/ReadOnlyText.tsx'

const row = { display: 'flex', alignItems: 'center', gap: 12 }
const figures = { minWidth: 32, textAlign: 'right', fontVariantNumeric: 'tabular-nums' } as const

/** The number stands beside the track: where nothing was chosen yet the handle says nothing. */
export function SliderControl(props: ControlProps<number, LevelSettings>) {
  const { value, onChange, field, id, disabled, readOnly, invalid, autoFocus, onBlur } = props
  const { min, max } = levelBounds(field)
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
        ariaLabelForHandle={titleOf(field)}
        aria-invalid={invalid || undefined}
        onBlur={onBlur}
        tooltip={{ open: false }}
        style={{ flex: 1 }}
      />
      <span aria-hidden style={figures}>
        {value ?? '—'}
      </span>
    </div>
  )
}
