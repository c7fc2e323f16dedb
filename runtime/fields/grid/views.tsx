import type { TableRows, TableSettings } from '#runtime/schema/types.ts'
import { isNarrow, useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { type gridValues, tableValue } from './values.ts'

const DetailTable = lazyPart(async () => (await import('#runtime/grid/DetailTable.tsx')).DetailTable)
const PhoneDetail = lazyPart(async () => (await import('#runtime/grid/phone/PhoneDetail.tsx')).PhoneDetail)
const DetailForm = lazyPart(async () => (await import('#runtime/grid/row-form/DetailForm.tsx')).DetailForm)

function DetailTableControl(props: ControlProps<TableRows, TableSettings>) {
  const narrow = useNarrow()
  if (props.field.look === 'form') return <DetailForm {...props} />
  return narrow ? <PhoneDetail {...props} /> : <DetailTable {...props} />
}

export const tableType = defineFieldType(tableValue, {
  Control: DetailTableControl,
  preload: ({ look }) => (look === 'form' ? DetailForm : isNarrow() ? PhoneDetail : DetailTable).preload(),
  designer: {
    label: '明细表',
    group: 'detail',
    icon: 'table',
    sample: {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'sample_item', fk: 'fheadid', order: 'orderNum' },
      fields: [{ key: 'fname', title: '名称', type: 'input' }],
    },
  },
})

export const gridTypes = {
  table: tableType,
} satisfies Record<keyof typeof gridValues, AnyFieldType>
