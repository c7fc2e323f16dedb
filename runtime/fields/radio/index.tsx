import type { ControlProps, FieldType } from '../contract.ts'
import { ChoiceQuery } from '../parts/ChoiceQuery.tsx'
import type { ChoiceSettings, ChoiceV } from '../parts/choice.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { RadioCell } from './Cell.tsx'
import { radioValue } from './value.ts'

export const radioType: FieldType<ChoiceV, ChoiceSettings> = {
  ...radioValue,
  Cell: RadioCell,
  Control: lazyControl<ControlProps<ChoiceV, ChoiceSettings>>(
    async () => (await import('./Control.tsx')).RadioControl,
  ),
  QueryControl: ChoiceQuery,
  designer: {
    label: '单选',
    group: 'choice',
    icon: 'check-circle',
    sample: {
      key: 'fradio',
      title: '单选',
      type: 'radio',
      options: [
        { value: 1, text: '甲' },
        { value: 2, text: '乙' },
      ],
    },
  },
}
