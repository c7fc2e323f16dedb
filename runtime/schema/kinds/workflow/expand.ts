import type { WorkflowDocument, WorkflowStep } from './shape.ts'

/** Between the key of a step and those of the steps that are in its place; no key of a document has it. */
export const subMark = '.'

/**
 * The workflow with the steps of others in the place of its steps of type `sub`, each under the key of that step and its own; a
 * workflow that `find` does not know, or that contains itself, is left out.
 */
export function expandWorkflow(
  workflow: WorkflowDocument,
  find: (id: string) => WorkflowDocument | undefined,
): WorkflowDocument {
  const expand = (steps: readonly WorkflowStep[], prefix: string, above: readonly string[]): WorkflowStep[] =>
    steps.flatMap((step) => {
      const key = prefix + step.key
      const inner = step.type === 'sub' && step.workflow !== undefined ? find(step.workflow) : undefined
      if (inner && !above.includes(inner.id))
        return expand(inner.steps, `${key}${subMark}`, [...above, inner.id])
      const { branches } = step
      if (!branches) return [{ ...step, key }]
      return [
        {
          ...step,
          key,
          branches: branches.map((branch) => ({
            ...branch,
            ...(branch.steps && { steps: expand(branch.steps, prefix, above) }),
          })),
        },
      ]
    })
  return { ...workflow, steps: expand(workflow.steps, '', [workflow.id]) }
}
