import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { SelSearchCell } from './Cell.tsx'
import { type SelSearchSettings, selSearchValue } from './value.ts'

export const selSearchType: FieldType<string, SelSearchSettings> = {
  ...selSearchValue,
  Cell: SelSearchCell,
  Control: lazyControl<ControlProps<string, SelSearchSettings>>(
    async () => (await import('./Control.tsx')).SelSearchControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(
    async () => (await import('./QueryControl.tsx')).SelSearchQuery,
  ),
  designer: {
    label: '字典搜索',
    group: 'choice',
    icon: 'search',
    sample: {
      key: 'fholder',
      title: '字典搜索',
      type: 'sel_search',
      dictCode: 'sys_depart,depart_name,org_code',
    },
  },
}
