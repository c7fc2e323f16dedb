import type { ControlProps } from '../contract.ts'

export const HiddenControl = ({ value, id, field }: ControlProps<string>) => (
  <input type="hidden" id={id} name={field.key} value={value ?? ''} />
)
