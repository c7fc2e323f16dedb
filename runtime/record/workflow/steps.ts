import type { WorkflowDocument, WorkflowStep } from '#runtime/schema/kinds/workflow/shape.ts'

/** A list of steps: the root (null), or a branch of a step. */
interface Container {
  step: string
  branch: number
}

export interface PlacedStep {
  step: WorkflowStep
  /** The containers in which it is, from the outermost. */
  path: readonly Container[]
  /** The key of the next step in its list. */
  next: string | null
}

/** The steps of a workflow by their keys. */
export type StepIndex = ReadonlyMap<string, PlacedStep>

export function indexSteps({ steps }: Pick<WorkflowDocument, 'steps'>): StepIndex {
  const index = new Map<string, PlacedStep>()
  const add = (list: readonly WorkflowStep[], path: readonly Container[]) => {
    for (const [at, step] of list.entries()) {
      index.set(step.key, { step, path, next: list[at + 1]?.key ?? null })
      for (const [branch, { steps = [] }] of (step.branches ?? []).entries())
        add(steps, [...path, { step: step.key, branch }])
    }
  }
  add(steps, [])
  return index
}

export const isInside = ({ path }: PlacedStep, key: string): boolean => path.some(({ step }) => step === key)

/** The containers that two steps share; null where they are in different branches of the same step. */
export function findCommonPath(step: PlacedStep, other: PlacedStep): readonly Container[] | null {
  const at = step.path.findIndex((container, level) => {
    const beside = other.path[level]
    return beside?.step !== container.step || beside.branch !== container.branch
  })
  if (at < 0) return step.path
  return step.path[at]?.step === other.path[at]?.step ? null : step.path.slice(0, at)
}

/** Whether a step is in the innermost of these containers. */
export const isUnder = ({ path }: PlacedStep, common: readonly Container[]): boolean =>
  common.every(({ step, branch }, level) => path[level]?.step === step && path[level]?.branch === branch)
