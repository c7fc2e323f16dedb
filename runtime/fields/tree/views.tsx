import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps } from '../../contract/contract.ts'
import { ChoiceQuery } from '../kit/choice/ChoiceQuery.tsx'
import type { ChoiceV } from '../kit/choice/choice.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { ReferenceCell } from '../kit/reference/ReferenceCell.tsx'
import type { TreeFamily } from './settings.ts'
import { catTreeValue, linkDownValue, selTreeValue, type treeValues } from './values.ts'

export const catTreeType = defineFieldType(catTreeValue, {
  Control: lazyControl<ControlProps<string, TreeFamily['cat_tree']>>(
    async () => (await import('./CatTreeControl.tsx')).CatTreeControl,
  ),
  designer: {
    label: '分类树',
    group: 'tree',
    icon: 'apartment',
    sampleValue: 'B01A01',
    sampleText: '省志',
    sample: { key: 'fclass', title: '分类树', type: 'cat_tree', dictCode: 'category:B01' },
  },
})

export const selTreeType = defineFieldType(selTreeValue, {
  Cell: ReferenceCell,
  Control: lazyControl<ControlProps<string, TreeFamily['sel_tree']>>(
    async () => (await import('./SelTreeControl.tsx')).SelTreeControl,
  ),
  designer: {
    label: '自定义树',
    group: 'tree',
    icon: 'apartment',
    sampleValue: 'A01',
    sampleText: '省地方志馆',
    sample: { key: 'fparent', title: '自定义树', type: 'sel_tree', dictCode: 'tree:depart' },
  },
})

export const linkDownType = defineFieldType(linkDownValue, {
  Control: lazyControl<ControlProps<ChoiceV, TreeFamily['link_down']>>(
    async () => (await import('./LinkDownControl.tsx')).LinkDownControl,
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
})

export const treeTypes = {
  cat_tree: catTreeType,
  sel_tree: selTreeType,
  link_down: linkDownType,
} satisfies Record<keyof typeof treeValues, AnyFieldType>
