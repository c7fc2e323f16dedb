import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { CheckboxCell } from './Cell.tsx'
import { CheckboxQuery } from './QueryControl.tsx'
import { type CheckboxSettings, type CheckboxV, checkboxValue } from './value.ts'

export const checkboxType: FieldType<CheckboxV, CheckboxSettings> = {
  ...checkboxValue,
  Cell: CheckboxCell,
  Control: lazyControl<ControlProps<CheckboxV, CheckboxSettings>>(
    async () => (await import('./Control.tsx')).CheckboxControl,
  ),
  QueryControl: CheckboxQuery,
  designer: {
    label: '勾选',
    group: 'basic',
    icon: 'check-square',
    sample: { key: 'fcheck', title: '勾选', type: 'checkbox', customValue: ['Y', 'N'] },
  },
}
