import { layoutProcess } from 'bpmn-auto-layout'
import { asText, isJsonObject, type JsonObject, listObjects, listTexts } from '#runtime/kernel/json.ts'
import { type BpmnElement, createModdle, NAMESPACE, plainText, writeWords } from './moddle.ts'
import { stepElements, toProcessId } from './step-elements.ts'

/** Where the next element is to be connected, with the branch that leads there. */
interface Tail {
  node: BpmnElement
  branch?: JsonObject
  isLast?: boolean
}

const isElementType = (type: unknown): type is keyof typeof stepElements =>
  Object.hasOwn(stepElements, String(type))

/**
 * A workflow as a BPMN 2.0 file with a diagram. What BPMN has no element for is in extension elements, so that importing the file
 * gives the same document.
 */
export async function exportBpmn(document: JsonObject): Promise<string> {
  const moddle = createModdle()
  const elements: BpmnElement[] = []
  const ids = new Set<string>()
  const makeId = (wanted: string) => {
    const base = /^[A-Za-z_][\w.-]*$/.test(wanted) ? wanted : 'step'
    let id = base
    for (let count = 2; ids.has(id); count++) id = `${base}_${count}`
    ids.add(id)
    return id
  }
  const create = (type: string, id: string, values: JsonObject) => {
    const element = moddle.create(type, { id: makeId(id), ...values })
    elements.push(element)
    return element
  }
  const formal = (body: string, language?: string) =>
    moddle.create('bpmn:FormalExpression', { body, language })

  function connect({ node, branch, isLast = false }: Tail, target: BpmnElement): void {
    const values: JsonObject = { sourceRef: node, targetRef: target }
    if (branch) {
      const { title, when, steps, ...words } = branch
      values.name = plainText(title) || undefined
      if (values.name !== title) words.title = title
      const condition = node.$type === stepElements.branch ? plainText(when) : ''
      if (condition) values.conditionExpression = formal(condition, NAMESPACE)
      if (condition !== (when ?? '')) words.when = when
      if (steps !== undefined && listObjects(steps).length === 0) words.steps = steps
      if (Object.keys(words).length > 0) values.extensionElements = writeWords(moddle, 'Branch', words)
    }
    const flow = create('bpmn:SequenceFlow', `${node.id}_to`, values)
    ;(node.outgoing as BpmnElement[]).push(flow)
    ;(target.incoming as BpmnElement[]).push(flow)
    if (isLast && node.$type === stepElements.branch && !values.conditionExpression) node.default = flow
  }

  const node = (type: string, id: string, values: JsonObject) =>
    create(type, id, { ...values, incoming: [], outgoing: [] })

  /** Writes steps after one another; gives the end of the last. */
  const chain = (steps: unknown, start: Tail): Tail =>
    listObjects(steps).reduce((tail, step) => writeStep(step, tail), start)

  function writeStep(step: JsonObject, before: Tail): Tail {
    const { key, title, type, branches, ...words } = step
    const values: JsonObject = { name: plainText(title) || undefined }
    const element = isElementType(type) ? stepElements[type] : 'bpmn:Task'
    const id = asText(key) ?? ''
    if (values.name !== title) words.title = title
    if (type === 'wait' && asText(words.until) && plainText(words.until) === words.until) {
      values.eventDefinitions = [
        moddle.create('bpmn:TimerEventDefinition', { timeDate: formal(String(words.until), NAMESPACE) }),
      ]
      delete words.until
    } else if (type === 'wait') values.eventDefinitions = [moddle.create('bpmn:TimerEventDefinition', {})]
    if (type === 'sub' && /^[a-z][\w-]*\/[\w-]+$/.test(asText(words.workflow) ?? '')) {
      values.calledElement = toProcessId(String(words.workflow))
      delete words.workflow
    }
    if (element === stepElements.approve) Object.assign(values, writePeople(step))
    const isGateway = type === 'branch' || type === 'parallel'
    if (branches !== undefined && (!isGateway || listObjects(branches).length === 0))
      words.branches = branches
    const created = node(element, id, isGateway ? { ...values, gatewayDirection: 'Diverging' } : values)
    if (created.id !== key) words.key = key
    created.extensionElements = writeWords(moddle, 'Step', words, { type: asText(type) })
    connect(before, created)
    if (isGateway) {
      const join = node(element, `${created.id}_join`, { gatewayDirection: 'Converging' })
      const starts = listObjects(branches).map(
        (branch, at, { length }): Tail => ({ node: created, branch, isLast: at === length - 1 }),
      )
      for (const start of starts.length > 0 ? starts : [{ node: created }]) {
        const end = chain(start.branch?.steps, start)
        connect(end === start ? writeNothing(start) : end, join)
      }
      return { node: join }
    }
    return writeLimit(step.limit, created)
  }

  /** An event that does nothing, for a branch without steps: the layout needs a node in each branch. */
  function writeNothing(before: Tail): Tail {
    const event = node('bpmn:IntermediateThrowEvent', `${before.node.id}_empty`, {})
    connect(before, event)
    return { node: event }
  }

  /** Who may do a user task, as far as BPMN can say it: users and groups, one after another or all. */
  function writePeople({ to, how, share }: JsonObject): JsonObject {
    const people = isJsonObject(to) ? to : {}
    const users = listTexts(people.users).filter((user) => !user.startsWith('='))
    const groups = [...listTexts(people.roles), ...listTexts(people.positions)]
    const named = [...users.map((user) => `user(${user})`), ...groups.map((group) => `group(${group})`)]
    const values: JsonObject = {}
    const [first] = users
    if (named.length > 0)
      values.resources = [
        moddle.create(named.length === 1 && first ? 'bpmn:HumanPerformer' : 'bpmn:PotentialOwner', {
          resourceAssignmentExpression: moddle.create('bpmn:ResourceAssignmentExpression', {
            expression: formal(plainText(named.join(', '))),
          }),
        }),
      ]
    if (how === 'turn' || how === 'all' || how === 'share')
      values.loopCharacteristics = moddle.create('bpmn:MultiInstanceLoopCharacteristics', {
        isSequential: how === 'turn',
        completionCondition:
          how === 'share' && typeof share === 'number'
            ? formal(`\${nrOfCompletedInstances / nrOfInstances >= ${share / 100}}`)
            : undefined,
      })
    return values
  }

  /** The time limit of a step as a timer at its border; passing the step when it is over leads to the same next element. */
  function writeLimit(limit: unknown, task: BpmnElement): Tail {
    if (!isJsonObject(limit) || typeof limit.hours !== 'number' || limit.hours <= 0) return { node: task }
    const passes = limit.act === 'pass'
    const timer = node('bpmn:BoundaryEvent', `${task.id}_limit`, {
      attachedToRef: task,
      cancelActivity: passes,
      eventDefinitions: [
        moddle.create('bpmn:TimerEventDefinition', { timeDuration: formal(`PT${limit.hours}H`) }),
      ],
    })
    const next = passes
      ? node('bpmn:ExclusiveGateway', `${task.id}_passed`, { gatewayDirection: 'Converging' })
      : node('bpmn:EndEvent', `${task.id}_reminded`, {})
    if (passes) connect({ node: task }, next)
    connect({ node: timer }, next)
    return { node: passes ? next : task }
  }

  const { $schema, version, kind, id, title, steps, ...words } = document
  const processId = makeId(toProcessId(asText(id) ?? 'workflow'))
  const start = node('bpmn:StartEvent', 'start_of_case', { name: '提交' })
  connect(chain(steps, { node: start }), node('bpmn:EndEvent', 'end_of_case', { name: '结束' }))
  const name = plainText(title) || undefined
  if (name !== title) words.title = title
  const definitions = moddle.create('bpmn:Definitions', {
    id: makeId('definitions'),
    targetNamespace: NAMESPACE,
    exporter: 'gazetteer-office',
    rootElements: [
      moddle.create('bpmn:Process', {
        id: processId,
        name,
        isExecutable: false,
        extensionElements: writeWords(moddle, 'Workflow', words),
        flowElements: elements,
      }),
    ],
  })
  return layoutProcess((await moddle.toXML(definitions, { format: true })).xml)
}
