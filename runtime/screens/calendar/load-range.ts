import { type ListPage, type ListQuery, loadList } from '#runtime/data/list-source.ts'
import { addDays } from '#runtime/kernel/time.ts'
import type { CalendarPlan } from './calendar-plan.ts'

/** Maximum number of records that a calendar draws at once. */
export const MAX_ENTRIES = 1000
/** The largest page of the list route. */
const PAGE_SIZE = 200

type Conditions = Readonly<Record<string, string>>

/** The narrower one of a limit of the query bar and a limit of the calendar; both may have a time after the day. */
function narrower(condition: string | undefined, bound: string, pick: 'later' | 'earlier'): string {
  if (!condition) return bound
  const isLater = condition.slice(0, 10) > bound
  return isLater === (pick === 'later') ? condition : bound
}

/** The conditions for records that begin in the days, within the dates that the query bar allows. */
export function rangeConditions(
  { date }: CalendarPlan,
  days: readonly string[],
  conditions: Conditions,
): Conditions {
  const [begin, end] = [`${date.key}_begin`, `${date.key}_end`]
  return {
    [begin]: narrower(conditions[begin], days[0] ?? '', 'later'),
    [end]: narrower(conditions[end], days.at(-1) ?? '', 'earlier'),
  }
}

/** Those of `rangeConditions` changed to records that began before the days and end in them or later. */
function runningConditions(
  { date, end }: CalendarPlan,
  days: readonly string[],
  { conditions }: ListQuery,
  barConditions: Conditions,
): Conditions {
  const [begin, until, ending] = [`${date.key}_begin`, `${date.key}_end`, `${end?.key}_begin`]
  const first = days[0] ?? ''
  return {
    ...conditions,
    [begin]: barConditions[begin] ?? '',
    [until]: narrower(barConditions[until], addDays(first, -1) ?? '', 'earlier'),
    [ending]: narrower(barConditions[ending], first, 'later'),
  }
}

/** Loads the pages of a query up to the maximum; `total` counts all records. */
const loadPages = async (...[http, url, query, signal]: Parameters<typeof loadList>): Promise<ListPage> => {
  const first = await loadList(http, url, { ...query, pageNo: 1, pageSize: PAGE_SIZE }, signal)
  const pages = Math.ceil(Math.min(first.total, MAX_ENTRIES) / PAGE_SIZE)
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) =>
      loadList(http, url, { ...query, pageNo: at + 2, pageSize: PAGE_SIZE }, signal),
    ),
  )
  return { ...first, records: [first, ...rest].flatMap(({ records }) => records) }
}

/** Loads the records of the days; the conditions of the query contain those of `rangeConditions`. */
export const rangeLoader =
  (plan: CalendarPlan, days: readonly string[], conditions: Conditions): typeof loadList =>
  async (http, url, query, signal) => {
    const sorted: ListQuery = { ...query, column: plan.date.key, order: 'asc' }
    const running = { ...sorted, conditions: runningConditions(plan, days, sorted, conditions) }
    const [within, before] = await Promise.all([
      loadPages(http, url, sorted, signal),
      plan.end ? loadPages(http, url, running, signal) : undefined,
    ])
    if (!before) return within
    return {
      ...within,
      records: [...before.records, ...within.records],
      total: before.total + within.total,
      ...(before.isEstimated ? { isEstimated: true } : {}),
    }
  }
