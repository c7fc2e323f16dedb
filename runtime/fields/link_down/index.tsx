import type { ControlProps, FieldType } from '../contract.ts'
import { ChoiceCell } from '../parts/ChoiceCell.tsx'
import { ChoiceQuery } from '../parts/ChoiceQuery.tsx'
import type { ChoiceV } from '../parts/choice.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { type LinkDownSettings, linkDownValue } from './value.ts'

export const linkDownType: FieldType<ChoiceV, LinkDownSettings> = {
  ...linkDownValue,
  Cell: ChoiceCell,
  Control: lazyControl<ControlProps<ChoiceV, LinkDownSettings>>(
    async () => (await import('./Control.tsx')).LinkDownControl,
  ),
  QueryControl: ChoiceQuery,
  designer: {
    label: '联动下拉',
    group: 'choice',
    icon: 'partition',
    sample: {
      key: 'frank',
      title: '联动下拉',
      type: 'link_down',
      dictCode: 'position_rank',
      destFields: ['fpost'],
      next: [{ dictCode: 'sys_position,name,code', by: 'postRank' }],
    },
  },
}
