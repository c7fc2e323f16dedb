import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { PcaCell } from './PcaCell.tsx'
import { type PcaSettings, pcaValue, type regionValues } from './values.ts'

export const pcaType: FieldType<string, PcaSettings> = {
  ...pcaValue,
  Cell: PcaCell,
  Control: lazyControl<ControlProps<string, PcaSettings>>(
    async () => (await import('./PcaControl.tsx')).PcaControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(async () => (await import('./PcaQueryControl.tsx')).PcaQuery),
  designer: {
    label: '行政区划',
    group: 'tree',
    icon: 'environment',
    sample: { key: 'fregion', title: '行政区划', type: 'pca' },
  },
}

export const regionTypes = {
  pca: pcaType,
} satisfies Record<keyof typeof regionValues, AnyFieldType>
