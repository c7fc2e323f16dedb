import type { QueryControlProps } from '../contract.ts'
import { ItemsQuery } from '../kit/choice/ChoiceQuery.tsx'
import { checkboxPair } from './values.ts'

export function CheckboxQuery(props: QueryControlProps) {
  const [checked, unchecked] = checkboxPair(props.field)
  const items = [
    { value: String(checked), text: '是' },
    { value: String(unchecked), text: '否' },
  ]
  return <ItemsQuery {...props} items={items} />
}
