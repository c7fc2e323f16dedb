import { getTitle } from '#runtime/schema/derive.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { AnyFieldType, CellProps, ControlProps, QueryControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { EchoedInput } from '../kit/text/EchoedInput.tsx'
import type { NumberFamily } from './settings.ts'
import {
  admitNumber,
  inputNumberValue,
  type NumberV,
  type numberValues,
  progressValue,
  readNumber,
  sliderValue,
  typedNumber,
} from './values.ts'
import './progress.css'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { NumberControl } from './InputNumberControl.tsx'
import { NumberQuery } from './InputNumberQueryControl.tsx'

/** As in a form: incomplete input is empty, and an invalid key is rejected. */
const NumberCellEditor = ({ value, onChange, onType = onChange, ...rest }: ControlProps<NumberV>) => (
  <EchoedInput
    {...rest}
    text={typedNumber(value)}
    inputMode="decimal"
    admit={admitNumber}
    commit={(typed) => {
      const read = readNumber(typed)
      onType(read)
      return typedNumber(read)
    }}
  />
)

/** A bar with its percentage. Plain elements: a list has many of them. */
function ProgressCell({ value, field }: CellProps<number>) {
  if (value === null) return null
  const width = Math.min(100, Math.max(0, value))
  return (
    <span className="pro-field-progress">
      <progress className="pro-field-progress-bar" aria-label={getTitle(field)} max={100} value={width} />
      <span className="pro-field-progress-text">{progressValue.toText(value, field, noLookup, 'cell')}</span>
    </span>
  )
}

export const inputNumberType = defineFieldType(inputNumberValue, {
  Control: NumberControl,
  CellEditor: NumberCellEditor,
  QueryControl: NumberQuery,
  designer: {
    label: '数字',
    group: 'basic',
    icon: 'number',
    sampleValue: 12345.6,
    sample: { key: 'fnum', title: '数字', type: 'inputNumber', scale: 2 },
  },
})

export const sliderType = defineFieldType(sliderValue, {
  Control: lazyControl<ControlProps<number, NumberFamily['slider']>>(
    async () => (await import('./SliderControl.tsx')).SliderControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./BoundedNumberQuery.tsx')).BoundedNumberQuery,
  ),
  isMultiline: true,
  designer: {
    label: '滑动输入',
    group: 'basic',
    icon: 'sliders',
    sampleValue: 40,
    sample: { key: 'flevel', title: '滑动输入', type: 'slider', min: 0, max: 100 },
  },
})

export const progressType = defineFieldType(progressValue, {
  Cell: ProgressCell,
  Control: lazyControl<ControlProps<number>>(
    async () => (await import('./ProgressControl.tsx')).ProgressControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./BoundedNumberQuery.tsx')).BoundedNumberQuery,
  ),
  isDrawn: true,
  designer: {
    label: '进度',
    group: 'other',
    icon: 'loading-3-quarters',
    sampleValue: 72,
    sample: { key: 'fprogress', title: '进度', type: 'progress' },
  },
})

export const numberTypes = {
  inputNumber: inputNumberType,
  slider: sliderType,
  progress: progressType,
} satisfies Record<keyof typeof numberValues, AnyFieldType>
