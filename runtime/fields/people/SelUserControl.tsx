import type { ControlProps } from '../contract.ts'
import { PickedControl, type PickedSettings } from '../kit/chosen/PickedControl.tsx'
import { selUserDict } from './values.ts'

export const SelUserControl = (props: ControlProps<string, PickedSettings>) => (
  <PickedControl {...props} code="sel_user" dictCode={props.field.dictCode ?? selUserDict} />
)
