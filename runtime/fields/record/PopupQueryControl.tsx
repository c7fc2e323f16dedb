import { destinationValues } from '#runtime/record/paste/destination-values.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import type { QueryControlProps } from '../../contract/contract.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { PopupInput } from './PopupInput.tsx'
import type { PopupSettings } from './values.ts'

/** In a query any text may be typed; a picked record gives the text that it would write into the field. */
export function PopupQuery(props: QueryControlProps) {
  const { filterValues, setFilterValues } = useQueryParam(props)
  const field = props.field as FieldOf<Record<string, unknown> & PopupSettings>
  return (
    <PopupInput
      id={props.id}
      field={field}
      text={filterValues[0] ?? ''}
      canType
      many={false}
      onText={(text) => setFilterValues([text])}
      onClear={() => setFilterValues([])}
      onSelect={([row]) =>
        setFilterValues([row ? String(destinationValues(row, field)[field.key] ?? '') : ''])
      }
    />
  )
}
