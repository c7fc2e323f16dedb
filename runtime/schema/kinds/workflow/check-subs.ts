import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { needWord } from '../../checks/context.ts'
import type { Report } from '../../checks/report.ts'
import { hasCapability } from '../plans.ts'
import { MAX_STEPS } from './check-steps.ts'
import { subMark } from './expand.ts'
import { listSteps, MAX_DEPTH } from './steps.ts'

/** As many characters as the key of a step has at most in a case. */
const MAX_KEY = 64

type Workflow = Readonly<Record<string, unknown>>

const listSubs = (workflow: Workflow): string[] =>
  listSteps(workflow as JsonObject).flatMap(({ step }) =>
    step.type === 'sub' ? (asText(step.workflow) ?? []) : [],
  )

/** Whether a workflow leads records only as a part of others: it has no condition, and another one of its screen contains it. */
export const isPartOnly = (workflow: Workflow, all: readonly Workflow[]): boolean =>
  workflow.when === undefined &&
  all.some(
    (other) =>
      other.id !== workflow.id &&
      other.screen === workflow.screen &&
      listSubs(other).includes(String(workflow.id)),
  )

/** What the steps of a workflow come to with those of the workflows that it contains. */
interface Extent {
  steps: number
  depth: number
  key: number
}

/** Checks the workflows that a workflow contains: each is one of the same screen, none contains itself, and they are not too many. */
export function checkSubs(document: JsonObject, { knownNames }: CheckContext, report: Report): void {
  const workflows = new Map(
    [...knownNames.documents].filter(([, entry]) => hasCapability(entry, 'leadsRecords')),
  )
  const find = (id: string) => (id === document.id ? document : workflows.get(id))
  /** Null where it contains itself. */
  const measure = (workflow: JsonObject, above: readonly string[]): Extent | null => {
    const extent: Extent = { steps: 0, depth: 0, key: 0 }
    for (const { step, depth } of listSteps(workflow)) {
      const id = step.type === 'sub' ? (asText(step.workflow) ?? '') : ''
      const sub = find(id)
      if (above.includes(id)) return null
      const inner = sub ? measure(sub, [...above, id]) : { steps: 1, depth: 0, key: -subMark.length }
      if (!inner) return null
      extent.steps += inner.steps
      extent.depth = Math.max(extent.depth, depth + inner.depth)
      extent.key = Math.max(extent.key, (asText(step.key) ?? '').length + subMark.length + inner.key)
      // More are not counted.
      if (extent.steps > MAX_STEPS) return extent
    }
    return extent
  }
  const id = asText(document.id) ?? ''
  let steps = listSteps(document).length
  for (const { step, path, depth } of listSteps(document)) {
    if (step.type !== 'sub') continue
    const place = [...path, 'workflow']
    needWord(report, place, step.workflow, workflows, 'UNKNOWN_NAME', '流程', 'document')
    const name = asText(step.workflow) ?? ''
    const sub = find(name)
    if (!sub) continue
    const refuse = (text: string) => report(place, { code: 'BAD_VALUE', text })
    const extent = name === id ? null : measure(sub, [id, name])
    if (sub.screen !== document.screen)
      refuse(`「${name}」是界面「${String(sub.screen)}」的流程，请换一份「${String(document.screen)}」的流程`)
    else if (!extent) refuse(`「${name}」里又有这份流程或它自己，永远走不完，请换一份流程`)
    else {
      steps += extent.steps - 1
      if (steps > MAX_STEPS)
        refuse(`加上「${name}」的步骤超过 ${MAX_STEPS} 步，请删去这一步，或减少「${name}」的步骤`)
      else if (depth + extent.depth > MAX_DEPTH)
        refuse(`加上「${name}」的分支超过 ${MAX_DEPTH} 层，请把这一步移到分支外面`)
      else if ((asText(step.key) ?? '').length + subMark.length + extent.key > MAX_KEY)
        refuse(`步骤的编码加上「${name}」里的编码超过 ${MAX_KEY} 个字符，请改短`)
    }
  }
}
