import { type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { Path } from '../../checks/report.ts'

/** Branches inside branches. A document has at most 32 levels, of which each branch takes four. */
export const MAX_DEPTH = 6

/** A step of a workflow, with its path and the number of branches around it. */
export interface PlacedStep {
  step: JsonObject
  path: Path
  depth: number
}

/** The steps of a workflow at all depths, each before those of its branches; of steps that are too deep the outermost. */
export function listSteps(document: JsonObject): PlacedStep[] {
  const list = (steps: unknown, path: Path, depth: number): PlacedStep[] =>
    listObjectEntries(steps).flatMap(([at, step]) => {
      const placed = { step, path: [...path, at], depth }
      if (depth > MAX_DEPTH) return [placed]
      const inner = listObjectEntries(step.branches).flatMap(([index, branch]) =>
        list(branch.steps, [...placed.path, 'branches', index, 'steps'], depth + 1),
      )
      return [placed, ...inner]
    })
  return list(document.steps, ['steps'], 0)
}
