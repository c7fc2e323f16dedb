import { weekdayNames } from './expression.ts'
import { type CronModel, type CronUnitModel, dayModes, unitModes } from './model.ts'

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)

function buildUnit(model: CronUnitModel): string {
  const { cronEvery, incrementStart, incrementIncrement, rangeStart, rangeEnd, specificSpecific } = model
  switch (cronEvery) {
    case unitModes.step:
      return `${incrementStart}/${incrementIncrement}`
    case unitModes.list:
      return ascending(specificSpecific).join(',') || '*'
    case unitModes.range:
      return `${rangeStart}-${rangeEnd}`
    default:
      return '*'
  }
}

const weekdayName = (weekday: number): string => weekdayNames[weekday - 1] ?? String(weekday)

/** The fields of day and week. */
function buildDays({ day, week }: CronModel): [day: string, week: string] {
  switch (day.cronEvery) {
    case dayModes.weekdayStep:
      // Quartz 2.3 reads a name before a step as the name alone.
      return ['?', `${week.incrementStart}/${week.incrementIncrement}`]
    case dayModes.step:
      return [`${day.incrementStart}/${day.incrementIncrement}`, '?']
    case dayModes.weekdays: {
      const weekdays = ascending(week.specificSpecific).map(weekdayName).join(',')
      return weekdays === '' ? ['*', '?'] : ['?', weekdays]
    }
    case dayModes.days:
      return [ascending(day.specificSpecific).join(',') || '*', '?']
    case dayModes.last:
      return ['L', '?']
    case dayModes.lastWorkday:
      return ['LW', '?']
    case dayModes.lastWeekday:
      return ['?', `${weekdayName(day.cronLastSpecificDomDay)}L`]
    case dayModes.beforeEnd:
      return [`L-${day.cronDaysBeforeEomMinus}`, '?']
    case dayModes.nearestWorkday:
      return [`${day.cronDaysNearestWeekday}W`, '?']
    case dayModes.nthWeekday:
      return ['?', `${weekdayName(week.cronNthDayDay)}#${week.cronNthDayNth}`]
    default:
      return ['*', '?']
  }
}

/** The expression of a form, with seven fields; an empty list is `*`. */
export function buildCron(model: CronModel): string {
  const { second, minute, hour, month, year } = model
  const [day, week] = buildDays(model)
  return [...[second, minute, hour].map(buildUnit), day, buildUnit(month), week, buildUnit(year)].join(' ')
}
