import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { type StepType, stepTitles } from '#runtime/schema/kinds/workflow/shape.ts'
import {
  type ForeignParts,
  listForeignWords,
  readBody,
  readExpression,
  readHours,
  readPeople,
} from './foreign.ts'
import { buildGraph, findTarget, type Graph, nameElement } from './graph.ts'
import { readBlocks, type SplitBranch } from './import-block.ts'
import { type BpmnElement, listExtensions, plainText, readWords } from './moddle.ts'
import { stepElements, toDocumentId } from './step-elements.ts'

/** What people call the elements that are left. */
const elementNames: Readonly<Record<string, string>> = {
  'bpmn:ReceiveTask': '接收任务',
  'bpmn:ManualTask': '手工任务',
  'bpmn:BusinessRuleTask': '规则任务',
  'bpmn:ServiceTask': '服务任务，没有说做什么',
  'bpmn:SubProcess': '循环或事件触发的子流程',
  'bpmn:Transaction': '事务',
  'bpmn:AdHocSubProcess': '临时子流程',
  'bpmn:IntermediateThrowEvent': '抛出事件',
  'bpmn:IntermediateCatchEvent': '等消息、信号或一段时间的事件，只能等到一个日期',
  'bpmn:CallActivity': '调用别处的流程',
}

const firstDefinition = ({ eventDefinitions }: BpmnElement): JsonObject =>
  listObjects(eventDefinitions)[0] ?? {}
const isParallel = ({ $type }: BpmnElement): boolean => $type === stepElements.parallel
const hasTimer = (limit: unknown): boolean =>
  isJsonObject(limit) && typeof limit.hours === 'number' && limit.hours > 0

/** The text that was written, or else the one that the file shows where another program has changed it. */
const restoreText = (written: JsonObject, word: string, text: string): unknown =>
  word in written && plainText(written[word]) === text ? written[word] : text || undefined

const onlySaid = (words: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined))

/** Makes the steps of the elements of one file. What it cannot carry goes to `left`, each with the name of its element. */
export class StepReader {
  private readonly keys = new Set<string>()

  constructor(private readonly left: string[]) {}

  readProcess(container: BpmnElement): JsonObject[] {
    const graph = buildGraph(container)
    for (const node of graph.unreached) this.left.push(`${nameElement(node)}：从开始走不到`)
    if (listObjects(container.laneSets).length > 0) this.left.push('泳道：办理人请在各步骤里选')
    for (const artifact of listObjects(container.artifacts))
      if (artifact.$type === 'bpmn:TextAnnotation') this.left.push(`注释「${plainText(artifact.text)}」`)
    for (const element of listObjects(container.flowElements) as BpmnElement[])
      if (element.$instanceOf('bpmn:ItemAwareElement')) this.left.push(`${nameElement(element)}：数据`)
    return readBlocks(graph, {
      readNode: (node, next) => this.readNode(node, next, graph),
      readSplit: (gateway, branches) => this.readSplit(gateway, branches),
    })
  }

  private readNode(node: BpmnElement, next: BpmnElement | undefined, graph: Graph): JsonObject[] {
    const steps = this.readElement(node)
    const [step] = steps
    const boundaries = graph.listBoundaries(node)
    const task = step?.type === 'approve' || step?.type === 'fill' ? step : undefined
    for (const boundary of boundaries) this.readBoundary(boundary, task, next)
    // Another program has removed the timer.
    if (task && boundaries.length === 0 && hasTimer(task.limit)) delete task.limit
    return steps
  }

  private readElement(node: BpmnElement): JsonObject[] {
    const { $type } = node
    if ($type === 'bpmn:StartEvent' || $type === 'bpmn:EndEvent') {
      const type = asText(firstDefinition(node).$type)
      if (type !== undefined && type !== 'bpmn:TerminateEventDefinition')
        this.left.push(
          `${nameElement(node)}：${$type === 'bpmn:StartEvent' ? '自动开始的条件' : '结束时的消息或错误'}`,
        )
      return []
    }
    // An event that does nothing.
    if ($type === 'bpmn:IntermediateThrowEvent' && !firstDefinition(node).$type) return []
    const written = readWords(node, 'Step')
    if (written) return [this.restoreStep(node, written)]
    if ($type === 'bpmn:SubProcess' && !node.loopCharacteristics && node.triggeredByEvent !== true)
      return this.readProcess(node)
    const read = this.readForeign(node)
    if (!read) {
      this.left.push(`${nameElement(node)}：${elementNames[$type] ?? $type.replace('bpmn:', '')}`)
      return []
    }
    const [type, { words, left }] = read
    for (const text of [...left, ...listForeignWords(node)]) this.left.push(`${nameElement(node)}的 ${text}`)
    return [{ ...this.nameStep(node, type), type, ...words }]
  }

  /** A step that this program has written, with what another has changed of it since. */
  private restoreStep(node: BpmnElement, written: JsonObject): JsonObject {
    const stepType = listExtensions(node).find(({ $type }) => $type === 'office:Step')?.type
    const { key, title, ...words } = written
    if (node.$type === stepElements.wait && !('until' in written))
      words.until = readExpression(firstDefinition(node).timeDate)
    if (node.$type === stepElements.sub && typeof node.calledElement === 'string')
      words.workflow = toDocumentId(node.calledElement)
    const id = 'key' in written ? key : node.id
    this.keys.add(String(id))
    return onlySaid({
      key: id,
      title: restoreText(written, 'title', plainText(node.name)),
      type: stepType,
      ...words,
    })
  }

  /** The type and the words of a step of another program; null for one that has no such step here. */
  private readForeign(node: BpmnElement): [StepType, ForeignParts] | null {
    const empty = { words: {}, left: [] }
    switch (node.$type) {
      case 'bpmn:UserTask':
      case 'bpmn:Task':
        return ['approve', readPeople(node)]
      case 'bpmn:SendTask':
        return ['copy', { words: {}, left: ['收件人：请在步骤里选'] }]
      case 'bpmn:IntermediateCatchEvent': {
        const until = readExpression(firstDefinition(node).timeDate)
        return until === undefined ? null : ['wait', { words: { until }, left: [] }]
      }
      case 'bpmn:CallActivity': {
        const workflow = toDocumentId(asText(node.calledElement) ?? '')
        return workflow.includes('/') ? ['sub', { ...empty, words: { workflow } }] : null
      }
      default:
        return null
    }
  }

  private nameStep(node: BpmnElement, type: StepType): JsonObject {
    const cleaned = (node.id ?? '').replace(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z]+/, '')
    const base = cleaned.slice(0, 60) || 'step'
    let key = base
    for (let count = 2; this.keys.has(key); count++) key = `${base}_${count}`
    this.keys.add(key)
    return { key, title: plainText(node.name).slice(0, 200) || stepTitles[type] }
  }

  private readSplit(gateway: BpmnElement, branches: readonly SplitBranch[]): JsonObject {
    const written = readWords(gateway, 'Step')
    const type = isParallel(gateway) ? 'parallel' : 'branch'
    const step = written
      ? { ...this.restoreStep(gateway, written), type }
      : { ...this.nameStep(gateway, type), type }
    const open = branches.filter(({ flow }) => readBody(flow.conditionExpression) === '')
    const otherwise = gateway.default ?? (!written && open.length === 1 ? open[0]?.flow : undefined)
    const isLast = ({ flow }: SplitBranch) => !isParallel(gateway) && flow === otherwise
    const ordered = [...branches.filter((branch) => !isLast(branch)), ...branches.filter(isLast)]
    return {
      ...step,
      branches: ordered.map((branch, at) => {
        const spare = written ? '' : isLast(branch) ? '其他' : `第 ${at + 1} 支`
        return this.readBranch(branch, gateway, spare)
      }),
    }
  }

  private readBranch({ flow, steps }: SplitBranch, gateway: BpmnElement, spareTitle: string): JsonObject {
    const { title: _title, when: _when, steps: noSteps, ...words } = readWords(flow, 'Branch') ?? {}
    const written = { title: _title, when: _when }
    const text = isParallel(gateway) ? '' : readBody(flow.conditionExpression)
    const condition = text === '' ? '' : readExpression(flow.conditionExpression)
    if (condition === undefined)
      this.left.push(
        `${nameElement(gateway)}的${plainText(flow.name) ? `「${plainText(flow.name)}」` : '一支'}的条件：${text}`,
      )
    return onlySaid({
      title: restoreText(written, 'title', plainText(flow.name).slice(0, 200)) ?? (spareTitle || undefined),
      when: isParallel(gateway) ? written.when : restoreText(written, 'when', condition ?? ''),
      steps: steps.length > 0 ? steps : noSteps,
      ...words,
    })
  }

  /** The timer at the border of a step as its time limit. */
  private readBoundary(
    boundary: BpmnElement,
    step: JsonObject | undefined,
    next: BpmnElement | undefined,
  ): void {
    const hours = readHours(readBody(firstDefinition(boundary).timeDuration))
    if (!step || hours === undefined) {
      this.left.push(`${nameElement(boundary)}：${step ? '只能是多少小时以后' : '只有审批和填写能有时限'}`)
      return
    }
    const [flow] = listObjects(boundary.outgoing) as BpmnElement[]
    if (isJsonObject(step.limit)) {
      step.limit = { ...step.limit, hours }
      return
    }
    const interrupts = boundary.cancelActivity !== false
    const leadsOn = flow !== undefined && findTarget(flow) === next
    if (interrupts && !leadsOn) this.left.push(`${nameElement(boundary)}：时限到了另走一路，改成了催办`)
    step.limit = { hours, act: interrupts && leadsOn ? 'pass' : 'remind' }
  }
}
