import { lazy } from 'react'
import type { TableSettings } from '../../schema/types.ts'
import type { FieldType } from '../contract.ts'
import { type TableRows, tableValue } from './value.ts'

export const tableType: FieldType<TableRows, TableSettings> = {
  ...tableValue,
  Cell: ({ value }) => <>{value === null ? '' : `${value.length} 行`}</>,
  Control: lazy(() => import('./DetailTable.tsx').then((module) => ({ default: module.DetailTable }))),
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
