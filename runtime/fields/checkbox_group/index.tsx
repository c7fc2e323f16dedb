import type { FieldType } from '../contract.ts'
import { ChoiceQuery } from '../parts/ChoiceQuery.tsx'
import type { ChoiceSettings } from '../parts/choice.ts'
import { MultiCell } from '../parts/MultiCell.tsx'
import { CheckboxGroupControl } from './Control.tsx'
import { checkboxGroupValue } from './value.ts'

export const checkboxGroupType: FieldType<string, ChoiceSettings> = {
  ...checkboxGroupValue,
  Cell: MultiCell,
  Control: CheckboxGroupControl,
  QueryControl: ChoiceQuery,
  designer: {
    label: '多选框组',
    group: 'choice',
    icon: 'check-square',
    sample: {
      key: 'fmulti',
      title: '多选框组',
      type: 'checkbox_group',
      options: [
        { value: '1', text: '甲' },
        { value: '2', text: '乙' },
        { value: '3', text: '丙' },
      ],
    },
  },
}
