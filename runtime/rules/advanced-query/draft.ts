import { isRelativeDate } from '#runtime/kernel/relative-dates.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionRule,
  isGroup,
  isPresence,
  type MatchType,
} from './model.ts'

/** A query while it is edited: every condition and group has an id, which is stable while others are removed. */
export type DraftCondition = Condition & { id: number }
export interface DraftGroup {
  id: number
  matchType: MatchType
  detail?: string
  params: readonly DraftItem[]
}
export type DraftItem = DraftCondition | DraftGroup

export const isDraftGroup = (item: DraftItem): item is DraftGroup => 'params' in item

/** `newId` returns another number at each call. */
export function toDraft(group: ConditionGroup, newId: () => number): DraftGroup {
  const params = group.params.map((item) => (isGroup(item) ? toDraft(item, newId) : { ...item, id: newId() }))
  return { ...group, id: newId(), params }
}

export function fromDraft({ id: _, params, ...group }: DraftGroup): ConditionGroup {
  return {
    ...group,
    params: params.map((item) => {
      if (isDraftGroup(item)) return fromDraft(item)
      const { id: _, ...condition } = item
      return condition
    }),
  }
}

const hasSeveral = (rule: ConditionRule): boolean => rule === 'in' || rule === 'between'

/**
 * A changed rule keeps the value; of several values the first remains when the rule has one, none when it has none. For
 * `between` the first is the lower end, and the upper one is open.
 */
export function withRule<C extends Condition>(condition: C, rule: ConditionRule): C {
  const { val } = condition
  const [first = ''] = val.split(',')
  if (isPresence(rule)) return { ...condition, rule, val: '' }
  if (rule === 'between')
    return { ...condition, rule, val: first === '' || isRelativeDate(first) ? '' : `${first},` }
  return { ...condition, rule, val: hasSeveral(condition.rule) && rule !== 'in' ? first : val }
}

/** A query of one empty condition, as the builder opens without a query. */
export const emptyQuery: ConditionGroup = {
  matchType: 'and',
  params: [{ field: '', rule: 'eq', val: '' }],
}
