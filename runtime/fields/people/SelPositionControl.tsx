import type { ControlProps } from '../contract.ts'
import { PickedControl, type PickedSettings } from '../kit/chosen/PickedControl.tsx'
import { selPositionDict } from './values.ts'

export const SelPositionControl = (props: ControlProps<string, PickedSettings>) => (
  <PickedControl {...props} code="sel_position" dictCode={props.field.dictCode ?? selPositionDict} />
)
