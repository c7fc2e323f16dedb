import { ellipsis } from '#runtime/kernel/text/text.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, CellProps, ControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { TextCell } from '../kit/text/TextCell.tsx'
import { TextQuery } from '../kit/text/TextQuery.tsx'
import { CronCell } from './cron/CronCell.tsx'
import { LinkControl } from './LinkControl.tsx'
import { QrcodeCell } from './QrcodeCell.tsx'
import type { OtherFamily } from './settings.ts'
import {
  cronValue,
  hiddenValue,
  linkValue,
  normalValue,
  type otherValues,
  qrcodeValue,
  safeHref,
  slideVerifyValue,
  slotValue,
  superQueryValue,
} from './values.ts'

/** Draws nothing: the value belongs to the field beside it. */
const HiddenCell = () => null

const HiddenControl = ({ value, id, field }: ControlProps<string>) => (
  <input type="hidden" id={id} name={field.key} value={value ?? ''} />
)

const width = 40

/** A link if its address is safe; otherwise its text. */
function LinkCell({ value, field }: CellProps<string>) {
  if (value === null) return null
  const href = safeHref(value)
  if (href === null) return <TextCell text={value} field={field} defaultLength={width} />
  const isOurs = href.startsWith('/')
  return (
    <a href={href} title={value} {...(isOurs ? {} : { target: '_blank', rel: 'noopener noreferrer' })}>
      {ellipsis(value, field.ellipsis ?? width)}
    </a>
  )
}

const plain = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

const NormalControl = ({ value, id, field }: ControlProps<string>) => (
  <output id={id} aria-label={id === undefined ? getTitle(field) : undefined} style={plain}>
    {value ?? '—'}
  </output>
)

const note = { color: 'var(--ant-color-error)' }

/** Drawn if the widget name of the field is not registered: the value is shown and stays unchanged. */
const SlotControl = ({ value, id, field }: ControlProps<string>) => (
  <output id={id} aria-label={id === undefined ? getTitle(field) : undefined}>
    {value} <span style={note}>没有登记的控件「{field.widget}」</span>
  </output>
)

export const hiddenType = defineFieldType(hiddenValue, {
  Cell: HiddenCell,
  Control: HiddenControl,
  designer: {
    label: '隐藏值',
    group: 'other',
    icon: 'eye-invisible',
    sampleValue: '看不见的值',
    sample: { key: 'fhidden', type: 'hidden' },
  },
})

export const normalType = defineFieldType(normalValue, {
  Control: NormalControl,
  QueryControl: TextQuery,
  designer: {
    label: '纯文本',
    group: 'other',
    icon: 'font-size',
    sampleValue: '只看不改的文字',
    sample: { key: 'fnormal', title: '纯文本', type: 'normal' },
  },
})

export const slotType = defineFieldType(slotValue, {
  Control: SlotControl,
  QueryControl: TextQuery,
  isDrawn: true,
  isMultiline: true,
  designer: {
    label: '登记的控件',
    group: 'other',
    icon: 'appstore',
    sampleValue: '3',
    sample: { key: 'fslot', title: '登记的控件', type: 'slot', widget: 'rating' },
  },
})

export const linkType = defineFieldType(linkValue, {
  Cell: LinkCell,
  Control: LinkControl,
  QueryControl: TextQuery,
  isDrawn: true,
  designer: {
    label: '链接',
    group: 'other',
    icon: 'link',
    sampleValue: 'https://example.org/catalog',
    sample: { key: 'flink', title: '链接', type: 'link' },
  },
})

export const qrcodeType = defineFieldType(qrcodeValue, {
  Cell: QrcodeCell,
  Control: lazyControl<ControlProps<string>>(async () => (await import('./QrcodeControl.tsx')).QrcodeControl),
  QueryControl: TextQuery,
  isDrawn: true,
  isMultiline: true,
  designer: {
    label: '二维码',
    group: 'other',
    icon: 'qrcode',
    sampleValue: 'K296.55/1',
    sample: { key: 'fqrcode', title: '二维码', type: 'qrcode' },
  },
})

export const slideVerifyType = defineFieldType(slideVerifyValue, {
  Control: lazyControl<ControlProps<'Y'>>(
    async () => (await import('./SlideVerifyControl.tsx')).SlideVerifyControl,
  ),
  isMultiline: true,
  designer: {
    label: '滑块验证',
    group: 'other',
    icon: 'safety',
    sampleValue: 'Y',
    sample: { key: 'fverify', title: '滑块验证', type: 'slide_verify' },
  },
})

export const cronType = defineFieldType(cronValue, {
  Cell: CronCell,
  Control: lazyControl<ControlProps<string>>(
    async () => (await import('./cron/CronControl.tsx')).CronControl,
  ),
  QueryControl: TextQuery,
  designer: {
    label: 'cron 表达式',
    group: 'other',
    icon: 'field-time',
    sampleValue: '0 30 2 ? * MON-FRI *',
    sample: { key: 'fcron', title: '执行时间', type: 'cron' },
  },
})

const SuperQueryCell = lazyControl<CellProps<string>>(
  async () => (await import('./super-query/SuperQueryCell.tsx')).SuperQueryCell,
)

export const superQueryType = defineFieldType(superQueryValue, {
  Cell: SuperQueryCell,
  Control: lazyControl<ControlProps<string, OtherFamily['super_query']>>(
    async () => (await import('./super-query/SuperQueryControl.tsx')).SuperQueryControl,
  ),
  isMultiline: true,
  designer: {
    label: '查询条件',
    group: 'other',
    icon: 'filter',
    sampleValue: '{"matchType":"and","params":[{"field":"fbillno","rule":"like","val":"RK"}]}',
    sample: { key: 'fconditions', title: '查询条件', type: 'super_query', source: 'stock/in-bill' },
  },
})

export const otherTypes = {
  hidden: hiddenType,
  normal: normalType,
  slot: slotType,
  link: linkType,
  qrcode: qrcodeType,
  slide_verify: slideVerifyType,
  cron: cronType,
  super_query: superQueryType,
} satisfies Record<keyof typeof otherValues, AnyFieldType>
