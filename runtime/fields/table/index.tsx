import type { TableSettings } from '../../schema/types.ts'
import type { ControlProps, FieldType } from '../contract.ts'
import { lazyPart } from '../parts/lazy.tsx'
import { isNarrow, useNarrow } from '../parts/use-narrow.ts'
import { type TableRows, tableValue } from './value.ts'

const DetailTable = lazyPart(async () => (await import('./DetailTable.tsx')).DetailTable)
const PhoneDetail = lazyPart(async () => (await import('./phone/PhoneDetail.tsx')).PhoneDetail)
const DetailForm = lazyPart(async () => (await import('./DetailForm.tsx')).DetailForm)

function Detail(props: ControlProps<TableRows, TableSettings>) {
  const narrow = useNarrow()
  if (props.field.look === 'form') return <DetailForm {...props} />
  return narrow ? <PhoneDetail {...props} /> : <DetailTable {...props} />
}

export const tableType: FieldType<TableRows, TableSettings> = {
  ...tableValue,
  Cell: ({ value }) => <>{value === null ? '' : `${value.length} 行`}</>,
  Control: Detail,
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
}
