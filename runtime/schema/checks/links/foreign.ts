import { pointer } from '#runtime/kernel/problem.ts'
import { coerced, reformed } from '../../foreign/coerce.ts'
import { adviseExpression, type KeyOfTitle } from '../../foreign/expressions.ts'
import { type OwnType, ownType } from '../../foreign/types.ts'
import { ownDefault, ownValue } from '../../foreign/values.ts'
import type { Finding, Path } from '../report.ts'

/** The problem of a field type of another tool; `path` is that of the field. */
export function foreignTypeFinding(path: Path, word: string): Finding | undefined {
  const translation: OwnType | undefined = ownType(word)
  if (!translation) return undefined
  const settings = Object.entries(translation.settings)
  const text = [
    `"type": "${translation.type}"`,
    ...settings.map(([key, value]) => `"${key}": ${value}`),
  ].join(', ')
  return {
    code: 'UNKNOWN_TYPE',
    text: `「${word}」在这里写作 ${text}`,
    fix: [
      { op: 'replace', path: pointer(...path, 'type'), value: translation.type },
      ...settings.map(([key, value]) => ({ op: 'add' as const, path: pointer(...path, key), value })),
    ],
  }
}

const replacing = (path: Path, text: string, value: unknown): Finding => ({
  code: 'BAD_VALUE',
  text: `${text}，请写 ${JSON.stringify(value)}`,
  fix: [{ op: 'replace', path: pointer(...path), value }],
})

/** The problem of a value in the words of another tool, of another JSON type, or of another form. */
export function foreignValueFinding(
  path: Path,
  value: unknown,
  violation: { text: string; types?: readonly string[] | undefined; isPattern: boolean },
): Finding | undefined {
  const { text, types, isPattern } = violation
  const key = path.findLast((step) => typeof step === 'string')
  const translation = ownValue(path, value)
  if (translation !== undefined)
    return replacing(path, `「${String(value)}」在这里写作 ${translation}`, translation)
  if (key === 'fixed' && value === true) return replacing(path, text, 'left')
  const other = types ? coerced(types, value, key) : isPattern ? reformed(key, value) : undefined
  return other === undefined || other === value ? undefined : replacing(path, text, other)
}

/** The problem of a default value in the notation of another tool. */
export function foreignDefaultFinding(path: Path, value: unknown): Finding | undefined {
  const expression = ownDefault(value)
  return expression === undefined
    ? undefined
    : replacing(path, `「${String(value)}」在这里是一个表达式`, expression)
}

/**
 * The problem of an expression that cannot be read, with the corrected text where there is one; `prefix` is what stands before
 * the expression in the value at the path.
 */
export function expressionFinding(
  path: Path,
  text: string,
  fault: string,
  { keyOfTitle, prefix = '' }: { keyOfTitle?: KeyOfTitle; prefix?: string } = {},
): Finding {
  const advice = adviseExpression(text, fault, keyOfTitle)
  return {
    code: 'BAD_EXPRESSION',
    text: `表达式写错了：${advice.text}`,
    ...(advice.isSure && advice.expression !== undefined
      ? { fix: [{ op: 'replace', path: pointer(...path), value: `${prefix}${advice.expression}` }] }
      : {}),
  }
}
