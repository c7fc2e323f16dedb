import type { ControlProps } from '../contract.ts'
import { PickedControl, type PickedSettings } from '../kit/chosen/PickedControl.tsx'
import { selRoleDict } from './values.ts'

export const SelRoleControl = (props: ControlProps<string, PickedSettings>) => (
  <PickedControl {...props} code="sel_role" dictCode={props.field.dictCode ?? selRoleDict} />
)
