import { emptyDestinationValues, joinedDestinationValues } from '#runtime/record/paste/destination-values.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { ReferenceControl } from '../kit/reference/ReferenceControl.tsx'
import { Cards } from './Cards.tsx'
import type { RecordFamily } from './settings.ts'

/** Records of another table by their texts, or each as a card; their columns may be copied. */
export function LinkTableControl(props: ControlProps<string, RecordFamily['link_table']>) {
  const { value, field, size } = props
  const { popupCode, dictCode, orgFields, destFields } = field
  const mapping = orgFields && destFields && { orgFields, destFields }
  return (
    <div>
      <ReferenceControl
        {...props}
        code={popupCode}
        dictCode={dictCode}
        fill={(rows) => {
          if (!mapping) return {}
          return rows.length > 0 ? joinedDestinationValues(rows, mapping) : emptyDestinationValues(mapping)
        }}
      />
      {field.showType === 'card' && size !== 'small' && value !== null && (
        <Cards code={popupCode} value={value} />
      )}
    </div>
  )
}
