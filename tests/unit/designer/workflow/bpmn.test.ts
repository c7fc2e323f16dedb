// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles and other programs name fields so.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { exportBpmn } from '../../../../src/designer/workflow/bpmn/export-bpmn.ts'
import { importBpmn } from '../../../../src/designer/workflow/bpmn/import-bpmn.ts'

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
  fc.constantFrom('部门 负责人', ' 前后 ', '<a & "b">', ']]>', '第一\n第二'),
)
const words = fc.record(
  {
    to: fc.constantFrom<JsonObject>(
      { heads: 1, upTo: 3 },
      { users: ['admin', '=createBy'], 'x-note': '口述' },
      { roles: ['clerk'], positions: ['finance'] },
    ),
    how: fc.constantFrom('any', 'all', 'turn', 'share'),
    share: fc.integer({ min: 1, max: 100 }),
    nobody: fc.constant('pass'),
    write: fc.constant(['fnote']),
    opinion: fc.boolean(),
    limit: fc.record({
      hours: fc.constantFrom(0.1, 1.25, 24, 8760),
      act: fc.constantFrom('remind', 'pass', 'raise'),
    }),
    // Of a document that is stored: JSON has no -0.
    'x-own': fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value))),
  },
  { requiredKeys: [] },
)

const step = fc.letrec<{ steps: JsonObject[]; step: JsonObject; branch: JsonObject }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 3 }),
  branch: fc.record({ title: text, when: text, steps: tie('steps') }, { requiredKeys: ['title'] }),
  step: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc
      .tuple(fc.constantFrom('approve', 'fill'), text, words)
      .map(([type, title, more]) => ({ type, title, ...more })),
    fc.record({ type: fc.constant('copy'), title: text, to: fc.constant({ positions: ['clerk'] }) }),
    fc.record({
      type: fc.constant('act'),
      title: text,
      change: fc.constant({ screen: 'base/x', record: 'fx', set: { fa: '=1 < 2' } }),
    }),
    fc.record({
      type: fc.constant('wait'),
      title: text,
      until: fc.oneof(text, fc.constant('addMonths(fdate, 1)')),
    }),
    fc.record({ type: fc.constant('sub'), title: text, workflow: fc.constant('bpm/leave-flow') }),
    fc.record({
      type: fc.constantFrom('branch', 'parallel'),
      title: text,
      branches: fc.array(tie('branch'), { minLength: 2, maxLength: 4 }),
    }),
  ),
}))

/** Gives each step, at any depth, a key of its place. */
function numberSteps(steps: readonly JsonObject[], before: string): JsonObject[] {
  return steps.map((entry, at) => ({
    key: `${before}${at}`,
    ...entry,
    ...(Array.isArray(entry.branches) && {
      branches: entry.branches.map((branch: JsonObject, index) => ({
        ...branch,
        ...(Array.isArray(branch.steps) && { steps: numberSteps(branch.steps, `${before}${at}_${index}_`) }),
      })),
    }),
  }))
}

const head = {
  id: 'bpm/trial',
  screen: 'bill/purchase',
  caseTitle: '${fbillno}',
  start: 'submit',
  pass: 'audit',
}

test('a workflow that is exported and imported is the same', async () => {
  await fc.assert(
    fc.asyncProperty(text, step.steps, async (title, steps) => {
      const document = { ...head, title, steps: numberSteps(steps, 's') }
      const read = await importBpmn(await exportBpmn({ ...document, version: 2, kind: 'workflow' }))
      expect(read.document).toEqual(document)
      expect(read.left).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('steps whose keys other elements of the file have already keep them', async () => {
  const steps = ['a', 'b', 'a_to', 'start', 'end', 'process'].map((key) => ({
    key,
    type: 'approve',
    title: key,
  }))
  const { document } = await importBpmn(await exportBpmn({ ...head, title: '采购', steps }))
  expect(document.steps).toEqual(steps)
})

const file = (nodes: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xmlns:flowable="http://flowable.org/bpmn" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="x">${more}
<process id="buy" name="采购" isExecutable="true"><startEvent id="s"/>${nodes}<endEvent id="e" name="完"/></process></definitions>`

/** The flows between elements, written as `a>b`. */
const flows = (...pairs: string[]) =>
  pairs
    .map((pair) => pair.split('>'))
    .map(([from, to]) => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`)
    .join('')

test('the steps of another program come with their people, votes, conditions and limits, and the rest is listed', async () => {
  const { document, left } = await importBpmn(
    file(`
<userTask id="sid-1" name="经理" flowable:assignee="\${manager}" flowable:candidateGroups="finance, clerk" flowable:formKey="f"/>
<boundaryEvent id="late" attachedToRef="sid-1" cancelActivity="false"><timerEventDefinition><timeDuration>P1DT12H</timeDuration></timerEventDefinition></boundaryEvent>
<exclusiveGateway id="g" name="金额" default="g_j"/>
<sequenceFlow id="g_j" sourceRef="g" targetRef="j"/>
<sequenceFlow id="g_big" name="大额" sourceRef="g" targetRef="big"><conditionExpression xsi:type="tFormalExpression">\${amount &gt;= 10000 &amp;&amp; kind == '甲'}</conditionExpression></sequenceFlow>
<userTask id="big" name="馆长" camunda:assignee="wang"><multiInstanceLoopCharacteristics><completionCondition>\${nrOfCompletedInstances/nrOfInstances &gt;= 0.6}</completionCondition></multiInstanceLoopCharacteristics></userTask>
<exclusiveGateway id="j"/><serviceTask id="svc" name="记账"/>
<subProcess id="inner" name="会签"><startEvent id="is"/><userTask id="sign" name="签字"><potentialOwner><resourceAssignmentExpression><formalExpression>user(li), group(office)</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>${flows('is>sign')}</subProcess>
${flows('s>sid-1', 'sid-1>g', 'big>j', 'j>svc', 'svc>inner', 'inner>e')}`),
  )
  expect(document).toEqual({
    title: '采购',
    steps: [
      {
        ...{ key: 'sid_1', title: '经理', type: 'approve', to: { roles: ['finance', 'clerk'] } },
        limit: { hours: 36, act: 'remind' },
      },
      {
        ...{ key: 'g', title: '金额', type: 'branch' },
        branches: [
          {
            title: '大额',
            when: "amount >= 10000 && kind == '甲'",
            steps: [
              {
                key: 'big',
                title: '馆长',
                type: 'approve',
                to: { users: ['wang'] },
                how: 'share',
                share: 60,
              },
            ],
          },
          { title: '其他' },
        ],
      },
      { key: 'sign', title: '签字', type: 'approve', to: { users: ['li'], roles: ['office'] } },
    ],
  })
  expect(left).toEqual([
    '「经理」的 办理人 ${manager}',
    '「经理」的 flowable:formKey',
    '「记账」：服务任务，没有说做什么',
  ])
})

test.each([
  ['一个脚本任务', file(`<scriptTask id="t" name="算税"/>${flows('s>t', 't>e')}`), '「算税」是脚本任务'],
  [
    '调用的程序',
    file(`<serviceTask id="t" name="记账" camunda:class="a.B"/>${flows('s>t', 't>e')}`),
    '「记账」调用程序',
  ],
  [
    '监听器',
    file(
      `<userTask id="t" name="审批"><extensionElements><flowable:taskListener event="create" class="a.B"/></extensionElements></userTask>${flows('s>t', 't>e')}`,
    ),
    '「审批」带监听器',
  ],
  [
    '条件里的调用',
    file(
      `<exclusiveGateway id="g"/><exclusiveGateway id="j"/>${flows('s>g', 'g>j', 'j>e')}<sequenceFlow id="f" name="大额" sourceRef="g" targetRef="j"><conditionExpression xsi:type="tFormalExpression">\${bean.isBig(a)}</conditionExpression></sequenceFlow>`,
    ),
    '连线「大额」的条件里有代码',
  ],
  [
    '回头的连线',
    file(`<task id="t" name="审批"/><exclusiveGateway id="g"/>${flows('s>t', 't>g', 'g>t', 'g>e')}`),
    '「审批」',
  ],
  [
    '条件汇合到并行',
    file(
      `<exclusiveGateway id="g" name="分"/><task id="a"/><task id="b"/><parallelGateway id="j" name="合"/>${flows('s>g', 'g>a', 'g>b', 'a>j', 'b>j', 'j>e')}`,
    ),
    '条件分支不能汇合到并行网关',
  ],
  [
    '驳回到别的结束',
    file(
      `<exclusiveGateway id="g" name="同意吗"/><task id="a"/><endEvent id="no" name="驳回"/>${flows('s>g', 'g>a', 'a>e', 'g>no')}`,
    ),
    '「同意吗」的一支到「驳回」',
  ],
  ['包容网关', file(`<inclusiveGateway id="g" name="任选"/>${flows('s>g', 'g>e')}`), '「任选」是包容网关'],
  [
    '没有接好的连线',
    file('<sequenceFlow id="f" name="线" sourceRef="s" targetRef="x"/>'),
    '连线「线」没有连到步骤',
  ],
  ['外部实体', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${file(flows('s>e'))}`, 'DOCTYPE'],
  ['太大', file(`${flows('s>e')}<!--${'x'.repeat(1_000_000)}-->`), '超过 1 MB'],
  [
    '套得太深',
    file(
      `<task id="t"><extensionElements>${'<camunda:x>'.repeat(200)}${'</camunda:x>'.repeat(200)}</extensionElements></task>${flows('s>t', 't>e')}`,
    ),
    '套得太深',
  ],
  ['别的文件', '<html></html>', '不是 BPMN 2.0 文件'],
  ['半个文件', file(flows('s>e')).slice(0, 300), '不完整'],
  ['没有流程', file('').replace(/<process.*<\/process>/, ''), '没有流程图'],
])('a file is refused by name: %s', async (_, xml, reason) => {
  await expect(importBpmn(xml)).rejects.toThrow(reason)
})

test('what another program changes of an exported file is taken: names, conditions, limits and removed timers', async () => {
  const task = (key: string) => ({
    key,
    type: 'approve',
    title: key,
    to: { heads: 1 },
    limit: { hours: 24, act: 'raise' },
  })
  const steps = [
    task('first'),
    {
      ...{ key: 'way', type: 'branch', title: '金额' },
      branches: [{ title: '大', when: 'fa > 1', steps: [task('second')] }, { title: '其他' }],
    },
  ]
  const xml = (await exportBpmn({ ...head, title: '采购', steps }))
    .replace('name="first"', 'name="初审"')
    .replace('fa &gt; 1', 'fa &gt; 2')
    .replace('PT24H', 'PT48H')
    .replace(/<bpmn:boundaryEvent id="second_limit"[\s\S]*?<\/bpmn:boundaryEvent>/, '')
    .replace(/<bpmn:sequenceFlow id="second_limit_to".*\/>/, '')
  const { document } = await importBpmn(xml)
  const { limit: _, ...second } = task('second')
  expect(document.steps).toEqual([
    { ...task('first'), title: '初审', limit: { hours: 48, act: 'raise' } },
    { ...steps[1], branches: [{ title: '大', when: 'fa > 2', steps: [second] }, { title: '其他' }] },
  ])
})
