import type { ControlProps } from '../contract.ts'
import { ReferenceControl, type ReferenceControlSettings } from '../kit/reference/ReferenceControl.tsx'
import { selPositionDict } from './values.ts'

export const SelPositionControl = (props: ControlProps<string, ReferenceControlSettings>) => (
  <ReferenceControl {...props} code="sel_position" dictCode={props.field.dictCode ?? selPositionDict} />
)
