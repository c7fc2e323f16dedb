import fc from 'fast-check'
import type { CaseFacts } from '#runtime/record/workflow/case.ts'
import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'

export const facts: CaseFacts = {
  chooseBranch: ({ branches = [] }) => branches.length - 1,
  listPeople: ({ users = [] }) => users,
  headsAbove: (person) => (person === 'boss' ? [] : ['boss']),
  admins: ['admin'],
  findStandIn: () => undefined,
}

export const people = ['ann', 'bea', 'cid', 'dan', 'boss']
const anyPeople = fc.uniqueArray(fc.constantFrom(...people), { maxLength: 4 })

/** Workflows of any nesting; `key` is set afterwards, so that no two steps have the same. */
export const { steps: anySteps } = fc.letrec<{ steps: WorkflowStep[]; step: WorkflowStep }>((tie) => ({
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      key: fc.constant(''),
      title: fc.constant('x'),
      type: fc.constantFrom('approve' as const, 'fill' as const),
      to: anyPeople.map((users) => ({ users })),
      how: fc.constantFrom('any' as const, 'all' as const, 'turn' as const, 'share' as const),
      share: fc.integer({ min: 1, max: 100 }),
      nobody: fc.constantFrom('admin' as const, 'pass' as const),
      starter: fc.constantFrom('keep' as const, 'pass' as const, 'raise' as const),
      again: fc.constantFrom('keep' as const, 'pass' as const),
      limit: fc.record({
        hours: fc.constant(1),
        act: fc.constantFrom('remind' as const, 'pass' as const, 'raise' as const),
      }),
    }),
    fc.record({
      key: fc.constant(''),
      title: fc.constant('x'),
      type: fc.constantFrom('copy' as const, 'wait' as const, 'act' as const),
      to: anyPeople.map((users) => ({ users })),
    }),
    fc.record({
      key: fc.constant(''),
      title: fc.constant('x'),
      type: fc.constantFrom('branch' as const, 'parallel' as const),
      branches: fc.array(
        tie('steps').map((steps) => ({ title: 'b', steps: steps as WorkflowStep[] })),
        {
          minLength: 2,
          maxLength: 3,
        },
      ),
    }),
  ) as fc.Arbitrary<WorkflowStep>,
}))

export function withKeys(steps: readonly WorkflowStep[], count = { at: 0 }): WorkflowStep[] {
  return steps.map((step) => ({
    ...step,
    key: `s${count.at++}`,
    ...(step.branches && {
      branches: step.branches.map((branch) => ({ ...branch, steps: withKeys(branch.steps ?? [], count) })),
    }),
  }))
}
