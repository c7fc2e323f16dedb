import type { FieldType } from '../contract.ts'
import type { ChoiceV } from '../parts/choice.ts'
import { SwitchCell } from './Cell.tsx'
import { SwitchControl } from './Control.tsx'
import { SwitchQuery } from './QueryControl.tsx'
import { type SwitchSettings, switchValue } from './value.ts'

export const switchType: FieldType<ChoiceV, SwitchSettings> = {
  ...switchValue,
  Cell: SwitchCell,
  Control: SwitchControl,
  QueryControl: SwitchQuery,
  designer: {
    label: '开关',
    group: 'basic',
    icon: 'poweroff',
    sample: { key: 'fswitch', title: '开关', type: 'switch' },
  },
}
