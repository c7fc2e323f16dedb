import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../kit/chosen/ChosenCell.tsx'
import { chosenQuery } from '../kit/chosen/ChosenQuery.tsx'
import type { ChosenSettings } from '../kit/chosen/chosen-value.ts'
import type { PickedSettings } from '../kit/chosen/PickedControl.tsx'
import { type peopleValues, selDepartValue, selPositionValue, selRoleValue, selUserValue } from './values.ts'

const Control = lazyControl<ControlProps<string, ChosenSettings>>(
  async () => (await import('./SelDepartControl.tsx')).SelDepartControl,
)

export const selDepartType: FieldType<string, ChosenSettings> = {
  ...selDepartValue,
  Cell: ChosenCell,
  Control,
  QueryControl: chosenQuery(Control),
  designer: {
    label: '部门选择',
    group: 'tree',
    icon: 'apartment',
    sample: { key: 'fdepart', title: '部门选择', type: 'sel_depart' },
  },
}

const SelUserControl = lazyControl<ControlProps<string, PickedSettings>>(
  async () => (await import('./SelUserControl.tsx')).SelUserControl,
)

export const selUserType: FieldType<string, PickedSettings> = {
  ...selUserValue,
  Cell: ChosenCell,
  Control: SelUserControl,
  QueryControl: chosenQuery(SelUserControl),
  designer: {
    label: '用户选择',
    group: 'picker',
    icon: 'user',
    sample: { key: 'fuser', title: '用户选择', type: 'sel_user' },
  },
}

const SelRoleControl = lazyControl<ControlProps<string, PickedSettings>>(
  async () => (await import('./SelRoleControl.tsx')).SelRoleControl,
)

export const selRoleType: FieldType<string, PickedSettings> = {
  ...selRoleValue,
  Cell: ChosenCell,
  Control: SelRoleControl,
  QueryControl: chosenQuery(SelRoleControl),
  designer: {
    label: '角色选择',
    group: 'picker',
    icon: 'team',
    sample: { key: 'frole', title: '角色选择', type: 'sel_role' },
  },
}

const SelPositionControl = lazyControl<ControlProps<string, PickedSettings>>(
  async () => (await import('./SelPositionControl.tsx')).SelPositionControl,
)

export const selPositionType: FieldType<string, PickedSettings> = {
  ...selPositionValue,
  Cell: ChosenCell,
  Control: SelPositionControl,
  QueryControl: chosenQuery(SelPositionControl),
  designer: {
    label: '职务选择',
    group: 'picker',
    icon: 'idcard',
    sample: { key: 'fpost', title: '职务选择', type: 'sel_position' },
  },
}

export const peopleTypes = {
  sel_depart: selDepartType,
  sel_user: selUserType,
  sel_role: selRoleType,
  sel_position: selPositionType,
} satisfies Record<keyof typeof peopleValues, AnyFieldType>
