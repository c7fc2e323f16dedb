import { describe, expect, it } from 'vitest'
import { choiceMistakes, rightChoices } from './choices.ts'
import { listFindings, type Mistake, type Right } from './mistake.ts'
import { rightMistakes, rightRights } from './rights.ts'
import { saveable, unsaveableMistakes } from './unsaveable.ts'

const mistakes: readonly Mistake[] = [...choiceMistakes, ...rightMistakes, ...unsaveableMistakes]
const rights: readonly Right[] = [...rightChoices, ...rightRights, ...saveable]

describe('a planted mistake', () => {
  it.each(mistakes)(
    '%s is one problem at its place, with a remedy',
    (_name, document, path, remedy, others) => {
      const found = listFindings(document, others)
      expect(found.map((problem) => problem.path)).toEqual([path])
      expect(found[0]?.text).toContain(remedy)
    },
  )
})

describe('a correct document', () => {
  it.each(rights)('with %s has no problem', (_name, document, others) => {
    expect(listFindings(document, others)).toEqual([])
  })
})
