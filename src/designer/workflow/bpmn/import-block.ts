import type { JsonObject } from '#runtime/kernel/json.ts'
import { MAX_DEPTH } from '#runtime/schema/kinds/workflow/steps.ts'
import { findTarget, type Graph, nameElement } from './graph.ts'
import { type BpmnElement, BpmnRefused } from './moddle.ts'

/** A part of the way: its steps, and the node at which it waits for the other flows that lead there, or ends. */
interface Block {
  steps: JsonObject[]
  stop: BpmnElement
  arrivals: number
}

export interface SplitBranch {
  flow: BpmnElement
  steps: JsonObject[]
}

export interface StepReaders {
  /** The steps of a node that is no gateway; none where the node cannot be carried. */
  readNode(node: BpmnElement, next: BpmnElement | undefined): JsonObject[]
  readSplit(gateway: BpmnElement, branches: readonly SplitBranch[]): JsonObject
}

const gatewayNames: Readonly<Record<string, string>> = {
  'bpmn:InclusiveGateway': '包容网关',
  'bpmn:EventBasedGateway': '事件网关',
  'bpmn:ComplexGateway': '复杂网关',
}

const remedy = '请在原来的工具里改好再导入'
const isParallel = ({ $type }: BpmnElement): boolean => $type === 'bpmn:ParallelGateway'

/**
 * The steps of a graph whose branches all meet again, each split with its join. Another graph is refused with the name of the node
 * where it is not so.
 */
export function readBlocks(graph: Graph, readers: StepReaders): JsonObject[] {
  const isEnd = (node: BpmnElement) => graph.listOutgoing(node).length === 0

  function readFrom(first: BpmnElement, depth: number): Block {
    const steps: JsonObject[] = []
    let node = first
    let arrivals = 1
    while (arrivals === Math.max(1, graph.countIncoming(node))) {
      const outgoing = graph.listOutgoing(node)
      const [flow] = outgoing
      const isGateway = node.$instanceOf('bpmn:Gateway')
      if (isGateway) refuseGateway(node)
      else steps.push(...readers.readNode(node, flow && findTarget(flow)))
      if (!flow) return { steps, stop: node, arrivals }
      if (outgoing.length > 1) {
        if (!isGateway)
          throw new BpmnRefused(`${nameElement(node)}后面直接分成几支，请在后面加一个网关，${remedy}`)
        const split = readSplit(node, outgoing, depth)
        steps.push(split.step)
        node = split.stop
        arrivals = split.arrivals
        if (split.hasEnded) return { steps, stop: node, arrivals }
      } else {
        node = findTarget(flow)
        arrivals = 1
      }
    }
    return { steps, stop: node, arrivals }
  }

  function readSplit(gateway: BpmnElement, outgoing: readonly BpmnElement[], depth: number) {
    if (depth === MAX_DEPTH)
      throw new BpmnRefused(
        `${nameElement(gateway)}在 ${MAX_DEPTH} 层分支里面，最多套 ${MAX_DEPTH} 层，${remedy}`,
      )
    const blocks = outgoing.map((flow) => ({ flow, ...readFrom(findTarget(flow), depth + 1) }))
    const [{ stop } = { stop: gateway }] = blocks
    const other = blocks.find((block) => block.stop !== stop)?.stop
    // The branches of a parallel gateway may end without having met.
    const hasEnded = other !== undefined && isParallel(gateway) && blocks.every((block) => isEnd(block.stop))
    if (other && !hasEnded) {
      const isEnding = isEnd(other) || isEnd(stop)
      const [ending, open] = isEnd(other) ? [other, stop] : [stop, other]
      throw new BpmnRefused(
        isEnding
          ? `${nameElement(gateway)}的一支到${nameElement(ending)}，别的到${nameElement(open)}，各支要汇合到同一处；退回和驳回不用画，审批步骤自己能退回，${remedy}`
          : `${nameElement(gateway)}的各支跳到${nameElement(stop)}和${nameElement(other)}，要汇合到同一处，${remedy}`,
      )
    }
    if (isParallel(gateway) !== isParallel(stop) && !(isParallel(gateway) && isEnd(stop)))
      throw new BpmnRefused(
        `${nameElement(gateway)}的各支汇合到${nameElement(stop)}，${isParallel(gateway) ? '并行要汇合到并行网关' : '条件分支不能汇合到并行网关'}，${remedy}`,
      )
    const sum = blocks.reduce((total, block) => total + block.arrivals, 0)
    const arrivals = hasEnded ? graph.countIncoming(stop) : sum
    return { step: readers.readSplit(gateway, blocks), stop, arrivals, hasEnded }
  }

  const { steps, stop, arrivals } = readFrom(graph.start, 0)
  if (arrivals < graph.countIncoming(stop) || !isEnd(stop))
    throw new BpmnRefused(
      `有连线从后面或旁边跳到${nameElement(stop)}，流程不能回头，退回请用审批步骤的退回，${remedy}`,
    )
  return steps
}

function refuseGateway(node: BpmnElement): void {
  const name = gatewayNames[node.$type]
  if (name !== undefined)
    throw new BpmnRefused(`${nameElement(node)}是${name}，只能导入排他网关和并行网关，${remedy}`)
}
