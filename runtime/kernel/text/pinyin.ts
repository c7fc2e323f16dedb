import { searchWords } from './search-words.ts'

/**
 * The first letters of Chinese words, for searching by typing: 入库单 is `rkd`. The order of syllables is that of the
 * platform's own collation (CLDR pinyin); where that is missing no letter is given and only the text itself is found.
 */

/** The first character of each letter in pinyin order; no syllable begins with i, u or v. */
const firsts = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀'
const letters = 'abcdefghjklmnopqrstwxyz'
const lastHan = '蓙'
const isHan = /^\p{Script=Han}$/u
const mayHaveHan = /[㐀-\uffff]/

let compare: ((a: string, b: string) => number) | null | undefined
const letterCache = new Map<string, string>()

/** Null when the platform does not support pinyin order. */
export function pinyinOrder(): ((a: string, b: string) => number) | null {
  if (compare !== undefined) return compare
  const isThere = Intl.Collator.supportedLocalesOf(['zh-CN']).length > 0
  const collator = new Intl.Collator('zh-CN-u-co-pinyin')
  // A platform without Chinese data sorts by code point, where 八 precedes 阿.
  compare =
    isThere && collator.compare('阿', '八') < 0 && collator.compare('丫', '帀') < 0 ? collator.compare : null
  return compare
}

function getInitial(sign: string): string {
  const before = letterCache.get(sign)
  if (before !== undefined) return before
  const order = pinyinOrder()
  let letter = ''
  if (order && isHan.test(sign) && order(sign, lastHan) <= 0) {
    let [low, high] = [0, firsts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (order(sign, firsts[middle] as string) >= 0) low = middle
      else high = middle - 1
    }
    letter = letters[low] ?? ''
  }
  letterCache.set(sign, letter)
  return letter
}

/** Small letters: of Chinese characters the first of their syllable, others as they are. */
export function initials(text: string): string {
  const small = text.toLowerCase()
  if (!mayHaveHan.test(small)) return small
  let read = ''
  for (const sign of small) read += sign < '㐀' ? sign : getInitial(sign) || sign
  return read
}

/**
 * Whether a text matches what was typed: each word of it, in any order, as part of the text or of its initials; `*` stands
 * for any letters. Case is ignored.
 */
export function matchesSearch(text: string, typed: string): boolean {
  const texts = [text.toLowerCase(), initials(text)]
  return searchWords(typed.toLowerCase()).every((parts) => texts.some((value) => hasParts(value, parts)))
}

/** The texts occur one after the other. */
function hasParts(text: string, parts: readonly string[]): boolean {
  let at = 0
  for (const part of parts) {
    at = text.indexOf(part, at) + part.length
    if (at < part.length) return false
  }
  return true
}
