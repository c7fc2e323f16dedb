import type { QueryControlProps } from '../contract.ts'
import { ItemsQuery } from '../parts/ChoiceQuery.tsx'
import { switchStates } from './value.ts'

/** A switch cannot say "either", so its query is a choice. */
export const SwitchQuery = (props: QueryControlProps) => (
  <ItemsQuery
    {...props}
    items={switchStates(props.field).map(({ value, text }) => ({ value: String(value), text }))}
  />
)
