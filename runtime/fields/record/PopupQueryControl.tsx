import { destinationValues } from '#runtime/record/paste/destination-values.ts'
import type { QueryControlProps } from '../../contract/contract.ts'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { PopupInput } from './PopupInput.tsx'
import type { RecordFamily } from './settings.ts'

/** In a query any text may be typed; a picked record gives the text that it would write into the field. */
export function PopupQuery(props: QueryControlProps<RecordFamily['popup']>) {
  const { filterValues, setFilterValues } = useQueryParam(props)
  return (
    <PopupInput
      id={props.id}
      field={props.field}
      text={filterValues[0] ?? ''}
      canType
      many={false}
      onText={(text) => setFilterValues([text])}
      onClear={() => setFilterValues([])}
      onSelect={([row]) =>
        setFilterValues([row ? String(destinationValues(row, props.field)[props.field.key] ?? '') : ''])
      }
    />
  )
}
