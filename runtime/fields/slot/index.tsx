import type { FieldType } from '../contract.ts'
import { TextQuery } from '../parts/TextQuery.tsx'
import { SlotCell } from './Cell.tsx'
import { SlotControl } from './Control.tsx'
import { slotValue } from './value.ts'

export const slotType: FieldType<string> = {
  ...slotValue,
  Cell: SlotCell,
  Control: SlotControl,
  QueryControl: TextQuery,
  isDrawn: true,
  designer: {
    label: '登记的控件',
    group: 'other',
    icon: 'appstore',
    sample: { key: 'fslot', title: '登记的控件', type: 'slot', widget: 'rating' },
  },
}
