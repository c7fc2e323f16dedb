import type { FieldType } from '../contract.ts'
import { TextQuery } from '../parts/TextQuery.tsx'
import { LinkCell } from './Cell.tsx'
import { LinkControl } from './Control.tsx'
import { linkValue } from './value.ts'

export const linkType: FieldType<string> = {
  ...linkValue,
  Cell: LinkCell,
  Control: LinkControl,
  QueryControl: TextQuery,
  isDrawn: true,
  designer: {
    label: '链接',
    group: 'other',
    icon: 'link',
    sample: { key: 'flink', title: '链接', type: 'link' },
  },
}
