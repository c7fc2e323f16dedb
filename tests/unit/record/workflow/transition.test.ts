import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Case,
  type CaseEvent,
  type CaseFacts,
  type CaseRefusal,
  CaseRefused,
  type Task,
} from '#runtime/record/workflow/case.ts'
import { newCase, transition } from '#runtime/record/workflow/transition.ts'
import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import { anySteps, facts, people, withKeys } from './any-workflow.ts'

const approve = (key: string, users: string[], more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  key,
  type: 'approve',
  title: key,
  to: { users },
  ...more,
})

/** A case under way, which the events of a test change. */
function begin(steps: WorkflowStep[], some: Partial<CaseFacts> = {}) {
  let state = newCase('ann')
  const moves: string[] = []
  const apply = (event: CaseEvent) => {
    const next = transition({ steps }, state, event, { ...facts, ...some })
    state = next.case
    moves.push(...next.commands.map((command) => ('move' in command ? command.move : command.type)))
  }
  const find = (person: string): Task => {
    const task = state.tasks.find((entry) => entry.person === person && entry.status === 'open')
    if (!task) throw new Error(`${person} has no open task`)
    return task
  }
  const by = (person: string) => ({ by: person, task: find(person).id })
  const refusal = (event: CaseEvent): CaseRefusal | undefined => {
    const before = JSON.stringify(state)
    try {
      apply(event)
    } catch (error) {
      expect(JSON.stringify(state)).toBe(before)
      if (error instanceof CaseRefused) return error.refusal
      throw error
    }
    return undefined
  }
  const open = () =>
    state.tasks
      .filter(({ status, kind }) => status === 'open' && kind === 'decide')
      .map(({ person }) => person)
  apply({ type: 'start', by: 'ann' })
  return {
    apply,
    by,
    refusal,
    open,
    moves,
    pass: (person: string) => apply({ type: 'pass', ...by(person) }),
    get status() {
      return state.status
    },
    get tasks() {
      return state.tasks
    },
  }
}

test('steps run one after another, and the last one ends the case with its move', () => {
  const run = begin([approve('head', ['bea']), approve('office', ['cid', 'dan'])])
  expect(run.open()).toEqual(['bea'])
  run.pass('bea')
  expect(run.open()).toEqual(['cid', 'dan'])
  run.pass('dan')
  expect([run.status, run.moves]).toEqual(['done', ['pass']])
  expect(run.tasks.map(({ status }) => status)).toEqual(['passed', 'closed', 'passed'])
})

test.each([
  ['all', undefined, ['bea', 'cid', 'dan'], 3],
  ['turn', undefined, ['bea'], 3],
  ['share', 60, ['bea', 'cid', 'dan'], 2],
  ['any', undefined, ['bea', 'cid', 'dan'], 1],
] as const)('of three people, %s of %s asks them as it says', (how, share, asked, decisions) => {
  const run = begin([approve('vote', ['bea', 'cid', 'dan'], { how, ...(share && { share }) })])
  expect(run.open()).toEqual(asked)
  for (let at = 0; at < decisions; at++) {
    expect(run.status).toBe('running')
    run.pass(run.open()[0] ?? '')
  }
  expect(run.status).toBe('done')
})

test('a vote goes back as soon as the others cannot reach the share', () => {
  const run = begin([approve('vote', ['bea', 'cid', 'dan'], { how: 'share', share: 60 })])
  run.apply({ type: 'refuse', ...run.by('bea') })
  expect(run.status).toBe('running')
  run.apply({ type: 'refuse', ...run.by('cid') })
  expect([run.status, run.moves, run.open()]).toEqual(['back', ['back'], []])
})

test('the branches of a parallel step run beside each other, and the case goes on when all have ended', () => {
  const both: WorkflowStep = {
    key: 'both',
    type: 'parallel',
    title: 'both',
    branches: [
      { title: 'one', steps: [approve('money', ['bea']), approve('books', ['cid'])] },
      { title: 'two', steps: [approve('law', ['dan'])] },
      { title: 'none' },
    ],
  }
  const run = begin([approve('head', ['eve']), both, approve('last', ['fay'])])
  run.pass('eve')
  run.pass('dan')
  run.pass('bea')
  expect(run.open()).toEqual(['cid'])
  expect(run.refusal({ type: 'refuse', ...run.by('cid'), to: 'law' })).toBe('NOT_A_PASSED_STEP')
  run.apply({ type: 'refuse', ...run.by('cid'), to: 'money' })
  run.pass('bea')
  run.pass('cid')
  expect(run.open()).toEqual(['fay'])
  run.apply({ type: 'refuse', ...run.by('fay'), to: 'head' })
  expect(run.open()).toEqual(['eve'])
  run.pass('eve')
  expect(run.open()).toEqual(['bea', 'dan'])
})

test('a condition takes one branch, and an action or a copy holds nobody up', () => {
  const steps: WorkflowStep[] = [
    {
      key: 'amount',
      type: 'branch',
      title: 'amount',
      branches: [{ title: 'much', when: 'x', steps: [approve('boss', ['boss'])] }, { title: 'else' }],
    },
    { key: 'post', type: 'act', title: 'post', webhook: { url: 'https://oa.example/hook' } },
    { key: 'copy', type: 'copy', title: 'copy', to: { users: ['zoe'] } },
    { key: 'day', type: 'wait', title: 'day', until: 'x' },
  ]
  const run = begin(steps)
  expect([run.status, run.moves, run.open()]).toEqual(['running', ['act'], []])
  const wait = run.tasks.find(({ kind }) => kind === 'wait')
  run.apply({ type: 'due', task: wait?.id ?? 0, people: [] })
  expect([run.status, run.moves]).toEqual(['done', ['act', 'pass']])
  expect(begin(steps, { chooseBranch: () => 0 }).open()).toEqual(['boss'])
})

test('nobody, the starter and a person who has already passed are treated as the step says', () => {
  expect(begin([approve('a', [])]).open()).toEqual(['admin'])
  expect(begin([approve('a', [], { nobody: 'pass' })]).status).toBe('done')
  expect(() => begin([approve('a', [], { nobody: 'refuse' })])).toThrow('NOBODY')
  expect(begin([approve('a', ['ann'])]).open()).toEqual(['ann'])
  expect(begin([approve('a', ['ann'], { starter: 'pass' })]).status).toBe('done')
  expect(begin([approve('a', ['ann', 'bea'], { starter: 'raise' })]).open()).toEqual(['boss', 'bea'])
  const again = begin([
    approve('a', ['bea']),
    approve('b', ['bea'], { again: 'pass' }),
    approve('c', ['bea']),
  ])
  again.pass('bea')
  expect(again.tasks.map(({ step }) => step)).toEqual(['a', 'c'])
})

test('further decisions are asked for before and after a person decides, and taken back', () => {
  const run = begin([approve('a', ['bea']), approve('b', ['cid'])])
  run.apply({ type: 'add', ...run.by('bea'), people: ['dan', 'eve'], when: 'before' })
  expect(run.open()).toEqual(['dan', 'eve'])
  const eve = run.tasks.find(({ person }) => person === 'eve')
  run.pass('dan')
  expect(run.refusal({ type: 'remove', by: 'cid', task: eve?.id ?? 0 })).toBe('NOT_YOURS')
  run.apply({ type: 'remove', by: 'bea', task: eve?.id ?? 0 })
  expect(run.open()).toEqual(['bea'])
  run.apply({ type: 'add', ...run.by('bea'), people: ['fay'], when: 'after' })
  run.pass('bea')
  expect(run.open()).toEqual(['fay'])
  run.pass('fay')
  expect(run.open()).toEqual(['cid'])
})

test('a decision is taken back until somebody has acted on it', () => {
  const steps = [approve('a', ['bea', 'cid']), approve('b', ['dan']), approve('c', ['eve'])]
  const run = begin(steps)
  const { task } = run.by('bea')
  run.pass('bea')
  expect(run.refusal({ type: 'takeBack', by: 'cid', task })).toBe('NOT_YOURS')
  run.apply({ type: 'takeBack', by: 'bea', task })
  expect(run.open()).toEqual(['bea', 'cid'])
  run.pass('bea')
  run.pass('dan')
  expect(run.refusal({ type: 'takeBack', by: 'bea', task })).toBe('ALREADY_ACTED_ON')
  const turn = begin([approve('a', ['bea', 'cid', 'dan'], { how: 'turn' })])
  const first = turn.by('bea')
  turn.pass('bea')
  expect(turn.open()).toEqual(['cid'])
  turn.apply({ type: 'takeBack', ...first })
  expect(turn.open()).toEqual(['bea'])
})

test('a decision is not taken back while the person is asked at the step again', () => {
  const run = begin([approve('a', ['bea', 'cid'], { how: 'all' })])
  const first = run.by('bea')
  run.pass('bea')
  run.apply({ type: 'transfer', ...run.by('cid'), to: 'bea' })
  expect(run.refusal({ type: 'takeBack', ...first })).toBe('SAME_PERSON')
  expect(run.open()).toEqual(['bea'])
})

test('a case that is suspended, done or stopped takes no decision', () => {
  const run = begin([approve('a', ['bea'])])
  const pass: CaseEvent = { type: 'pass', ...run.by('bea') }
  run.apply({ type: 'suspend', by: 'admin' })
  expect(run.refusal(pass)).toBe('NOT_RUNNING')
  run.apply({ type: 'resume', by: 'admin' })
  run.apply({ type: 'transfer', ...run.by('bea'), to: 'cid' })
  expect(run.refusal(pass)).toBe('NOT_YOURS')
  run.pass('cid')
  expect(run.refusal({ ...pass, by: 'cid' })).toBe('NOT_RUNNING')
  const stopped = begin([approve('a', ['bea'])])
  stopped.apply({ type: 'stop', by: 'admin' })
  expect([stopped.status, stopped.moves, stopped.open()]).toEqual(['stopped', ['stop'], []])
  expect(stopped.refusal({ type: 'start', by: 'ann' })).toBe('NOT_RUNNING')
})

test('a circle of rejections leaves one task at a time, however often it is run', () => {
  const run = begin([approve('a', ['bea']), approve('b', ['cid'])])
  for (let round = 0; round < 200; round++) {
    run.pass('bea')
    run.apply({ type: 'refuse', ...run.by('cid'), to: 'a' })
    run.apply({ type: 'refuse', ...run.by('bea') })
    expect([run.status, run.open()]).toEqual(['back', []])
    run.apply({ type: 'start', by: 'ann' })
    expect(run.open()).toEqual(['bea'])
  }
  run.pass('bea')
  run.pass('cid')
  expect([run.status, run.tasks.length]).toEqual(['done', 3 * 200 + 2])
})

test('a time limit reminds, raises or passes', () => {
  const limit = (act: 'remind' | 'raise' | 'pass') => ({ limit: { hours: 1, act } })
  const run = (act: 'remind' | 'raise' | 'pass') => {
    const one = begin([approve('a', ['bea'], limit(act))])
    one.apply({ type: 'due', task: one.by('bea').task, people: ['boss'] })
    return [one.status, one.moves, one.open()]
  }
  expect(run('remind')).toEqual(['running', ['remind'], ['bea']])
  expect(run('raise')).toEqual(['running', [], ['boss']])
  expect(run('pass')).toEqual(['done', ['pass'], []])
})

/** What is true of a case at any time. */
function checkCase({ status, active, tasks, passed }: Case) {
  const pending = tasks.filter(
    (task) => task.kind !== 'read' && (task.status === 'open' || task.status === 'waiting'),
  )
  expect(new Set(active).size).toBe(active.length)
  expect(new Set(passed).size).toBe(passed.length)
  expect(tasks.map(({ id }) => id)).toEqual(tasks.map((_, at) => at + 1))
  if (status !== 'running' && status !== 'suspended') {
    expect(pending).toEqual([])
    expect(active).toEqual([])
    return
  }
  expect(active.length).toBeGreaterThan(0)
  // Each step at which the case stands waits for somebody, and nobody is asked about another one.
  for (const key of active)
    expect(pending.some((task) => task.step === key && task.status === 'open')).toBe(true)
  for (const { step } of pending) expect(active).toContain(step)
  for (const key of active) {
    const visit = Math.max(
      ...tasks.filter(({ step, kind }) => step === key && kind !== 'read').map((task) => task.visit),
    )
    const open = pending.filter(({ step }) => step === key)
    expect(open.every((task) => task.visit === visit)).toBe(true)
    const persons = open.filter(({ kind }) => kind === 'decide').map(({ person }) => person)
    expect(new Set(persons).size).toBe(persons.length)
  }
}

const anyEvent = fc.record({
  type: fc.constantFrom<CaseEvent['type']>(
    'pass',
    'pass',
    'pass',
    'pass',
    'refuse',
    'takeBack',
    'transfer',
    'delegate',
    'add',
    'remove',
    'withdraw',
    'suspend',
    'resume',
    'assign',
    'due',
    'start',
  ),
  pick: fc.nat(),
  to: fc.constantFrom(...people),
  isAfter: fc.boolean(),
  isBack: fc.boolean(),
})

/** The event for the present case: mostly one that it allows. */
function aim(
  { type, pick, to, isAfter, isBack }: typeof anyEvent extends fc.Arbitrary<infer E> ? E : never,
  state: Case,
): CaseEvent {
  const wanted = type === 'takeBack' ? 'passed' : 'open'
  const tasks = state.tasks.filter(({ status }) => status === wanted)
  const task = tasks[pick % Math.max(1, tasks.length)] ?? { id: 0, person: to }
  const target = isBack ? state.passed[pick % Math.max(1, state.passed.length)] : undefined
  return {
    type,
    by: type === 'withdraw' || type === 'start' ? state.starter : task.person,
    task: task.id,
    ...(type === 'refuse' ? target !== undefined && { to: target } : { to }),
    people: [to],
    when: isAfter ? 'after' : 'before',
  } as CaseEvent
}

test('every case waits for somebody until it ends, no task is lost or doubled, and it can always be brought to its end', () => {
  let ended = 0
  fc.assert(
    fc.property(anySteps, fc.array(anyEvent, { maxLength: 25 }), fc.nat(2), (drawn, events, branch) => {
      const steps = withKeys(drawn)
      const some = { ...facts, chooseBranch: ({ branches = [] }: WorkflowStep) => branch % branches.length }
      let state = transition({ steps }, newCase('ann'), { type: 'start', by: 'ann' }, some).case
      let moves = 0
      const apply = (event: CaseEvent) => {
        try {
          const next = transition({ steps }, state, event, some)
          moves += next.commands.filter(({ type }) => type === 'move').length
          state = next.case
        } catch (error) {
          if (!(error instanceof CaseRefused)) throw error
        }
        checkCase(state)
      }
      checkCase(state)
      for (const event of events) apply(aim(event, state))
      if (state.status === 'suspended') apply({ type: 'resume', by: 'admin' })
      if (state.status === 'back') apply({ type: 'start', by: 'ann' })
      for (let at = 0; state.status === 'running' && at < 500; at++) {
        const task = state.tasks.find(({ status, kind }) => status === 'open' && kind !== 'read') as Task
        apply(
          task.kind === 'wait'
            ? { type: 'due', task: task.id, people: [] }
            : { type: 'pass', by: task.person, task: task.id },
        )
      }
      expect(state.status).toBe('done')
      if (moves > 0) ended++
    }),
    { numRuns: 300 },
  )
  expect(ended).toBeGreaterThan(50)
})
