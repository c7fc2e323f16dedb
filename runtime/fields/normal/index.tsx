import type { FieldType } from '../contract.ts'
import { TextQuery } from '../parts/TextQuery.tsx'
import { NormalCell } from './Cell.tsx'
import { NormalControl } from './Control.tsx'
import { normalValue } from './value.ts'

export const normalType: FieldType<string> = {
  ...normalValue,
  Cell: NormalCell,
  Control: NormalControl,
  QueryControl: TextQuery,
  designer: {
    label: '纯文本',
    group: 'other',
    icon: 'font-size',
    sample: { key: 'fnormal', title: '纯文本', type: 'normal' },
  },
}
