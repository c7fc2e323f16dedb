import { describe, expect, it, vi } from 'vitest'
import type { ActionPlan } from '#runtime/compile/plan.ts'
import { findBarCommands, findCommands } from '#runtime/grid/commands/find-commands.ts'
import { commentCommands, formCommands, moveCommands } from '#runtime/screens/form/commands/form-commands.ts'
import { type StepContext, stepCommands } from '#runtime/screens/form/commands/step-commands.ts'
import { type BranchContext, branchCommands } from '#runtime/screens/list-kit/branch-commands.ts'
import { cellCommands, cellEditCommands } from '#runtime/screens/list-kit/commands/cell-commands.ts'
import { columnCommands } from '#runtime/screens/list-kit/commands/column-commands.ts'
import { groupCommands } from '#runtime/screens/list-kit/commands/group-commands.ts'
import { listCommands } from '#runtime/screens/list-kit/commands/list-commands.ts'
import { type CommandTable, runKey } from '#runtime/ui/commands/run-key.ts'
import { buildKey } from '../key-event.ts'

type Call = [name: string, ...values: unknown[]]

/** A command table, with a context that notes what its commands do. */
interface Proof {
  press(name: string, note: (...call: Call) => void): boolean
  keys: readonly string[]
  /** What each key does. */
  reached: Readonly<Record<string, Call>>
}

function prove<Context>(
  table: CommandTable<Context>,
  build: (note: (...call: Call) => void) => Context,
  reached: Proof['reached'],
): Proof {
  const preventDefault = vi.fn()
  return {
    press: (name, note) => runKey(table, build(note), { ...buildKey(name), preventDefault }),
    keys: Object.values(table).flatMap(({ keys }) => keys),
    reached,
  }
}

const notes =
  <Name extends string>(names: readonly Name[]) =>
  (note: (...call: Call) => void) =>
    Object.fromEntries(
      names.map((name) => [name, (...values: unknown[]) => note(name, ...values)]),
    ) as Record<Name, (...values: unknown[]) => void>

const plain = { code: 'submit' } as ActionPlan
const asking = { code: 'reject' } as ActionPlan
const buildMoves = (note: (...call: Call) => void) => ({
  plain,
  asking,
  isBusy: false,
  run: (action: ActionPlan) => note('run', action),
})
const buildBranch =
  (isOpen: boolean) =>
  (note: (...call: Call) => void): BranchContext => ({
    canOpen: true,
    isOpen,
    ...notes(['setOpen', 'focus'])(note),
  })
const moves = { ArrowDown: ['focus', 'next'], ArrowUp: ['focus', 'previous'] } satisfies Proof['reached']
const ends = { Home: ['focus', 'first'], End: ['focus', 'last'] } satisfies Proof['reached']

const proofs: Readonly<Record<string, Proof>> = {
  'an open form': prove(formCommands, notes(['save']), { 'Mod+S': ['save'] }),
  'a record of a flow': prove(moveCommands, buildMoves, { A: ['run', plain], R: ['run', asking] }),
  'a comment': prove(commentCommands, notes(['send']), { 'Mod+Enter': ['send'] }),
  'the records of a list': prove(
    stepCommands,
    (note): StepContext => ({ place: 2, count: 3, ...notes(['step'])(note) }),
    { K: ['step', -1], J: ['step', 1] },
  ),
  'a list': prove(listCommands, notes(['add']), { 'Alt+N': ['add'] }),
  'the handle of a column': prove(columnCommands, (note) => ({ at: 1, count: 3, ...notes(['move'])(note) }), {
    ArrowUp: ['move', 0],
    ArrowDown: ['move', 2],
  }),
  'a cell of a list': prove(cellCommands, notes(['edit']), { F2: ['edit'] }),
  'an edited cell of a list': prove(
    cellEditCommands,
    (note) => ({ isBusy: false, ...notes(['save', 'leave'])(note) }),
    { Enter: ['save'], Escape: ['leave'] },
  ),
  'the line of a group': prove(groupCommands, notes(['setOpen', 'step']), {
    ArrowRight: ['setOpen', true],
    ArrowLeft: ['setOpen', false],
    ArrowUp: ['step', -1],
    ArrowDown: ['step', 1],
  }),
  'a closed row of a tree': prove(branchCommands, buildBranch(false), {
    ...moves,
    ...ends,
    ArrowRight: ['setOpen', true],
    ArrowLeft: ['focus', 'parent'],
  }),
  'an open row of a tree': prove(branchCommands, buildBranch(true), {
    ...moves,
    ...ends,
    ArrowRight: ['focus', 'next'],
    ArrowLeft: ['setOpen', false],
  }),
  'the search of a detail table': prove(findCommands, notes(['go', 'open']), {
    Enter: ['go', 'on'],
    'Shift+Enter': ['go', 'back'],
    'Mod+F': ['open', false],
    'Mod+H': ['open', true],
  }),
  'the bar of that search': prove(findBarCommands, notes(['close']), { Escape: ['close'] }),
}

describe.each(Object.entries(proofs))('the keys of %s', (_place, { keys, reached, press }) => {
  it.each(keys)('%s does what its command says', (name) => {
    const calls: Call[] = []
    expect(press(name, (...call) => void calls.push(call))).toBe(true)
    expect(calls).toEqual([reached[name]])
  })
})

it.each([
  ['a column at the edge', columnCommands, { at: 0, count: 1 }, 'move'],
  ['the only record of the inbox', stepCommands, { place: 1, count: 1 }, 'step'],
  ['a value that is being stored', cellEditCommands, { isBusy: true }, 'save'],
] as const)('leaves the keys of %s to the browser', (_place, table, state, name) => {
  const run = vi.fn()
  const event = { preventDefault: vi.fn() }
  const commands = Object.values(table) as Parameters<typeof runKey>[0]
  for (const key of Object.values(table).flatMap(({ keys }) => keys))
    expect(runKey(commands, { ...state, [name]: run }, { ...buildKey(key), ...event })).toBe(false)
  expect([run, event.preventDefault].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

it('runs no move while another one is under way', () => {
  const run = vi.fn()
  const context = { plain, asking, isBusy: true, run }
  for (const name of ['A', 'R'])
    runKey(moveCommands, context, { ...buildKey(name), preventDefault: () => undefined })
  expect(run).not.toHaveBeenCalled()
})
