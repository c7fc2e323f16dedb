import { MAX_CRON_LENGTH } from '#runtime/kernel/cron/max-length.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { parsed } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import { checkText, textFromWire, textValue } from '../kit/text/text-value.ts'
import type { OtherFamily } from './settings.ts'

/** Holds the value that a picker fills in beside its field; never shown and never queried. */
export const hiddenValue = textValue('hidden', 200, { dataType: 'any', query: null })

/** Plain text that is shown and never typed. */
export const normalValue = textValue('normal', 200, { dataType: 'any' })

/** The value of a registered widget; stored as text. */
export const slotValue = textValue<OtherFamily['slot']>('slot', 2000, { dataType: 'code', isOfForm: true })

const limit = 500

/** The address of a link, or null if it would run a script or only resembles an address of this system. */
export function safeHref(text: string): string | null {
  const href = text.trim()
  if (/^\/(?![/\\])/.test(href) && !/[\t\r\n\\]/.test(href)) return href
  try {
    return /^(https?:|mailto:)$/.test(new URL(href).protocol) ? href : null
  } catch {
    return null
  }
}

export const linkValue = textValue('link', limit, {
  dataType: 'code',
  check(raw, field) {
    if (isBlank(raw)) return null
    const fault = checkText(raw, field, field.length ?? limit)
    if (fault) return fault
    return safeHref(textFromWire(raw) ?? '') !== null
      ? null
      : { code: 'link', text: `${getTitle(field)}应以 http://、https://、mailto: 或 / 开头` }
  },
})

/** A code with more characters would be too fine to be scanned from a screen. */
export const MAX_QR_LENGTH = 500

export const qrcodeValue = textValue('qrcode', MAX_QR_LENGTH, { dataType: 'code' })

type Passed = 'Y'

/** Whether the slider was dragged to its end in this form. Required again in each form, so it is not stored. */
export const slideVerifyValue: FieldValue<Passed> = {
  type: 'slide_verify',
  empty: null,
  dataType: 'code',
  fromWire: (raw) => (raw === 'Y' || raw === true ? 'Y' : null),
  toWire: (value) => value,
  toText: (value) => (value === null ? '' : '验证通过'),
  fromText: (text) => parsed(text.trim() === '验证通过' ? 'Y' : null),
  check: (raw, field) =>
    isBlank(raw) || raw === 'Y' || raw === true
      ? null
      : { code: 'type', text: `${getTitle(field)}未通过，请拖动滑块` },
  column: () => null,
  query: null,
  offList: true,
}

/**
 * A Quartz expression as text. Its grammar is checked by the control and by `checkedCronValue` of the server: a list with
 * such a column does not load the parser.
 */
export const cronValue = textValue('cron', MAX_CRON_LENGTH, { dataType: 'code' })

/** Maximum characters of stored conditions. */
const MAX_SUPER_QUERY = 12_000

/**
 * The conditions of an advanced query as JSON of `{matchType, params}`. They are checked by the control and by
 * `checkedSuperQueryValue` of the server.
 */
export const superQueryValue = textValue<OtherFamily['super_query']>('super_query', MAX_SUPER_QUERY, {
  hasSource: true,
  dataType: 'code',
  isOfForm: true,
  column: () => ({ type: 'text' }),
  query: null,
})

export const otherValues = {
  hidden: hiddenValue,
  normal: normalValue,
  slot: slotValue,
  link: linkValue,
  qrcode: qrcodeValue,
  slide_verify: slideVerifyValue,
  cron: cronValue,
  super_query: superQueryValue,
} satisfies Record<string, AnyFieldValue>
