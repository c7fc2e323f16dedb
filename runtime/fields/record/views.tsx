import { lazyControl, lazyPart } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../kit/chosen/ChosenCell.tsx'
import { chosenQuery } from '../kit/chosen/ChosenQuery.tsx'
import { PopupCell } from './PopupCell.tsx'
import { PopupControl } from './PopupControl.tsx'
import { PopupQuery } from './PopupQueryControl.tsx'
import {
  type LinkTableSettings,
  linkTableValue,
  type PopupSettings,
  popupValue,
  type recordValues,
} from './values.ts'

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

const Control = lazyControl<ControlProps<string, LinkTableSettings>>(
  async () => (await import('./LinkTableControl.tsx')).LinkTableControl,
)

export const linkTableType: FieldType<string, LinkTableSettings> = {
  ...linkTableValue,
  Cell: ChosenCell,
  Control,
  QueryControl: chosenQuery(Control as FieldType<string>['Control']),
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
}

export const recordTypes = {
  popup: popupType,
  link_table: linkTableType,
} satisfies Record<keyof typeof recordValues, AnyFieldType>
