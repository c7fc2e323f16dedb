import { type Big, roundTo } from '../decimal.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
/** Amounts from here on have no reading: 万亿 is the largest unit. */
const MAX_WHOLE_DIGITS = 16

/**
 * An amount of money in Chinese capitals, as cheques and bills have it: 1200 is 壹仟贰佰元整. Rounded to 分; null from
 * ten thousand 万亿 on.
 */
export function capitals(amount: Big): string | null {
  const [whole = '0', cents = '00'] = roundTo(amount.abs(), 2).toFixed(2).split('.')
  if (whole.length > MAX_WHOLE_DIGITS) return null
  const [tenths = '0', hundredths = '0'] = cents
  const yuan = whole === '0' ? '' : `${readWhole(whole)}元`
  const jiao = tenths === '0' ? '' : `${digits[Number(tenths)]}角`
  const fen = hundredths === '0' ? '' : `${digits[Number(hundredths)]}分`
  if (yuan === '' && jiao === '' && fen === '') return '零元整'
  // Between 元 and 分 a missing 角 is read.
  const gap = yuan !== '' && jiao === '' && fen !== '' ? '零' : ''
  return `${amount.s < 0 ? '负' : ''}${yuan}${jiao}${gap}${fen}${fen === '' ? '整' : ''}`
}

/** Digits without a leading zero: 万 and 亿 split them, and the part above 亿 is read like a number of its own. */
function readWhole(text: string): string {
  if (text.length <= 4) return readSection(text)
  const split = text.length > 8 ? 8 : 4
  const [high, low] = [text.slice(0, -split), text.slice(-split)]
  const rest = low.replace(/^0+/, '')
  const unit = split === 8 ? '亿' : '万'
  if (rest === '') return `${readWhole(high)}${unit}`
  return `${readWhole(high)}${unit}${rest.length < split ? '零' : ''}${readWhole(rest)}`
}

/** At most four digits: zeros between other digits are read once, those at the end not at all. */
const readSection = (text: string): string =>
  [...text]
    .map((digit, at) => (digit === '0' ? '零' : `${digits[Number(digit)]}${places[text.length - 1 - at]}`))
    .join('')
    .replace(/零+/g, '零')
    .replace(/零$/, '')
