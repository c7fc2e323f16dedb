import type { FieldType } from '../contract.ts'
import { TextQuery } from '../parts/TextQuery.tsx'
import { TagsCell } from './Cell.tsx'
import { TagsControl } from './Control.tsx'
import { tagsValue } from './value.ts'

export const tagsType: FieldType<string> = {
  ...tagsValue,
  Cell: TagsCell,
  Control: TagsControl,
  QueryControl: TextQuery,
  isDrawn: true,
  designer: {
    label: '标签',
    group: 'other',
    icon: 'tags',
    sample: { key: 'ftags', title: '标签', type: 'tags' },
  },
}
