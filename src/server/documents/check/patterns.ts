import { RE2JS } from 're2js'
import { isReDoSVulnerable } from '#runtime/rules/linear.ts'
import { compilePattern, shortcuts } from '#runtime/rules/patterns.ts'

/** Compiles a pattern of JavaScript for an engine whose time grows with the text only. Throws where it has no such pattern. */
export const compileLinear = (source: string): RE2JS => RE2JS.compile(RE2JS.translateRegExp(source))

/** The pattern as rules test it: anywhere in a text. Throws where the engine has no such pattern. */
export function compileTester(source: string): { test(text: string): boolean } {
  const pattern = compileLinear(source)
  return { test: (text) => pattern.matcher(text).find() }
}

/** Browsers read these as plain letters, because patterns have no flags. */
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
