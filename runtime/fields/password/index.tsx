import type { FieldType } from '../contract.ts'
import { PasswordCell } from './Cell.tsx'
import { PasswordControl } from './Control.tsx'
import { passwordValue } from './value.ts'

export const passwordType: FieldType<string> = {
  ...passwordValue,
  Cell: PasswordCell,
  Control: PasswordControl,
  isDrawn: true,
  designer: {
    label: '密码',
    group: 'basic',
    icon: 'lock',
    sample: { key: 'fpassword', title: '密码', type: 'password', writeOnly: true },
  },
}
