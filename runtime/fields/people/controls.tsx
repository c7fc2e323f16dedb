import type { PickedReferenceSettings } from '#runtime/schema/language/settings.ts'
import { userDict } from '#runtime/schema/types.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { ReferenceControl } from '../kit/reference/ReferenceControl.tsx'
import { selPositionDict, selRoleDict } from './values.ts'

export const SelPositionControl = (props: ControlProps<string, PickedReferenceSettings>) => (
  <ReferenceControl {...props} code="sel_position" dictCode={props.field.dictCode ?? selPositionDict} />
)

export const SelRoleControl = (props: ControlProps<string, PickedReferenceSettings>) => (
  <ReferenceControl {...props} code="sel_role" dictCode={props.field.dictCode ?? selRoleDict} />
)

export const SelUserControl = (props: ControlProps<string, PickedReferenceSettings>) => (
  <ReferenceControl {...props} code="sel_user" dictCode={props.field.dictCode ?? userDict} />
)
