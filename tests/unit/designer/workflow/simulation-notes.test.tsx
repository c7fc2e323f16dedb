// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listNotes } from '#designer/workflow/canvas/simulation-notes.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Simulation } from '#runtime/record/workflow/simulation.ts'

const step = (key: string): JsonObject => ({ key, type: 'approve', title: key })
const document: JsonObject = {
  steps: [
    {
      ...{ key: 'amount', type: 'branch', title: '金额' },
      branches: [
        { title: '多', when: 'x > 1', steps: [step('boss')] },
        { title: '少', steps: [{ key: 'other', type: 'sub', title: '另一个', workflow: 'a/b' }] },
      ],
    },
    step('last'),
  ],
}
const simulation: Simulation = {
  taken: ['amount', 'other.first', 'last'],
  branches: { amount: { index: 1, why: '别的条件都不成立' } },
  steps: [
    {
      key: 'boss',
      outcome: 'asks',
      people: [{ account: 'wang', name: '王馆长', why: '指定的人' }],
      note: '',
    },
    { key: 'other.first', outcome: 'passes', people: [], note: '没有人，自动通过' },
    { key: 'last', outcome: 'refuses', people: [], note: '' },
  ],
}

it('notes say who would get the record on every branch, and where it does not come', () => {
  const notes = listNotes(document, simulation)
  const read = (place: string) => {
    const note = notes.get(place)
    const { container } = render(<div>{note?.content}</div>)
    return [note?.isLeft, container.textContent]
  }
  expect(read('/steps/0')).toEqual([false, ''])
  expect(read('/steps/0/branches/0')).toEqual([true, ''])
  expect(read('/steps/0/branches/1')).toEqual([false, '别的条件都不成立'])
  expect(read('/steps/0/branches/0/steps/0')).toEqual([true, '办理王馆长指定的人'])
  expect(read('/steps/0/branches/1/steps/0')).toEqual([false, '自动通过没有人，自动通过'])
  expect(read('/steps/1')).toEqual([false, '没有人办，不让提交'])
})
