import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Simulation, type SimulationFacts, simulate } from '#runtime/record/workflow/simulation.ts'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import { newCase, transition } from '#runtime/record/workflow/transition.ts'
import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import { anySteps, facts, withKeys } from './any-workflow.ts'

const words: SimulationFacts = {
  ...facts,
  getName: (account) => account.toUpperCase(),
  explain: (_, account) => `named ${account}`,
  readDay: () => null,
}
const approve = (key: string, users: string[], more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  ...{ key, type: 'approve', title: key, to: { users } },
  ...more,
})
const find = ({ steps }: Simulation, key: string) => steps.find((step) => step.key === key)
const run = (steps: WorkflowStep[], some: Partial<SimulationFacts> = {}) =>
  simulate({ steps }, 'ann', { ...words, ...some })

test('the way, and the people of the branches beside it', () => {
  const amount: WorkflowStep = {
    ...{ key: 'amount', title: '金额', type: 'branch' },
    branches: [
      { title: '大的', when: 'total > 5', steps: [approve('big', ['cid'])] },
      { title: '其他', steps: [approve('small', ['dan'])] },
    ],
  }
  const simulation = run([approve('head', ['bea']), amount, approve('last', ['eve'])], {
    chooseBranch: () => 0,
  })
  expect(simulation.taken).toEqual(['head', 'amount', 'big', 'last'])
  expect(simulation.branches).toEqual({ amount: { index: 0, why: '「大的」的条件成立' } })
  expect(simulation.steps.map(({ key, people }) => [key, ...people.map(({ name }) => name)])).toEqual([
    ['head', 'BEA'],
    ['big', 'CID'],
    ['small', 'DAN'],
    ['last', 'EVE'],
  ])
  expect(run([amount]).branches).toEqual({ amount: { index: 1, why: '别的条件都不成立' } })
})

test('why a person is asked, or is not', () => {
  const simulation = run([
    approve('head', ['bea']),
    approve('again', ['bea', 'cid'], { how: 'all', again: 'pass' }),
    approve('raised', ['ann'], { starter: 'raise' }),
    approve('own', ['ann'], { starter: 'pass' }),
    approve('admin', []),
    approve('nobody', [], { nobody: 'pass' }),
    approve('refused', [], { nobody: 'refuse' }),
    { key: 'copy', title: 'copy', type: 'copy', to: { users: ['dan'] } },
    { key: 'wait', title: 'wait', type: 'wait', until: 'day' },
    { key: 'act', title: 'act', type: 'act' },
  ])
  expect(
    simulation.steps.map(({ key, outcome, people, note }) =>
      [key, outcome, ...people.map(({ account, why }) => `${account} ${why}`), note].join('|'),
    ),
  ).toEqual([
    'head|asks|bea named bea|',
    'again|asks|cid named cid|BEA前面已经同意，自动通过',
    'raised|asks|boss 是发起人本人，转给上一级负责人 BOSS|',
    'own|passes|ANN是发起人本人，自动通过',
    'admin|asks|admin 没有办理人，交给管理员|',
    'nobody|passes|没有办理人，自动通过',
    'refused|refuses|没有办理人，不能提交',
    'copy|copies|dan named dan|',
    'wait|waits|等到 当天，没有写日期',
    'act|acts|',
  ])
})

test('who stands in for a person on leave, but never the starter', () => {
  const findStandIn = (person: string) => ({ bea: 'cid', dan: 'ann' })[person]
  const simulation = run([approve('head', ['bea', 'cid', 'dan'], { how: 'all' })], { findStandIn })
  expect(find(simulation, 'head')?.people).toEqual([
    { account: 'cid', name: 'CID', why: 'named bea；BEA 休假，由 CID 代办' },
    { account: 'dan', name: 'DAN', why: 'named dan' },
  ])
})

test('a simulation names the people whom a real case asks, and every step of every branch', () => {
  let asked = 0
  fc.assert(
    fc.property(anySteps, fc.nat(2), (drawn, branch) => {
      const steps = withKeys(drawn)
      const chooseBranch = ({ branches = [] }: WorkflowStep) => branch % branches.length
      const simulation = run(steps, { chooseBranch })
      const some = { ...facts, chooseBranch }
      let state = transition({ steps }, newCase('ann'), { type: 'start', by: 'ann' }, some).case
      for (;;) {
        const task = state.tasks.find(({ status, kind }) => status === 'open' && kind !== 'read')
        if (!task) break
        const event =
          task.kind === 'wait'
            ? { type: 'due' as const, task: task.id, people: [] }
            : { type: 'pass' as const, by: task.person, task: task.id }
        state = transition({ steps }, state, event, some).case
      }
      const index = indexSteps({ steps })
      for (const [key, { step }] of index) {
        const people = state.tasks.flatMap((task) => (task.step === key && task.person ? task.person : []))
        const found = find(simulation, key)
        if (step.type === 'branch' || step.type === 'parallel') expect(found).toBeUndefined()
        else expect(found).toBeDefined()
        if (simulation.taken.includes(key))
          expect(found?.people.map(({ account }) => account) ?? []).toEqual(people)
        else expect(people).toEqual([])
        asked += people.length
      }
    }),
    { numRuns: 300 },
  )
  expect(asked).toBeGreaterThan(500)
})
