import { decisionKeys } from '../../moves.ts'
import type { Stamp } from '../printed-block.ts'
import { formatText, type Printer } from '../printer.ts'
import type { PrintBlockPlan } from './block-plan.ts'

export const titlePlan: PrintBlockPlan<'title'> = {
  compile(block, print) {
    const stamp = block.stamp ? findStamp(print) : undefined
    return [{ type: 'title', title: print.title, ...(stamp ? { stamp } : {}) }]
  },
}

function findStamp({ screen: { flow }, record, env, field }: Printer): Stamp | undefined {
  const state = flow && field(flow.field)
  const text = state && formatText(state, record, env)
  if (!flow || !text) return undefined
  const keys = decisionKeys(flow.moves.find(({ to }) => to === record[flow.field]) ?? {})
  const person = field(keys.person ?? '')
  const day = field(keys.time ?? '')
  const parts = [person && formatText(person, record, env), day && formatText(day, record, env).slice(0, 10)]
  return { text, note: parts.filter(Boolean).join(' '), isInitial: record[flow.field] === flow.initial }
}
