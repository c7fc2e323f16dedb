import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps, FieldType } from '../contract.ts'
import { TextQuery } from '../kit/text/TextQuery.tsx'
import { HiddenCell } from './HiddenCell.tsx'
import { HiddenControl } from './HiddenControl.tsx'
import { LinkCell } from './LinkCell.tsx'
import { LinkControl } from './LinkControl.tsx'
import { NormalCell } from './NormalCell.tsx'
import { NormalControl } from './NormalControl.tsx'
import { QrcodeCell } from './QrcodeCell.tsx'
import { SlideVerifyCell } from './SlideVerifyCell.tsx'
import { SlideVerifyControl } from './SlideVerifyControl.tsx'
import { SlotCell } from './SlotCell.tsx'
import { SlotControl } from './SlotControl.tsx'
import {
  hiddenValue,
  linkValue,
  normalValue,
  type otherValues,
  qrcodeValue,
  slideVerifyValue,
  slotValue,
} from './values.ts'

export const hiddenType: FieldType<string> = {
  ...hiddenValue,
  Cell: HiddenCell,
  Control: HiddenControl,
  designer: {
    label: '隐藏值',
    group: 'other',
    icon: 'eye-invisible',
    sample: { key: 'fhidden', type: 'hidden' },
  },
}

export const normalType: FieldType<string> = {
  ...normalValue,
  Cell: NormalCell,
  Control: NormalControl,
  QueryControl: TextQuery,
  designer: {
    label: '纯文本',
    group: 'other',
    icon: 'font-size',
    sample: { key: 'fnormal', title: '纯文本', type: 'normal' },
  },
}

export const slotType: FieldType<string> = {
  ...slotValue,
  Cell: SlotCell,
  Control: SlotControl,
  QueryControl: TextQuery,
  isDrawn: true,
  designer: {
    label: '登记的控件',
    group: 'other',
    icon: 'appstore',
    sample: { key: 'fslot', title: '登记的控件', type: 'slot', widget: 'rating' },
  },
}

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

export const qrcodeType: FieldType<string> = {
  ...qrcodeValue,
  Cell: QrcodeCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./QrcodeControl.tsx')).QrcodeControl),
  QueryControl: TextQuery,
  isDrawn: true,
  designer: {
    label: '二维码',
    group: 'other',
    icon: 'qrcode',
    sample: { key: 'fqrcode', title: '二维码', type: 'qrcode' },
  },
}

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

export const otherTypes = {
  hidden: hiddenType,
  normal: normalType,
  slot: slotType,
  link: linkType,
  qrcode: qrcodeType,
  slide_verify: slideVerifyType,
} satisfies Record<keyof typeof otherValues, AnyFieldType>
