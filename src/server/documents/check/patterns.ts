import { RE2JS } from 're2js'
import { isReDoSVulnerable } from '#runtime/rules/linear.ts'
import { compilePattern, shortcuts } from '#runtime/rules/patterns.ts'

/** The blanks of JavaScript, and all other characters. A set ends with a range, so that a hyphen after it is a letter. */
const blanks =
  '\\t-\\r \\x{A0}\\x{1680}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}\\x{2000}-\\x{200A}'
const others = [
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}',
  '\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}',
].join('')
const sets = new Map([
  ['\\s', blanks],
  ['\\S', others],
])

/** The pattern with the sets of characters that browsers read in it; the engine's own ones have fewer blanks and line ends. */
function writeSets(pattern: string): string {
  let isInClass = false
  return pattern.replace(/\\[\s\S]|[[\].]/g, (part) => {
    if (part === '.') return isInClass ? part : '[^\\n\\r\\x{2028}\\x{2029}]'
    if (part === '[' || part === ']') isInClass = part === '['
    const set = sets.get(part)
    if (set === undefined) return part
    return isInClass ? set : `[${set}]`
  })
}

/** Compiles a pattern of JavaScript for an engine whose time grows with the text only. Throws where it has no such pattern. */
export const compileLinear = (source: string): RE2JS =>
  RE2JS.compile(writeSets(RE2JS.translateRegExp(source)))

/** The pattern as rules test it: anywhere in a text. Throws where the engine has no such pattern. */
export function compileTester(source: string): { test(text: string): boolean } {
  const pattern = compileLinear(source)
  return { test: (text) => pattern.matcher(text).find() }
}

/** Browsers read more sets by these names than the server's engine has. */
const unicodeSet = /\\[pPu]\{/

/** The notation that the server's linear engine does not have, in words. */
function unsupported(source: string): string {
  if (/\(\?<?[=!]/.test(source))
    return '不支持前后查找 (?=…)、(?!…)、(?<=…)、(?<!…)，请换一种写法，或写 check'
  if (unicodeSet.test(source)) return '不支持 \\p{…} 和 \\u{…}，汉字写作 [\\u4e00-\\u9fa5]'
  if (/\\[1-9]|\\k</.test(source)) return '不支持反向引用（如 \\1），请换一种写法，或写 check'
  return '其中有服务器不支持的写法，请写得简单些，或写 check'
}

/** Characters of a pattern: the check of exponential time compares its parts with one another. */
const MAX_PATTERN = 500

/** Throws, with the remedy, for a pattern that the browser's engine or the server's linear engine does not support. */
export function requirePattern(source: string): void {
  if (shortcuts.has(source)) return
  if (source.length > MAX_PATTERN) throw new Error(`超过 ${MAX_PATTERN} 个字，请写得简单些，或写 check`)
  if (!compilePattern(source).ok) throw new Error('括号、方括号或反斜线没有配对，或重复的写法不对，请改正')
  if (unicodeSet.test(source)) throw new Error(unsupported(source))
  try {
    compileLinear(source)
  } catch {
    throw new Error(unsupported(source))
  }
  if (isReDoSVulnerable(source)) throw new Error('有的文字要算极久，如 (a+)+，请去掉重复里的重复')
}
