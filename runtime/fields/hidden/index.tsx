import type { FieldType } from '../contract.ts'
import { HiddenCell } from './Cell.tsx'
import { HiddenControl } from './Control.tsx'
import { hiddenValue } from './value.ts'

export const hiddenType: FieldType<string> = {
  ...hiddenValue,
  Cell: HiddenCell,
  Control: HiddenControl,
  designer: {
    label: '隐藏值',
    group: 'other',
    icon: 'eye-invisible',
    sample: { key: 'fhidden', type: 'hidden' },
  },
}
