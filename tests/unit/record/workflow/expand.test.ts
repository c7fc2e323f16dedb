import { expect, test } from 'vitest'
import { indexSteps } from '#runtime/record/workflow/steps.ts'
import { expandWorkflow } from '#runtime/schema/kinds/workflow/expand.ts'
import type { WorkflowDocument, WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'

const workflow = (id: string, steps: WorkflowStep[]): WorkflowDocument => ({
  ...{ version: 2, kind: 'workflow', id, title: id, screen: 'demo/note', caseTitle: id },
  ...{ start: 'submit', pass: 'audit', back: 'back', steps },
})
const approve = (key: string): WorkflowStep => ({ key, title: key, type: 'approve', to: { heads: 1 } })
const sub = (key: string, id: string): WorkflowStep => ({ key, title: key, type: 'sub', workflow: id })
const keys = (document: WorkflowDocument) => [...indexSteps(document).keys()]

test('the steps of a sub-workflow are in its place, also in branches and in sub-workflows of it', () => {
  const all = [
    workflow('demo/inner', [approve('a')]),
    workflow('demo/part', [approve('a'), sub('in', 'demo/inner'), approve('b')]),
  ]
  const both: WorkflowStep = {
    ...{ key: 'both', title: 'both', type: 'parallel' },
    branches: [{ title: 'one', steps: [sub('s', 'demo/part')] }, { title: 'two' }],
  }
  const expanded = expandWorkflow(workflow('demo/way', [sub('a', 'demo/part'), both, approve('b')]), (id) =>
    all.find((entry) => entry.id === id),
  )
  expect(keys(expanded)).toEqual(['a.a', 'a.in.a', 'a.b', 'both', 's.a', 's.in.a', 's.b', 'b'])
})

test('a sub-workflow that is not there, or is a circle, stays a step that nobody can pass', () => {
  const way = workflow('demo/way', [sub('a', 'demo/gone'), sub('b', 'demo/way')])
  expect(expandWorkflow(way, (id) => (id === 'demo/way' ? way : undefined))).toEqual(way)
})
