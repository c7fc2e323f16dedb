import { Suspense } from 'react'
import { lazyControl, lazyPart } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, CellProps, ControlProps, QueryControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import type { RegionFamily } from './settings.ts'
import { pcaValue, type regionValues } from './values.ts'

const RegionText = lazyPart(async () => (await import('./RegionText.tsx')).RegionText)

/** Shows the code until the names are loaded. */
const PcaCell = ({ value }: CellProps<string>) =>
  value === null ? null : (
    <Suspense fallback={<span>{value}</span>}>
      <RegionText codes={value} />
    </Suspense>
  )

export const pcaType = defineFieldType(pcaValue, {
  // The names are not loaded where a detail table prints values as text.
  isDrawn: true,
  Cell: PcaCell,
  Control: lazyControl<ControlProps<string, RegionFamily['pca']>>(
    async () => (await import('./PcaControl.tsx')).PcaControl,
  ),
  QueryControl: lazyControl<QueryControlProps>(async () => (await import('./PcaQueryControl.tsx')).PcaQuery),
  designer: {
    label: '行政区划',
    group: 'tree',
    icon: 'environment',
    sampleValue: '330106',
    sample: { key: 'fregion', title: '行政区划', type: 'pca' },
  },
})

export const regionTypes = {
  pca: pcaType,
} satisfies Record<keyof typeof regionValues, AnyFieldType>
