import { lazyControl, lazyPart } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, QueryControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { ReferenceCell } from '../kit/reference/ReferenceCell.tsx'
import { referenceQuery } from '../kit/reference/reference-query.tsx'
import type { RecordFamily } from './settings.ts'
import { linkTableValue, popupValue, type recordValues } from './values.ts'

const PopupControl = lazyControl<ControlProps<string, RecordFamily['popup']>>(
  async () => (await import('./PopupControl.tsx')).PopupControl,
)
const PopupQuery = lazyControl<QueryControlProps<RecordFamily['popup']>>(
  async () => (await import('./PopupQueryControl.tsx')).PopupQuery,
)
const PickRows = lazyPart(async () => (await import('./PopupRowPicker.tsx')).PopupRowPicker)

export const popupType = defineFieldType(popupValue, {
  Control: PopupControl,
  preload: () => PopupControl.preload(),
  QueryControl: PopupQuery,
  RowPicker: PickRows,
  findByText: async (...args) => (await import('./find-by-text.ts')).findRecordsByText(...args),
  takeAgain: async (...args) => (await import('./find-by-text.ts')).takeAgain(...args),
  designer: {
    label: '弹出选择',
    group: 'picker',
    icon: 'select',
    sampleValue: '杭州古籍修复材料厂',
    sample: {
      key: 'fsupplier',
      title: '弹出选择',
      type: 'popup',
      popupCode: 'rp_supplier',
      orgFields: ['fname'],
      destFields: ['fsupplier'],
    },
  },
})

const Control = lazyControl<ControlProps<string, RecordFamily['link_table']>>(
  async () => (await import('./LinkTableControl.tsx')).LinkTableControl,
)

export const linkTableType = defineFieldType(linkTableValue, {
  Cell: ReferenceCell,
  Control,
  QueryControl: referenceQuery(Control),
  isMultiline: true,
  designer: {
    label: '关联记录',
    group: 'picker',
    icon: 'link',
    sample: {
      key: 'flinked',
      title: '关联记录',
      type: 'link_table',
      popupCode: 'rp_supplier',
      dictCode: 'bas_supplier,fname,id',
      showType: 'card',
    },
  },
})

export const recordTypes = {
  popup: popupType,
  link_table: linkTableType,
} satisfies Record<keyof typeof recordValues, AnyFieldType>
