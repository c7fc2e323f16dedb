// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles name fields so.
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import type { Person } from '../resources/test-server.ts'

/** A request that its own department alone may list, and that a workflow leads. */
const request = noteScreen({
  id: 'demo/request',
  title: '申请单',
  perm: 'demo:request',
  table: { name: 'demo_request' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', length: 50 },
    { key: 'ftotal', title: '合计', type: 'inputNumber', scale: 2 },
    {
      key: 'fnote',
      title: '批注',
      type: 'input',
      length: 20,
      validateRules: [{ check: "fnote != '坏'", message: '批注不能是坏' }],
    },
    { key: 'fhelper', title: '协办人', type: 'input', length: 50 },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    { key: 'fpassed', title: '批准人', type: 'input', form: false },
    { key: 'fprice', title: '底价', type: 'inputNumber', scale: 2 },
    {
      ...{ key: 'items', title: '明细', type: 'table', table: { name: 'demo_request_item', fk: 'fmain' } },
      fields: [{ key: 'fitem', title: '品名', type: 'input', length: 50 }],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '草稿',
    editable: ['草稿'],
    moves: [
      { code: 'submit', title: '提交', from: ['草稿'], to: '审批中', batch: true },
      {
        code: 'audit',
        title: '审核',
        from: ['草稿', '审批中'],
        to: '已审核',
        set: { fpassed: '=user.username' },
      },
      { code: 'back', title: '退回', from: ['审批中'], to: '草稿' },
      { code: 'void', title: '作废', from: ['审批中'], to: '已作废' },
    ],
  },
  rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode' }],
})

export const workflow = {
  $schema: '../$meta/document.schema.json',
  version: 2,
  kind: 'workflow',
  id: 'demo/request-flow',
  title: '申请审批',
  screen: 'demo/request',
  caseTitle: '${fname} ${ftotal}',
  when: 'ftotal > 0',
  start: 'submit',
  pass: 'audit',
  back: 'back',
  stop: 'void',
  steps: [
    { key: 'first', type: 'approve', title: '初审', to: { users: ['other'] }, write: ['fnote'] },
    {
      key: 'amount',
      type: 'branch',
      title: '金额',
      branches: [
        {
          title: '一千以上',
          when: "ftotal >= 1000 or fnote == '会签'",
          steps: [
            {
              key: 'vote',
              type: 'approve',
              title: '会签',
              to: { users: ['other', 'reader', '=fhelper'] },
              how: 'share',
              share: 60,
            },
          ],
        },
        { title: '其他' },
      ],
    },
    {
      key: 'last',
      type: 'approve',
      title: '复核',
      to: { roles: ['reader'] },
      opinion: true,
      limit: { hours: 1, act: 'remind' },
    },
    { key: 'copy', type: 'copy', title: '告知', to: { users: ['nobody'] } },
  ],
}

export const workflowDocuments = (): Record<string, unknown> => ({
  'demo/request.json': request,
  'demo/request-flow.json': workflow,
  ...inboxDocuments(),
})

/** The workflow with the settings of its steps by their keys, which replace those that they have. */
export const withSteps = (settings: Readonly<Record<string, object>>) => ({
  ...workflow,
  steps: workflow.steps.map((step) => ({ ...step, ...settings[step.key] })),
})

const codes = (...verbs: string[]) => verbs.map((verb) => `demo:request:${verb}`)

export const workflowGrants: Partial<Record<Person, readonly string[]>> = {
  clerk: codes('list', 'detail', 'add', 'edit', 'submit', 'audit'),
  reader: codes('detail', 'edit'),
  other: codes('list', 'detail', 'edit'),
  nobody: codes('detail'),
}
