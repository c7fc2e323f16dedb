import type { FieldType } from '../contract.ts'
import { ChoiceQuery } from '../parts/ChoiceQuery.tsx'
import type { ChoiceSettings } from '../parts/choice.ts'
import { MultiCell } from '../parts/MultiCell.tsx'
import { ListMultiControl } from './Control.tsx'
import { listMultiValue } from './value.ts'

export const listMultiType: FieldType<string, ChoiceSettings> = {
  ...listMultiValue,
  Cell: MultiCell,
  Control: ListMultiControl,
  QueryControl: ChoiceQuery,
  designer: {
    label: '多选下拉',
    group: 'choice',
    icon: 'unordered-list',
    sample: {
      key: 'fmulti',
      title: '多选下拉',
      type: 'list_multi',
      options: [
        { value: '1', text: '甲' },
        { value: '2', text: '乙' },
        { value: '3', text: '丙' },
      ],
    },
  },
}
