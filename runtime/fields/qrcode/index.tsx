import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { TextQuery } from '../parts/TextQuery.tsx'
import { QrcodeCell } from './Cell.tsx'
import { qrcodeValue } from './value.ts'

export const qrcodeType: FieldType<string> = {
  ...qrcodeValue,
  Cell: QrcodeCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./Control.tsx')).QrcodeControl),
  QueryControl: TextQuery,
  isDrawn: true,
  designer: {
    label: '二维码',
    group: 'other',
    icon: 'qrcode',
    sample: { key: 'fqrcode', title: '二维码', type: 'qrcode' },
  },
}
