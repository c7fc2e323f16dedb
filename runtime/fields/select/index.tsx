import type { FieldType } from '../contract.ts'
import { ChoiceQuery } from '../parts/ChoiceQuery.tsx'
import type { ChoiceSettings, ChoiceV } from '../parts/choice.ts'
import { SelectCell } from './Cell.tsx'
import { SelectControl } from './Control.tsx'
import { selectValue } from './value.ts'

export const selectType: FieldType<ChoiceV, ChoiceSettings> = {
  ...selectValue,
  Cell: SelectCell,
  Control: SelectControl,
  QueryControl: ChoiceQuery,
  designer: {
    label: '下拉选择',
    group: 'choice',
    icon: 'down-square',
    sample: {
      key: 'fselect',
      title: '下拉选择',
      type: 'select',
      options: [
        { value: '1', text: '甲' },
        { value: '2', text: '乙' },
      ],
    },
  },
}
