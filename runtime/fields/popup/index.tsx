import type { FieldType } from '../contract.ts'
import { lazyPart } from '../parts/lazy.tsx'
import { PopupCell } from './Cell.tsx'
import { PopupControl } from './Control.tsx'
import { PopupQuery } from './QueryControl.tsx'
import { type PopupSettings, popupValue } from './value.ts'

const PickRows = lazyPart(async () => (await import('./PickRows.tsx')).PopupPickRows)

export const popupType: FieldType<string, PopupSettings> = {
  ...popupValue,
  Cell: PopupCell,
  Control: PopupControl,
  QueryControl: PopupQuery,
  PickRows,
  find: async (...asked) => (await import('./find.ts')).findPopup(...asked),
  designer: {
    label: '弹出选择',
    group: 'picker',
    icon: 'select',
    sample: {
      key: 'fsupplier',
      title: '弹出选择',
      type: 'popup',
      popupCode: 'rp_supplier',
      orgFields: ['fname'],
      destFields: ['fsupplier'],
    },
  },
}
