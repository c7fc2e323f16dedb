import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { type BpmnElement, BpmnRefused, plainText } from './moddle.ts'

/** The nodes and flows of one process or embedded sub-process. Flows that leave a timer at a border are not in the way of the case. */
export interface Graph {
  start: BpmnElement
  /** How many flows lead to a node on the way from the start. */
  countIncoming(node: BpmnElement): number
  listOutgoing(node: BpmnElement): readonly BpmnElement[]
  listBoundaries(node: BpmnElement): readonly BpmnElement[]
  /** The nodes that the way from the start does not reach, without the timers at its steps. */
  unreached: readonly BpmnElement[]
}

/** An element as the texts name it. */
export const nameElement = (element: BpmnElement): string =>
  `「${plainText(element.name) || asText(element.id) || element.$type.replace('bpmn:', '')}」`

const isElement = (value: unknown): value is BpmnElement => isJsonObject(value) && '$type' in value

export const findTarget = (flow: BpmnElement): BpmnElement => {
  if (isElement(flow.targetRef)) return flow.targetRef
  throw new BpmnRefused(`连线${nameElement(flow)}没有连到步骤，请在原来的工具里接好，或删去再导入`)
}

export function buildGraph(container: BpmnElement): Graph {
  const elements = listObjects(container.flowElements) as BpmnElement[]
  const nodes = elements.filter((element) => element.$instanceOf('bpmn:FlowNode'))
  const outgoing = group(elements, ({ $type, sourceRef }) =>
    $type === 'bpmn:SequenceFlow' ? sourceRef : null,
  )
  const boundaries = group(nodes, ({ $type, attachedToRef }) =>
    $type === 'bpmn:BoundaryEvent' ? attachedToRef : null,
  )
  const starts = nodes.filter(({ $type }) => $type === 'bpmn:StartEvent')
  const [start, other] = starts
  if (!start) throw new BpmnRefused(`${nameElement(container)}没有开始事件，请加一个开始事件再导入`)
  if (other) throw new BpmnRefused(`${nameElement(other)}是第二个开始事件，只能有一个，请删去再导入`)
  const incoming = new Map<BpmnElement, number>()
  const reached = new Set([start])
  for (const node of reached)
    for (const flow of outgoing.get(node) ?? []) {
      const target = findTarget(flow)
      incoming.set(target, (incoming.get(target) ?? 0) + 1)
      reached.add(target)
    }
  return {
    start,
    countIncoming: (node) => incoming.get(node) ?? 0,
    listOutgoing: (node) => outgoing.get(node) ?? [],
    listBoundaries: (node) => boundaries.get(node) ?? [],
    unreached: nodes.filter((node) => !reached.has(node) && !isBoundaryPart(node, outgoing, reached)),
  }
}

/** Whether a node is the timer at the border of a step, or the end to which nothing else than such a timer leads. */
const isBoundaryPart = (
  node: BpmnElement,
  outgoing: ReadonlyMap<JsonObject, readonly BpmnElement[]>,
  reached: ReadonlySet<BpmnElement>,
): boolean =>
  (node.$type === 'bpmn:BoundaryEvent' && reached.has(node.attachedToRef as BpmnElement)) ||
  (node.$type === 'bpmn:EndEvent' && (outgoing.get(node) ?? []).length === 0)

function group(
  elements: readonly BpmnElement[],
  find: (element: BpmnElement) => unknown,
): Map<JsonObject, BpmnElement[]> {
  const groups = new Map<JsonObject, BpmnElement[]>()
  for (const element of elements) {
    const key = find(element)
    if (!isJsonObject(key)) continue
    const group = groups.get(key)
    if (group) group.push(element)
    else groups.set(key, [element])
  }
  return groups
}
