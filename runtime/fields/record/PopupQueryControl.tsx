import { Suspense, useState } from 'react'
import type { ListRow } from '#runtime/data/list-source.ts'
import { destinationValues } from '#runtime/record/paste/destination-values.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { QueryControlProps } from '../../contract/contract.ts'
import { PickerModal } from '../kit/picker/dialog/lazy-modal.ts'
import { ListQuery } from '../kit/query/ListQuery.tsx'
import { useQueryParam } from '../kit/query/useQueryParam.ts'
import { PopupInput } from './PopupInput.tsx'
import type { RecordFamily } from './settings.ts'
import { popupValue } from './values.ts'

type Props = QueryControlProps<RecordFamily['popup']>

/** The text that a picked record would write into the field. */
const pickedText = (row: ListRow, field: Props['field']): string =>
  String(destinationValues(row, field)[field.key] ?? '')

/** In a query any text may be typed; a picked record gives the text that it would write into the field. */
export function PopupQuery(props: Props) {
  const { rule, filterValues, setFilterValues } = useQueryParam(props)
  const { field } = props
  if (rule === 'in') return <PopupListQuery {...props} />
  return (
    <PopupInput
      id={props.id}
      field={field}
      text={filterValues[0] ?? ''}
      canType
      many={false}
      onText={(text) => setFilterValues([text])}
      onClear={() => setFilterValues([])}
      onSelect={([row]) => setFilterValues([row ? pickedText(row, field) : ''])}
    />
  )
}

/** Several texts, typed or of picked records. */
function PopupListQuery(props: Props) {
  const { filterValues, setFilterValues } = useQueryParam(props)
  const [isBrowsing, setBrowsing] = useState(false)
  const { field } = props
  const close = () => setBrowsing(false)
  return (
    <>
      <ListQuery {...props} type={popupValue} onBrowse={() => setBrowsing(true)} />
      {isBrowsing && (
        <StopPropagation>
          <Suspense fallback={null}>
            <PickerModal
              code={field.popupCode}
              many
              title={getTitle(field)}
              onClose={close}
              onSelect={(rows) => {
                close()
                const picked = rows.map((row) => pickedText(row, field)).filter((text) => text !== '')
                setFilterValues([...new Set([...filterValues, ...picked])])
              }}
            />
          </Suspense>
        </StopPropagation>
      )}
    </>
  )
}
