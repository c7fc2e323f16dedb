import fc from 'fast-check'
import { type CronUnit, cronRules } from '#runtime/kernel/cron/expression.ts'

/** A field of listed values, ranges and steps. `isCyclic`: ranges may run past the largest value. */
export function fieldText(unit: CronUnit, isCyclic: boolean): fc.Arbitrary<string> {
  const { min, max, maxStep } = cronRules[unit]
  const value = fc.integer({ min, max })
  const step = fc.integer({ min: 1, max: Math.min(maxStep, max - min) })
  const range = fc.tuple(value, value).map(([a, b]) => (isCyclic || a <= b ? [a, b] : [b, a]))
  const item = fc.oneof(
    value.map(String),
    range.map(([a, b]) => `${a}-${b}`),
    fc.tuple(range, step).map(([[a, b], s]) => `${a}-${b}/${s}`),
    fc.tuple(value, step).map(([a, s]) => `${a}/${s}`),
    step.map((s) => `*/${s}`),
  )
  return fc.oneof(
    fc.constant('*'),
    fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
  )
}

const dayForm = fc.oneof(
  fc.constantFrom('L', 'LW'),
  fc.integer({ min: 1, max: 28 }).map((day) => `${day}W`),
)
const weekForm = fc.oneof(
  fc.integer({ min: 1, max: 7 }).map((weekday) => `${weekday}L`),
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 }))
    .map(([day, nth]) => `${day}#${nth}`),
)

/** Expressions of seven fields. `isShared`: only what croner reads in the same way. */
export function expressionText({ isShared }: { isShared: boolean }): fc.Arbitrary<string> {
  const field = (unit: CronUnit) => fieldText(unit, !isShared && cronRules[unit].isCyclic)
  const lastForms = isShared
    ? dayForm
    : fc.oneof(
        dayForm,
        fc.integer({ min: 0, max: 30 }).map((n) => `L-${n}`),
        fc.integer({ min: 0, max: 30 }).map((n) => `L-${n}W`),
      )
  // croner reads a step of weekdays as daily from the first.
  const weekday = fc.integer({ min: 1, max: 7 })
  const weekdays = isShared
    ? fc.uniqueArray(weekday, { minLength: 1, maxLength: 4 }).map((values) => values.join(','))
    : field('week')
  const days = fc.oneof(
    fc.tuple(fc.oneof(field('day'), lastForms), fc.constant('?')),
    fc.tuple(fc.constant('?'), fc.oneof(weekdays, weekForm)),
  )
  const years = fc.oneof(
    fc.constant('*'),
    fc
      .tuple(fc.integer({ min: 2024, max: 2040 }), fc.integer({ min: 0, max: 9 }))
      .map(([year, n]) => `${year}-${year + n}`),
  )
  return fc
    .tuple(field('second'), field('minute'), field('hour'), days, field('month'), years)
    .map(([second, minute, hour, [day, week], month, year]) =>
      [second, minute, hour, day, month, week, year].join(' '),
    )
}
