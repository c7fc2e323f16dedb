import { memoize } from '#runtime/kernel/memo.ts'
import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'

export interface Shortcut {
  pattern: RegExp
  /** The expected input, after 请输入. */
  expected: string
}

/**
 * The pattern shortcuts of validateRules. `n6-16` means, like its name, six to sixteen digits (the other
 * reading in the sources is six to eighteen). None of them backtracks.
 */
export const shortcuts: ReadonlyMap<string, Shortcut> = new Map([
  ['n6-16', { pattern: /^\d{6,16}$/, expected: '6到16位数字' }],
  ['*6-16', { pattern: /^[\s\S]{6,16}$/u, expected: '6到16位任意字符' }],
  ['s6-18', { pattern: /^[A-Za-z]{6,18}$/, expected: '6到18位字母' }],
  [
    'url',
    {
      pattern: /^(?:https?|ftps?):\/\/[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?:[/?#]\S*)?$/i,
      expected: '正确的网址',
    },
  ],
  ['e', { pattern: /^[\w.%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, expected: '正确的电子邮件' }],
  ['m', { pattern: /^1[3-9]\d{9}$/, expected: '正确的手机号码' }],
  ['p', { pattern: /^[1-9]\d{5}$/, expected: '正确的邮政编码' }],
  ['s', { pattern: /^[A-Za-z]+$/, expected: '字母' }],
  ['n', { pattern: /^-?\d+(?:\.\d+)?$/, expected: '数字' }],
  ['z', { pattern: /^-?\d+$/, expected: '整数' }],
  ['*', { pattern: /[\s\S]/, expected: '内容' }],
  ['money', { pattern: /^-?\d+(?:\.\d{1,2})?$/, expected: '金额，最多两位小数' }],
])

/** Whether a `pattern` is a shortcut; any other text is a regular expression. */
export const isPatternWord = (pattern: string): boolean => shortcuts.has(pattern)

/** The interface of a compiled pattern; the server provides one that runs in linear time. */
export interface Tester {
  test(text: string): boolean
}

/** Values longer than this are refused by a regular expression, so that no pattern can block a screen. */
export const MAX_TESTED_LENGTH = 2000

/**
 * The browser's own compiler of patterns that are no shortcut. A rare character is one letter, as it is on the server; the
 * flag for that refuses needless backslashes, with which a pattern is read by halves of such characters.
 */
export const compilePattern: (source: string) => Parsed<Tester> = memoize(
  500,
  (source) =>
    compileWith(source, 'u') ?? compileWith(source, '') ?? refused(`校验规则不是正确的正则表达式：${source}`),
)

function compileWith(source: string, flags: string): Parsed<Tester> | null {
  try {
    return parsed(new RegExp(source, flags))
  } catch {
    return null
  }
}
