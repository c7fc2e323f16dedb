import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCron } from '#runtime/kernel/cron/build-model.ts'
import { MAX_CRON_LENGTH } from '#runtime/kernel/cron/max-length.ts'
import {
  type Bounds,
  type CronModel,
  type CronUnitModel,
  cronBounds,
  dayBounds,
  dayModes,
  emptyCronModel,
  unitModes,
} from '#runtime/kernel/cron/model.ts'
import { nextRuns } from '#runtime/kernel/cron/next-runs.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { parseModel } from '#runtime/kernel/cron/parse-model.ts'
import { expressionText } from './arbitrary.ts'

const plainUnits = ['second', 'minute', 'hour', 'month', 'year'] as const
const within = ([min, max]: Bounds) => fc.integer({ min, max })
const generateList = (bounds: Bounds) =>
  fc
    .uniqueArray(within(bounds), { minLength: 1, maxLength: 12 })
    .map((values) => values.sort((a, b) => a - b))

/** The keys of a mode; the others keep the values of a new form. */
function unitKeys(unit: keyof typeof cronBounds, mode: number): fc.Arbitrary<Partial<CronUnitModel>> {
  const { start, step, range, list } = cronBounds[unit]
  const cronEvery = fc.constant(mode)
  if (mode === unitModes.step)
    return fc.record({ cronEvery, incrementStart: within(start), incrementIncrement: within(step) })
  if (mode === unitModes.list) return fc.record({ cronEvery, specificSpecific: generateList(list) })
  if (mode === unitModes.range)
    return fc
      .record({ cronEvery, rangeStart: within(range), rangeEnd: within(range) })
      .map((keys) =>
        unit === 'year' && keys.rangeEnd < keys.rangeStart ? { ...keys, rangeEnd: keys.rangeStart } : keys,
      )
  return fc.record({ cronEvery })
}

type Days = { day?: Partial<CronModel['day']>; week?: Partial<CronModel['week']> }

function dayKeys(mode: number): fc.Arbitrary<Days> {
  const step = (bounds: { start: Bounds; step: Bounds }) =>
    fc.record({ incrementStart: within(bounds.start), incrementIncrement: within(bounds.step) })
  const weekday = within([1, 7])
  switch (mode) {
    case dayModes.weekdayStep:
      return step(cronBounds.week).map((week) => ({ week }))
    case dayModes.step:
      return step(cronBounds.day).map((day) => ({ day }))
    case dayModes.weekdays:
      return generateList([1, 7]).map((specificSpecific) => ({ week: { specificSpecific } }))
    case dayModes.days:
      return generateList(cronBounds.day.list).map((specificSpecific) => ({ day: { specificSpecific } }))
    case dayModes.lastWeekday:
      return weekday.map((cronLastSpecificDomDay) => ({ day: { cronLastSpecificDomDay } }))
    case dayModes.beforeEnd:
      return within(dayBounds.beforeEnd).map((cronDaysBeforeEomMinus) => ({
        day: { cronDaysBeforeEomMinus },
      }))
    case dayModes.nearestWorkday:
      return within(dayBounds.nearest).map((cronDaysNearestWeekday) => ({ day: { cronDaysNearestWeekday } }))
    case dayModes.nthWeekday:
      return fc
        .record({ cronNthDayDay: weekday, cronNthDayNth: within(dayBounds.nth) })
        .map((week) => ({ week }))
    default:
      return fc.constant({})
  }
}

const models = (dayMode: number): fc.Arbitrary<CronModel> =>
  fc
    .tuple(
      fc.tuple(
        ...plainUnits.map((unit) => fc.integer({ min: 1, max: 4 }).chain((mode) => unitKeys(unit, mode))),
      ),
      dayKeys(dayMode),
    )
    .map(([units, { day, week }]) => {
      const model = emptyCronModel()
      for (const [index, unit] of plainUnits.entries()) Object.assign(model[unit], units[index])
      Object.assign(model.day, day, { cronEvery: dayMode })
      Object.assign(model.week, week)
      return model
    })

describe('the form of an expression', () => {
  it.each(Object.entries(dayModes))('is the same after build and parse in the day mode %s', (_name, mode) => {
    fc.assert(
      fc.property(models(mode), (model) => {
        const text = buildCron(model)
        expect(text.split(' ')).toHaveLength(7)
        expect(parseModel(text), text).toEqual({ ok: true, value: model })
      }),
      { numRuns: 150 },
    )
  })

  it('holds the meaning of every expression that it accepts', () => {
    const from = new Date('2025-01-01T00:00:00Z')
    const listRuns = (text: string) => {
      const read = parseCron(text)
      if (!read.ok) throw new Error(read.text)
      return nextRuns(read.value, from, 50, 'UTC').map((run) => run.getTime())
    }
    let accepted = 0
    fc.assert(
      fc.property(expressionText({ isShared: false }), (text) => {
        const read = parseModel(text)
        // Listing every value of a range may be too long for an expression.
        if (!read.ok || buildCron(read.value).length > MAX_CRON_LENGTH) return
        accepted++
        expect(listRuns(buildCron(read.value)), text).toEqual(listRuns(text))
      }),
      { numRuns: 200 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it.each([
    ['* * * * * ?', '* * * * * ? *'],
    ['0 0 2 15 * ?', '0 0 2 15 * ? *'],
    ['0 0 2 ? * *', '0 0 2 * * ? *'],
    ['0 0 2 ? * MON-FRI', '0 0 2 ? * MON,TUE,WED,THU,FRI *'],
    ['0 0 2 ? * 6L', '0 0 2 ? * FRIL *'],
    ['0 0 2 ? * 2#1', '0 0 2 ? * MON#1 *'],
    ['0 0 2 10-12 * ?', '0 0 2 10,11,12 * ? *'],
    ['0 0/5 9-17 ? * 2/2', '0 0/5 9-17 ? * 2/2 *'],
    ['0 10-30/10 2 L-0 JAN-MAR ?', '0 10,20,30 2 L 1-3 ? *'],
    ['*/5 */5 */5 */5 */5 ?', '0/5 0/5 0/5 1/5 1/5 ? *'],
  ])('of %s builds %s', (text, built) => {
    const read = parseModel(text)
    expect(read.ok && buildCron(read.value)).toBe(built)
  })

  it('without listed values builds the default', () => {
    const model = emptyCronModel()
    for (const unit of plainUnits) model[unit].cronEvery = unitModes.list
    for (const mode of [dayModes.days, dayModes.weekdays]) {
      model.day.cronEvery = mode
      expect(buildCron(model)).toBe('* * * * * ? *')
    }
  })

  it.each([
    ['0 0 2 L-3W * ?', '表单里没有「日」的这种写法'],
    ['0 0 2 * * ? 1999', '表单里没有「年」的这种写法'],
    ['0 0 25 * * ?', '「时」25 超出范围，应为 0 到 23'],
  ])('is refused for %s', (text, reason) => expect(parseModel(text)).toEqual({ ok: false, text: reason }))
})
