import type { ControlProps, FieldType } from '../contract.ts'
import { ChosenCell } from '../parts/chosen/ChosenCell.tsx'
import { chosenQuery } from '../parts/chosen/ChosenQuery.tsx'
import { lazyControl } from '../parts/lazy.tsx'
import { type LinkTableSettings, linkTableValue } from './value.ts'

const Control = lazyControl<ControlProps<string, LinkTableSettings>>(
  async () => (await import('./Control.tsx')).LinkTableControl,
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
