import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import type { BoundedNumberSettings } from './bounded-number.ts'
import { NumberCell } from './InputNumberCell.tsx'
import { NumberCellEditor } from './InputNumberCellEditor.tsx'
import { NumberControl } from './InputNumberControl.tsx'
import { NumberQuery } from './InputNumberQueryControl.tsx'
import { ProgressCell } from './ProgressCell.tsx'
import { SliderCell } from './SliderCell.tsx'
import { inputNumberValue, type NumberV, type numberValues, progressValue, sliderValue } from './values.ts'

export const inputNumberType: FieldType<NumberV> = {
  ...inputNumberValue,
  Cell: NumberCell,
  Control: NumberControl,
  CellEditor: NumberCellEditor,
  QueryControl: NumberQuery,
  designer: {
    label: '数字',
    group: 'basic',
    icon: 'number',
    sample: { key: 'fnum', title: '数字', type: 'inputNumber', scale: 2 },
  },
}

export const sliderType: FieldType<number, BoundedNumberSettings> = {
  ...sliderValue,
  Cell: SliderCell,
  Control: lazyControl<ControlProps<number, BoundedNumberSettings>>(
    async () => (await import('./SliderControl.tsx')).SliderControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./BoundedNumberQuery.tsx')).BoundedNumberQuery,
  ),
  designer: {
    label: '滑动输入',
    group: 'basic',
    icon: 'sliders',
    sample: { key: 'flevel', title: '滑动输入', type: 'slider', min: 0, max: 100 },
  },
}

export const progressType: FieldType<number> = {
  ...progressValue,
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
    sample: { key: 'fprogress', title: '进度', type: 'progress' },
  },
}

export const numberTypes = {
  inputNumber: inputNumberType,
  slider: sliderType,
  progress: progressType,
} satisfies Record<keyof typeof numberValues, AnyFieldType>
