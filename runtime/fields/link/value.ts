import { titleOf } from '../../schema/derive.ts'
import { checkText, isNothing, textFromWire, textValue } from '../parts/text-value.ts'

const limit = 500

/** The address to go to, or null where it would lead to a script or to a place that only looks like ours. */
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
  check(raw, field) {
    if (isNothing(raw)) return null
    const fault = checkText(raw, field, field.length ?? limit)
    if (fault) return fault
    return safeHref(textFromWire(raw) ?? '') !== null
      ? null
      : { code: 'link', text: `${titleOf(field)}应以 http://、https://、mailto: 或 / 开头` }
  },
})
