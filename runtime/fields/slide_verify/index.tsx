import type { FieldType } from '../contract.ts'
import { SlideVerifyCell } from './Cell.tsx'
import { SlideVerifyControl } from './Control.tsx'
import { slideVerifyValue } from './value.ts'

export const slideVerifyType: FieldType<'Y'> = {
  ...slideVerifyValue,
  Cell: SlideVerifyCell,
  Control: SlideVerifyControl,
  designer: {
    label: '滑块验证',
    group: 'other',
    icon: 'safety',
    sample: { key: 'fverify', title: '滑块验证', type: 'slide_verify' },
  },
}
