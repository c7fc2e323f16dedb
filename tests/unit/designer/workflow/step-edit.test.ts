import { describe, expect, it } from 'vitest'
import {
  addBranch,
  copyStep,
  insertStep,
  isElse,
  movePart,
  removePart,
  replacePart,
} from '#designer/workflow/edit/step-edit.ts'
import {
  countFaults,
  findNeighbour,
  partAt,
  placeOfPointer,
  ROOT,
} from '#designer/workflow/edit/step-place.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'

const step = (key: string): JsonObject => ({ key, type: 'approve', title: key })
const flow: JsonObject = {
  id: 'bpm/x',
  steps: [
    step('a'),
    {
      key: 'b',
      type: 'branch',
      title: 'b',
      branches: [
        { title: '一', when: 'x > 1', steps: [step('c'), step('d')] },
        { title: '二', when: 'x > 2', steps: [step('e')] },
        { title: '其他' },
      ],
    },
    step('f'),
  ],
}
const first = '/steps/1/branches/0'
const second = '/steps/1/branches/1'
const last = '/steps/1/branches/2'

/** The keys of the steps of a list in brackets: `a b(c d|e|) f`. */
function outline(document: JsonObject | undefined, steps = document?.steps): string {
  const list = Array.isArray(steps) ? steps : []
  return list
    .map(({ key, branches }) =>
      branches
        ? `${key}(${branches.map((branch: JsonObject) => outline(document, branch.steps ?? [])).join('|')})`
        : key,
    )
    .join(' ')
}

describe('steps', () => {
  it('are put at a place, with keys that no other step has', () => {
    const { document, selected } = insertStep(flow, { list: `${last}/steps`, at: 0 }, step('a'))
    expect(outline(document)).toBe('a b(c d|e|a2) f')
    expect(selected).toBe(`${last}/steps/0`)
    expect(outline(flow)).toBe('a b(c d|e|) f')
  })

  it('are copied with the steps of their branches, each under a key of its own', () => {
    const copied = copyStep(flow, '/steps/1')
    expect(outline(copied?.document)).toBe('a b(c d|e|) b2(c2 d2|e2|) f')
    expect(copied?.selected).toBe('/steps/2')
    const keys = listSteps(copied?.document ?? {}).map(({ step: { key } }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are removed, and the next one or that before is selected', () => {
    expect(removePart(flow, '/steps/0')).toMatchObject({ selected: '/steps/0' })
    expect(outline(removePart(flow, '/steps/2')?.document)).toBe('a b(c d|e|)')
    expect(removePart(flow, '/steps/2')?.selected).toBe('/steps/1')
    expect(removePart(flow, `${second}/steps/0`)?.selected).toBe(second)
  })

  it('leave no empty list in a branch', () => {
    expect(partAt(removePart(flow, `${second}/steps/0`)?.document ?? {}, second)).toEqual({
      title: '二',
      when: 'x > 2',
    })
  })

  it('move along their list, out of a branch at its ends, and into the branch beside', () => {
    expect(outline(movePart(flow, '/steps/0', 'down')?.document)).toBe('b(c d|e|) a f')
    expect(outline(movePart(flow, `${first}/steps/0`, 'up')?.document)).toBe('a c b(d|e|) f')
    expect(outline(movePart(flow, `${first}/steps/1`, 'down')?.document)).toBe('a b(c|e|) d f')
    const across = movePart(flow, `${first}/steps/1`, 'right')
    expect(outline(across?.document)).toBe('a b(c|e d|) f')
    expect(across?.selected).toBe(`${second}/steps/1`)
    expect(movePart(flow, '/steps/0', 'up')).toBeUndefined()
    expect(movePart(flow, '/steps/0', 'left')).toBeUndefined()
    expect(movePart(flow, `${first}/steps/0`, 'left')).toBeUndefined()
  })

  it('are replaced in their place', () => {
    const changed = replacePart(flow, `${first}/steps/1`, step('z'))
    expect(outline(changed)).toBe('a b(c z|e|) f')
  })
})

describe('branches', () => {
  it('are added before the one without a condition, of parallel steps as the last', () => {
    const added = addBranch(flow, '/steps/1', (number) => `条件${number}`)
    expect(added.selected).toBe(last)
    expect(partAt(added.document, last)).toEqual({ title: '条件3' })
    expect(isElse(added.document, '/steps/1/branches/3')).toBe(true)
    const parallel = replacePart(flow, '/steps/1', { ...partAt(flow, '/steps/1'), type: 'parallel' })
    expect(addBranch(parallel, '/steps/1', String).selected).toBe('/steps/1/branches/3')
    expect(isElse(parallel, last)).toBe(false)
  })

  it('change places, the one without a condition being the last', () => {
    expect(outline(movePart(flow, first, 'right')?.document)).toBe('a b(e|c d|) f')
    expect(movePart(flow, second, 'right')).toBeUndefined()
    expect(movePart(flow, last, 'left')).toBeUndefined()
  })

  it('are removed, but not the one without a condition', () => {
    expect(outline(removePart(flow, first)?.document)).toBe('a b(e|) f')
    expect(removePart(flow, last)).toBeUndefined()
  })

  it('that remain alone take the place of their step', () => {
    const two = removePart(flow, second)?.document ?? {}
    const inElse = insertStep(two, { list: '/steps/1/branches/1/steps', at: 0 }, step('g')).document
    const alone = removePart(inElse, first)
    expect(outline(alone?.document)).toBe('a g f')
    expect(alone?.selected).toBe('/steps/1')
    expect(removePart(two, first)?.selected).toBe('/steps/1')
    expect(outline(removePart(two, first)?.document)).toBe('a f')
  })
})

describe('places', () => {
  it('are those of the step or branch in which a problem is', () => {
    expect(placeOfPointer('/steps/1/branches/0/steps/1/to/heads')).toBe('/steps/1/branches/0/steps/1')
    expect(placeOfPointer('/steps/1/branches/0/when')).toBe('/steps/1/branches/0')
    expect(placeOfPointer('/steps/12')).toBe('/steps/12')
    expect(placeOfPointer('/steps')).toBe(ROOT)
    expect(placeOfPointer('/start')).toBe(ROOT)
    expect(countFaults(['/steps/0/to', '/steps/0', '/start'])).toEqual(
      new Map([
        ['/steps/0', 2],
        [ROOT, 1],
      ]),
    )
  })

  it('are reached from each other in the four directions', () => {
    const walk = (from: string, ...directions: ('up' | 'down' | 'left' | 'right')[]) =>
      directions.reduce<string | undefined>(
        (at, direction) => (at === undefined ? at : findNeighbour(flow, at, direction)),
        from,
      )
    expect(walk(ROOT, 'down')).toBe('/steps/0')
    expect(walk('/steps/0', 'up')).toBe(ROOT)
    expect(walk('/steps/0', 'down', 'down')).toBe(first)
    expect(walk(first, 'down', 'down')).toBe(`${first}/steps/1`)
    expect(walk(`${first}/steps/1`, 'down')).toBe('/steps/2')
    expect(walk(last, 'down')).toBe('/steps/2')
    expect(walk('/steps/2', 'down')).toBeUndefined()
    expect(walk('/steps/2', 'up')).toBe('/steps/1')
    expect(walk(second, 'up')).toBe('/steps/1')
    expect(walk(`${first}/steps/1`, 'right')).toBe(`${second}/steps/0`)
    expect(walk(`${second}/steps/0`, 'right')).toBe(last)
    expect(walk(first, 'left')).toBeUndefined()
    expect(walk('/steps/0', 'right')).toBeUndefined()
  })
})
