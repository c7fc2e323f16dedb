import { type CronField, type CronItem, type CronUnit, cronRules, listValues } from './expression.ts'

const weekdayCharacters = '日一二三四五六'
/** 周一: a weekday inside a sentence; 1 = Sunday. */
const shortWeekday = (weekday: number): string => `周${weekdayCharacters[weekday - 1] ?? '?'}`

const counters: Readonly<Record<CronUnit, string>> = {
  second: '秒',
  minute: '分钟',
  hour: '小时',
  day: '天',
  month: '个月',
  week: '天',
  year: '年',
}
/** Units whose cycle may be divided without a remainder: every 5 minutes is the same in each hour. */
const cycles: Partial<Record<CronUnit, number>> = { second: 60, minute: 60, hour: 24, month: 12 }

const label = (value: number, unit: CronUnit): string =>
  unit === 'week' ? shortWeekday(value) : `${value} ${cronRules[unit].title}`

/** 每 5 分钟, without saying from which value; null if the steps do not continue evenly from cycle to cycle. */
function evenStep({ start, end, step = 0 }: CronItem, unit: CronUnit): string | null {
  const isWhole = end === undefined && (start === null || start === cronRules[unit].min)
  if (!isWhole || step < 1 || (cycles[unit] ?? 1) % step !== 0) return null
  return step === 1 ? `每${counters[unit]}` : `每 ${step} ${counters[unit]}`
}

function describeItem(item: CronItem, unit: CronUnit): string {
  const { min, max } = cronRules[unit]
  const { end, step } = item
  const even = evenStep(item, unit)
  if (even !== null) return even
  const start = item.start ?? min
  if (step === 0 || end === start || (end === undefined && step === undefined)) return label(start, unit)
  const steps = step === undefined || step === 1 ? '' : `每 ${step} ${counters[unit]}`
  if (end === undefined)
    return `从${separated(label(start, unit))}起${steps === '' ? `每${counters[unit]}` : steps}`
  // 22-2 in hours are five hours of one day; only week and month are read across their ends.
  const isSplit = end < start && unit !== 'week' && unit !== 'month'
  const range = isSplit
    ? `${label(start, unit)}至${separated(label(max, unit))}和${separated(label(min, unit))}至${separated(label(end, unit))}`
    : `${label(start, unit)}至${separated(label(end, unit))}`
  return range + steps
}

/** A phrase after a Chinese character: a space before a figure. */
export const separated = (phrase: string): string => (/^\d/.test(phrase) ? ` ${phrase}` : phrase)

/** The values of a field as a phrase, such as 1 日、15 日 or 每 5 分钟; of `every` it is 每 with the unit. */
export function describeField(field: CronField, unit: CronUnit): string {
  switch (field.kind) {
    case 'every':
    case 'none':
      return `每${counters[unit]}`
    case 'values':
      return field.items.map((item) => describeItem(item, unit)).join('、')
    case 'last': {
      if (field.offset === 0) return field.isWorkday ? '最后一个工作日' : '最后一天'
      const before = `最后一天之前 ${field.offset} 天`
      return field.isWorkday ? `离${before}最近的工作日` : before
    }
    case 'nearestWorkday':
      return `离 ${field.day} 日最近的工作日`
    case 'lastWeekday':
      return `最后一个${shortWeekday(field.weekday)}`
    case 'nthWeekday':
      return `第 ${field.nth} 个${shortWeekday(field.weekday)}`
  }
}

/** Whether the field runs at every value, or in steps that need no first value: it says by itself what it repeats. */
export const isRepeating = (field: CronField, unit: CronUnit): boolean =>
  field.kind === 'every' ||
  (field.kind === 'values' &&
    field.items.length === 1 &&
    field.items.every((item) => evenStep(item, unit) !== null))

/** Whether the field holds one value only. */
export const isSingle = (field: CronField, unit: CronUnit): boolean =>
  field.kind === 'values' && listValues(field, unit).length === 1
