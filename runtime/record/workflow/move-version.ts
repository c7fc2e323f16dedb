import type { WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'
import type { Case } from './case.ts'
import { isPending } from './case-run.ts'
import type { StepIndex } from './steps.ts'

/**
 * The step that keeps a case from going on by another version of its workflow; undefined where it can. The steps at which it
 * stands must be there, ask for the same, and be in the same parallel branches.
 */
export function findObstacle(
  { active, tasks }: Pick<Case, 'active' | 'tasks'>,
  from: StepIndex,
  to: StepIndex,
): WorkflowStep | undefined {
  const pending = tasks.flatMap((task) => (task.kind !== 'read' && isPending(task) ? task.step : []))
  return [...new Set([...active, ...pending])]
    .filter((key) => {
      const place = formatPlace(key, from)
      return place === undefined || place !== formatPlace(key, to)
    })
    .flatMap((key) => from.get(key)?.step ?? [])[0]
}

/** What a step asks for, and the parallel branches around it; undefined without such a step. */
function formatPlace(key: string, index: StepIndex): string | undefined {
  const placed = index.get(key)
  if (!placed) return undefined
  const around = placed.path.filter(({ step }) => index.get(step)?.step.type === 'parallel')
  const type = placed.step.type === 'fill' ? 'approve' : placed.step.type
  return JSON.stringify([type, around])
}

/** The case under another version: what was decided under the former one cannot be taken back. */
export const moveCase = (state: Case): Case => ({
  ...state,
  events: state.events + 1,
  firmSince: state.events + 1,
})
