import type { ControlProps } from '../contract.ts'
import { ReferenceControl, type ReferenceControlSettings } from '../kit/reference/ReferenceControl.tsx'
import { selRoleDict } from './values.ts'

export const SelRoleControl = (props: ControlProps<string, ReferenceControlSettings>) => (
  <ReferenceControl {...props} code="sel_role" dictCode={props.field.dictCode ?? selRoleDict} />
)
