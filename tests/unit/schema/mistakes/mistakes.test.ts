import { describe, expect, it } from 'vitest'
import { choiceMistakes, rightChoices } from './choices.ts'
import { expressionMistakes, rightExpressions } from './expressions.ts'
import { fieldMistakes } from './fields.ts'
import { figureMistakes, rightFigures } from './figures.ts'
import { flowMistakes } from './flows.ts'
import { followUpMistakes, rightFollowUps } from './follow-ups.ts'
import { followedMistakes, rightFollowed } from './followed.ts'
import { ledgerMistakes, rightLedgers } from './ledgers.ts'
import { listFindings, type Mistake, type Right } from './mistake.ts'
import { partitionMistakes, partMistakes, rightPartitions } from './parts.ts'
import { printMistakes, rightPrints } from './prints.ts'
import { publicMistakes, rightPublic } from './public.ts'
import { rightMistakes, rightRights } from './rights.ts'
import { sourceMistakes } from './sources.ts'
import { rightThen, thenMistakes } from './then.ts'
import { saveable, unsaveableMistakes } from './unsaveable.ts'
import { userMistakes } from './user-values.ts'
import { rightSubs, subMistakes } from './workflow/subs.ts'
import { rightWorkflows, workflowMistakes } from './workflow/workflows.ts'

const mistakes: readonly Mistake[] = [
  ...[fieldMistakes, partMistakes, sourceMistakes, flowMistakes, expressionMistakes],
  ...[choiceMistakes, userMistakes, rightMistakes, unsaveableMistakes, figureMistakes, thenMistakes],
  ...[followedMistakes, printMistakes, publicMistakes, ledgerMistakes, followUpMistakes],
  ...[subMistakes, workflowMistakes, partitionMistakes],
].flat()
const rights: readonly Right[] = [
  ...[rightExpressions, rightChoices, rightRights, saveable, rightFigures, rightThen, rightFollowed],
  ...[rightPrints, rightPublic, rightLedgers, rightFollowUps, rightWorkflows, rightSubs],
  rightPartitions,
].flat()

it('has at least 300 planted mistakes and 60 correct documents', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(300)
  expect(rights.length).toBeGreaterThanOrEqual(60)
})

describe('a planted mistake', () => {
  it.each(mistakes.map((mistake) => ({ name: mistake[0], mistake })))(
    '$name is one problem at its place, with a remedy',
    ({ mistake: [, document, path, remedy, others] }) => {
      const found = listFindings(document, others)
      expect(found.map((problem) => problem.path)).toEqual([path])
      expect(found[0]?.text).toContain(remedy)
      expect(found[0]?.text).not.toMatch(/\^\S|error parsing|invalid|syntax/)
    },
  )
})

describe('a correct document', () => {
  it.each(rights.map((right) => ({ name: right[0], right })))(
    'with $name has no problem',
    ({ right: [, document, others] }) => {
      expect(listFindings(document, others)).toEqual([])
    },
  )
})
