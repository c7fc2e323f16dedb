import type { ControlProps, FieldType, QueryControlProps } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { PcaCell } from './Cell.tsx'
import { type PcaSettings, pcaValue } from './value.ts'

export const pcaType: FieldType<string, PcaSettings> = {
  ...pcaValue,
  Cell: PcaCell,
  Control: lazyControl<ControlProps<string, PcaSettings>>(
    async () => (await import('./Control.tsx')).PcaControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(async () => (await import('./QueryControl.tsx')).PcaQuery),
  designer: {
    label: '行政区划',
    group: 'tree',
    icon: 'environment',
    sample: { key: 'fregion', title: '行政区划', type: 'pca' },
  },
}
