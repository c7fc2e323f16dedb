import type { QueryControlProps } from '../contract.ts'
import { ItemsQuery } from '../kit/choice/ChoiceQuery.tsx'
import { switchStates } from './values.ts'

/** A switch has no state for "either", so its query control is a select. */
export const SwitchQuery = (props: QueryControlProps) => (
  <ItemsQuery
    {...props}
    items={switchStates(props.field).map(({ value, text }) => ({ value: String(value), text }))}
  />
)
