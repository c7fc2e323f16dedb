import { useMemo } from 'react'
import { useSentence } from '#runtime/fields/kit/advanced-query/useSentence.ts'
import { explainText } from '#runtime/kernel/expression/explain.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import type { BoundScreen } from '../useBoundScreen.ts'
import { readCondition } from './condition-expression.ts'

const nothing: ConditionGroup = { matchType: 'and', params: [] }

/** A condition in words: as the query builder says it, else as a formula with the titles of the fields. */
export function ConditionText({ when, bound }: { when: string; bound: BoundScreen }) {
  const { titles, queried } = bound
  const group = useMemo(() => readCondition(when), [when])
  const sentence = useSentence(group ?? nothing, queried)
  return <>{group ? sentence : explainText(when, (key) => titles.get(key) ?? key)}</>
}
