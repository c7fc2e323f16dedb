import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { nameElement } from './graph.ts'
import { type BpmnElement, BpmnRefused, NAMESPACE } from './moddle.ts'

/** Elements inside elements. */
const MAX_LEVELS = 100

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const listeners = new Set(['executionListener', 'taskListener', 'eventListener'])
const codeAttributes = new Set(['class', 'delegateExpression', 'expression'])
/** A call, an assignment or a statement in an expression of another tool. */
const codeInExpression = /[A-Za-z_]\w*\.?\w*\s*\(|;|[^=!<>]=[^=]/

/** The text between the marks of an expression of another tool. */
export const unwrap = (text: string): string =>
  /^[$#]\{(.*)\}$/s.exec(text.trim())?.[1]?.trim() ?? text.trim()

/** Refuses a file in which something would run as code, and names where. */
export function refuseCode(root: BpmnElement): void {
  const faults = new Set<string>()
  const visit = (element: JsonObject, owner: BpmnElement) => {
    const type = localName(asText(element.$type) ?? '')
    if (type === 'ScriptTask') faults.add(`${nameElement(owner)}是脚本任务`)
    if (listeners.has(type)) faults.add(`${nameElement(owner)}带监听器`)
    if (type === 'script' || type === 'connector') faults.add(`${nameElement(owner)}带脚本或连接器`)
    const attributes = Object.keys(isJsonObject(element.$attrs) ? element.$attrs : {}).map(localName)
    if (attributes.some((name) => codeAttributes.has(name))) faults.add(`${nameElement(owner)}调用程序`)
    const condition = element.conditionExpression
    if (isJsonObject(condition) && isCode(condition)) faults.add(`连线${nameElement(owner)}的条件里有代码`)
  }
  const seen = new Set<JsonObject>()
  const walk = (value: unknown, owner: BpmnElement, depth: number) => {
    if (depth > MAX_LEVELS) throw new BpmnRefused('文件里的元素套得太深，请拆成几个流程再导入')
    if (Array.isArray(value)) for (const member of value) walk(member, owner, depth)
    if (!isJsonObject(value) || seen.has(value) || typeof value.$type !== 'string') return
    seen.add(value)
    const isNamed = typeof value.$instanceOf === 'function' && typeof value.id === 'string'
    const nearest = isNamed ? (value as BpmnElement) : owner
    visit(value, nearest)
    for (const [key, member] of Object.entries(value))
      if (!key.startsWith('$') || key === '$children') walk(member, nearest, depth + 1)
  }
  walk(listObjects(root.rootElements), root, 0)
  if (faults.size === 0) return
  const named = [...faults].slice(0, 10).join('、')
  throw new BpmnRefused(`文件里有代码，不能导入：${named}。请在原来的工具里删去或换成人工步骤，再导入`)
}

function isCode({ body, language }: JsonObject): boolean {
  if (language === NAMESPACE) return false
  const isPlain = language === undefined || /juel|feel|xpath/i.test(String(language))
  return !isPlain || codeInExpression.test(unwrap(asText(body) ?? ''))
}
