import type { ControlProps } from '../contract.ts'
import { ReferenceControl, type ReferenceControlSettings } from '../kit/reference/ReferenceControl.tsx'
import { selUserDict } from './values.ts'

export const SelUserControl = (props: ControlProps<string, ReferenceControlSettings>) => (
  <ReferenceControl {...props} code="sel_user" dictCode={props.field.dictCode ?? selUserDict} />
)
