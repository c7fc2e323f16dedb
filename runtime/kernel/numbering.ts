import { formatDateParts, isDateFormat } from './time.ts'

/** When the running number of a rule starts again; `prefix`: whenever the text before it changes. */
export type SequenceReset = 'prefix' | 'none' | 'year' | 'month' | 'day'

/** A part of a numbering pattern or of a code rule; `depart` is the code of the user's department. */
export type NumberPart =
  | { kind: 'text'; text: string }
  | { kind: 'date'; format: string }
  | { kind: 'depart' }
  | { kind: 'sequence'; width: number; reset: SequenceReset; start: number }

/** A number without its running number. Numbers with the same `period` share one counter. */
export interface NumberShape {
  prefix: string
  suffix: string
  /** The least number of digits of the running number. */
  digits: number
  /** The first running number. */
  start: number
  period: string
}

const serialShape = /^((?:[^{}#]|\{[yMdHms]+\})*)\{(#{1,12})\}$/
const inBraces = /\{(\w+)\}/
const ruleReference = /^\$\{([A-Za-z][\w-]{0,63})\}$/

/** The code of the code rule that `auto` names, such as `${order_no}`; null for a pattern. */
export const numberingRule = (auto: string): string | null => ruleReference.exec(auto)?.[1] ?? null

/** The parts of a numbering pattern such as `RK{yyyyMMdd}{####}`; null when the text is no such pattern. */
export function parseNumbering(pattern: string): NumberPart[] | null {
  const found = serialShape.exec(pattern)
  if (!found) return null
  // Every second piece was in braces.
  const parts = (found[1] ?? '').split(inBraces).flatMap((piece, at): NumberPart[] => {
    if (at % 2 === 1) return [{ kind: 'date', format: piece }]
    return piece === '' ? [] : [{ kind: 'text', text: piece }]
  })
  if (!parts.every((part) => part.kind !== 'date' || isDateFormat(part.format))) return null
  return [...parts, { kind: 'sequence', width: found[2]?.length ?? 0, reset: 'prefix', start: 1 }]
}

const periodFormats: Readonly<Record<Exclude<SequenceReset, 'prefix'>, string>> = {
  none: '',
  year: 'yyyy',
  month: 'yyyyMM',
  day: 'yyyyMMdd',
}

/** The shape of the numbers that the parts, of which one is a sequence, make at a moment for a user of a department. */
export function shapeNumber(parts: readonly NumberPart[], now: Date, orgCode: string): NumberShape {
  const formatPart = (part: NumberPart): string => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'date') return formatDateParts(part.format, now)
    return part.kind === 'depart' ? orgCode : ''
  }
  const at = parts.findIndex(({ kind }) => kind === 'sequence')
  const sequence = parts[at]
  if (sequence?.kind !== 'sequence') throw new Error('A number has one sequence')
  const prefix = parts.slice(0, at).map(formatPart).join('')
  const suffix = parts
    .slice(at + 1)
    .map(formatPart)
    .join('')
  const { width: digits, reset, start } = sequence
  if (reset === 'prefix') return { prefix, suffix, digits, start, period: prefix }
  // Departments with codes of their own in the number count by themselves.
  const department = parts.some(({ kind }) => kind === 'depart') ? orgCode : ''
  return {
    prefix,
    suffix,
    digits,
    start,
    period: `${formatDateParts(periodFormats[reset], now)}:${department}`,
  }
}
