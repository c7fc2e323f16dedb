import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'
import { type CronExpression, type CronField, type CronUnit, cronRules, listValues } from './expression.ts'
import {
  type Bounds,
  type CronModel,
  type CronUnitModel,
  cronBounds,
  dayBounds,
  dayModes,
  emptyCronModel,
  unitModes,
} from './model.ts'
import { parseCron } from './parse.ts'

const isWithin = (value: number, [min, max]: Bounds): boolean => value >= min && value <= max

/** Units with the four common modes. */
type PlainUnit = Exclude<CronUnit, 'day' | 'week'>

/** A field as step, range or list, for a unit whose modes have the given numbers. */
function readUnit(
  field: CronField,
  unit: CronUnit,
  modes: { step: number; list: number; range?: number },
): Partial<CronUnitModel> {
  const bounds = cronBounds[unit]
  const [item, ...more] = field.kind === 'values' ? field.items : []
  if (item && more.length === 0) {
    const { start, end, step } = item
    const first = start ?? cronRules[unit].min
    if (
      end === undefined &&
      step !== undefined &&
      isWithin(first, bounds.start) &&
      isWithin(step, bounds.step)
    )
      return { cronEvery: modes.step, incrementStart: first, incrementIncrement: step }
    const isRange = end !== undefined && step === undefined && modes.range !== undefined
    if (isRange && isWithin(first, bounds.range) && isWithin(end, bounds.range))
      return { cronEvery: modes.range ?? 0, rangeStart: first, rangeEnd: end }
  }
  // Every other form is a list of its values.
  return { cronEvery: modes.list, specificSpecific: listValues(field, unit) }
}

/** Sets day and week of a form; false: the form has no mode for them. */
function readDays({ day, week }: CronExpression, model: CronModel): boolean {
  const mode = (cronEvery: number, more: Partial<CronModel['day']> = {}) => {
    Object.assign(model.day, more, { cronEvery })
    return true
  }
  if (day.kind === 'last') {
    if (day.offset === 0) return mode(day.isWorkday ? dayModes.lastWorkday : dayModes.last)
    if (day.isWorkday || !isWithin(day.offset, dayBounds.beforeEnd)) return false
    return mode(dayModes.beforeEnd, { cronDaysBeforeEomMinus: day.offset })
  }
  if (day.kind === 'nearestWorkday') return mode(dayModes.nearestWorkday, { cronDaysNearestWeekday: day.day })
  if (day.kind === 'values') {
    const { cronEvery = dayModes.every, ...days } = readUnit(day, 'day', {
      step: dayModes.step,
      list: dayModes.days,
    })
    return mode(cronEvery, days)
  }
  if (day.kind === 'every' || week.kind === 'every') return mode(dayModes.every)
  if (week.kind === 'lastWeekday') return mode(dayModes.lastWeekday, { cronLastSpecificDomDay: week.weekday })
  if (week.kind === 'nthWeekday') {
    Object.assign(model.week, { cronNthDayDay: week.weekday, cronNthDayNth: week.nth })
    return mode(dayModes.nthWeekday)
  }
  const modes = { step: dayModes.weekdayStep, list: dayModes.weekdays }
  const { cronEvery = dayModes.every, ...weekdays } = readUnit(week, 'week', modes)
  Object.assign(model.week, weekdays)
  return mode(cronEvery)
}

/**
 * The form of an expression. Ranges and steps that the form cannot hold become the list of their values; refused, with
 * the reason, are an invalid expression and one whose meaning the form cannot hold (`L-3W`, the year 1999).
 */
export function parseModel(expression: string): Parsed<CronModel> {
  const read = parseCron(expression)
  if (!read.ok) return refused(read.text)
  const model = emptyCronModel()
  const beyond = (unit: CronUnit) => refused(`表单里没有「${cronRules[unit].title}」的这种写法`)
  for (const unit of ['second', 'minute', 'hour', 'month', 'year'] satisfies PlainUnit[]) {
    const field = read.value[unit]
    if (field.kind === 'every') continue
    Object.assign(model[unit], readUnit(field, unit, unitModes))
    // Years before the form's first one; the lists of the other units hold all values.
    const { list } = cronBounds[unit]
    if (!model[unit].specificSpecific.every((value) => isWithin(value, list))) return beyond(unit)
  }
  return readDays(read.value, model) ? parsed(model) : beyond('day')
}
