import type { ControlProps, FieldType } from '../contract.ts'
import type { ChoiceV } from '../parts/choice.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { SwitchCell } from './Cell.tsx'
import { SwitchQuery } from './QueryControl.tsx'
import { type SwitchSettings, switchValue } from './value.ts'

export const switchType: FieldType<ChoiceV, SwitchSettings> = {
  ...switchValue,
  Cell: SwitchCell,
  Control: lazyControl<ControlProps<ChoiceV, SwitchSettings>>(
    async () => (await import('./Control.tsx')).SwitchControl,
  ),
  QueryControl: SwitchQuery,
  designer: {
    label: '开关',
    group: 'basic',
    icon: 'poweroff',
    sample: { key: 'fswitch', title: '开关', type: 'switch' },
  },
}
