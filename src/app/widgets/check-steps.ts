import { isJsonObject, toText } from '#runtime/kernel/json.ts'

/** A step of a check rule: a pattern for the next `digits` characters of a value, or (`*`) for the whole value. */
export interface CheckStep {
  digits: string
  pattern: string
  message: string
  /** Of a whole-value step: '1' runs before the steps on parts, '0' after them. */
  priority: string
}

/** The steps of a rule in two tables, as the form edits them. */
export interface CheckTables {
  local: CheckStep[]
  whole: CheckStep[]
}

/** Reads the JSON text of a rule; null when it is no list of steps, so that a form does not overwrite it. */
export function readSteps(json: string): CheckTables | null {
  if (json.trim() === '') return { local: [], whole: [] }
  let steps: unknown
  try {
    steps = JSON.parse(json)
  } catch {
    return null
  }
  if (!Array.isArray(steps) || !steps.every(isJsonObject)) return null
  const firstLocal = steps.findIndex(({ digits }) => digits !== '*')
  const read = steps.map(
    ({ digits, pattern, message, priority }, at): CheckStep => ({
      digits: toText(digits),
      pattern: toText(pattern),
      message: toText(message),
      // A rule that another client wrote has the place of the step and may lack its priority.
      priority: toText(priority) || (at < firstLocal || firstLocal === -1 ? '1' : '0'),
    }),
  )
  return {
    local: read.filter(({ digits }) => digits !== '*'),
    whole: read.filter(({ digits }) => digits === '*'),
  }
}

/** The JSON text of a rule: whole-value steps with priority 1, the steps on parts, then the other whole-value steps. */
export function writeSteps({ local, whole }: CheckTables): string | null {
  const global = ({ pattern, message, priority }: CheckStep) => ({ digits: '*', pattern, message, priority })
  const part = ({ digits, pattern, message }: CheckStep) => ({
    digits: /^\d+$/.test(digits) ? Number(digits) : digits,
    pattern,
    message,
  })
  const steps = [
    ...whole.filter(({ priority }) => priority === '1').map(global),
    ...local.map(part),
    ...whole.filter(({ priority }) => priority !== '1').map(global),
  ]
  return steps.length === 0 ? null : JSON.stringify(steps)
}

/** Why a browser cannot read the pattern; null when it can. The server checks it once more. */
export function patternFault(pattern: string): string | null {
  if (pattern === '') return '请输入正则表达式'
  try {
    new RegExp(pattern, 'u')
    return null
  } catch {
    return '正则表达式写得不对'
  }
}
