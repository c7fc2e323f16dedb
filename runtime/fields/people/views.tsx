import type { PickedReferenceSettings, ReferenceSettings } from '#runtime/schema/language/settings.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { ReferenceCell } from '../kit/reference/ReferenceCell.tsx'
import { referenceQuery } from '../kit/reference/reference-query.tsx'
import { UserCell } from './UserCell.tsx'
import { type peopleValues, selDepartValue, selPositionValue, selRoleValue, selUserValue } from './values.ts'

const Control = lazyControl<ControlProps<string, ReferenceSettings>>(
  async () => (await import('./SelDepartControl.tsx')).SelDepartControl,
)

export const selDepartType = defineFieldType(selDepartValue, {
  Cell: ReferenceCell,
  Control,
  QueryControl: referenceQuery(Control),
  designer: {
    label: '部门选择',
    group: 'tree',
    icon: 'apartment',
    sampleValue: 'A01',
    sampleText: '省地方志馆',
    sample: { key: 'fdepart', title: '部门选择', type: 'sel_depart' },
  },
})

const SelUserControl = lazyControl<ControlProps<string, PickedReferenceSettings>>(
  async () => (await import('./controls.tsx')).SelUserControl,
)

export const selUserType = defineFieldType(selUserValue, {
  Cell: UserCell,
  Control: SelUserControl,
  QueryControl: referenceQuery(SelUserControl),
  designer: {
    label: '用户选择',
    group: 'picker',
    icon: 'user',
    sampleValue: 'clerk',
    sampleText: '采编员',
    sample: { key: 'fuser', title: '用户选择', type: 'sel_user' },
  },
})

const SelRoleControl = lazyControl<ControlProps<string, PickedReferenceSettings>>(
  async () => (await import('./controls.tsx')).SelRoleControl,
)

export const selRoleType = defineFieldType(selRoleValue, {
  Cell: ReferenceCell,
  Control: SelRoleControl,
  QueryControl: referenceQuery(SelRoleControl),
  designer: {
    label: '角色选择',
    group: 'picker',
    icon: 'team',
    sampleValue: 'clerk',
    sampleText: '采编员',
    sample: { key: 'frole', title: '角色选择', type: 'sel_role' },
  },
})

const SelPositionControl = lazyControl<ControlProps<string, PickedReferenceSettings>>(
  async () => (await import('./controls.tsx')).SelPositionControl,
)

export const selPositionType = defineFieldType(selPositionValue, {
  Cell: ReferenceCell,
  Control: SelPositionControl,
  QueryControl: referenceQuery(SelPositionControl),
  designer: {
    label: '职务选择',
    group: 'picker',
    icon: 'idcard',
    sample: { key: 'fpost', title: '职务选择', type: 'sel_position' },
  },
})

export const peopleTypes = {
  sel_depart: selDepartType,
  sel_user: selUserType,
  sel_role: selRoleType,
  sel_position: selPositionType,
} satisfies Record<keyof typeof peopleValues, AnyFieldType>
