import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { type BpmnElement, listExtensions, NAMESPACE } from './moddle.ts'
import { unwrap } from './refuse-code.ts'

/** The words of a step of another program, and what of it cannot be carried. */
export interface ForeignParts {
  words: JsonObject
  left: readonly string[]
}

const isPlainName = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}_.@-]{0,99}$/u.test(text)
const split = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** The text of an expression element; '' for none. */
export const readBody = (value: unknown): string =>
  isJsonObject(value) ? (asText(value.body) ?? '').trim() : ''

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
const carried = new Set(['assignee', 'candidateUsers', 'candidateGroups', 'assignmentDefinition'])

/** Who does a user task and how, by the words of Camunda, Flowable, Activiti, Zeebe and of BPMN itself. */
export function readPeople(task: BpmnElement): ForeignParts {
  const users = new Set<string>()
  const roles = new Set<string>()
  const left: string[] = []
  const add = (names: Set<string>, text: string) => {
    if (isPlainName(text)) names.add(text)
    else left.push(`办理人 ${text}`)
  }
  const attributes = [
    ...Object.entries(task.$attrs),
    ...listExtensions(task)
      .filter(({ $type }) => $type.endsWith(':assignmentDefinition'))
      .flatMap((extension) => Object.entries(extension).filter(([name]) => !name.startsWith('$'))),
  ]
  for (const [name, value] of attributes) {
    if (!carried.has(localName(name))) continue
    const names = localName(name) === 'candidateGroups' ? roles : users
    for (const text of split(String(value))) add(names, text)
  }
  for (const { resourceAssignmentExpression } of listObjects(task.resources)) {
    const assignment = isJsonObject(resourceAssignmentExpression) ? resourceAssignmentExpression : {}
    for (const text of split(readBody(assignment.expression))) {
      const named = /^(user|group)\((.+)\)$/.exec(text)
      add(named?.[1] === 'user' ? users : roles, named?.[2] ?? text)
    }
  }
  const to = { ...(users.size > 0 && { users: [...users] }), ...(roles.size > 0 && { roles: [...roles] }) }
  const votes = readVotes(task)
  return {
    words: { ...(users.size + roles.size > 0 && { to }), ...votes.words },
    left: [...left, ...votes.left],
  }
}

/** How several people do a user task. */
function readVotes({ loopCharacteristics: loop }: BpmnElement): ForeignParts {
  if (!isJsonObject(loop)) return { words: {}, left: [] }
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return { words: {}, left: ['循环'] }
  if (loop.isSequential === true) return { words: { how: 'turn' }, left: [] }
  const condition = readBody(loop.completionCondition)
  if (condition === '') return { words: { how: 'all' }, left: [] }
  const share = /^[$#]\{\s*nrOfCompletedInstances\s*\/\s*nrOfInstances\s*>=?\s*([\d.]+)\s*\}$/.exec(condition)
  const percent = Math.round(Number(share?.[1]) * 100)
  return percent >= 1 && percent <= 100
    ? { words: { how: 'share', share: percent }, left: [] }
    : { words: { how: 'all' }, left: [`结束条件 ${condition}`] }
}

/** What other programs have added to an element and what has no place in a step. */
export function listForeignWords(element: BpmnElement): string[] {
  const attributes = Object.keys(element.$attrs).filter(
    (name) => name.includes(':') && !name.startsWith('xmlns'),
  )
  const words = [...attributes, ...listExtensions(element).map(({ $type }) => $type)]
  return [
    ...new Set(words.filter((name) => !carried.has(localName(name)))),
    ...(listObjects(element.documentation).length > 0 ? ['说明'] : []),
  ]
}

/** An expression, written as those of documents; undefined if it cannot be read. */
export function readExpression(element: unknown): string | undefined {
  const body = readBody(element)
  if (isJsonObject(element) && element.language === NAMESPACE) return body
  const text = unwrap(body)
  return parseExpression(text).ok ? text : undefined
}

/** The hours of a duration of ISO 8601; undefined if it is another one. */
export function readHours(text: string): number | undefined {
  const found = /^P(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(text)
  if (!found) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  // What is more exact than hours is rounded, at least to the shortest limit of a step.
  const exact = minutes / 60 + seconds / 3600
  const sum = weeks * 168 + days * 24 + hours + (exact && Math.max(0.1, Math.round(exact * 100) / 100))
  return sum > 0 ? sum : undefined
}
