import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Values } from '#runtime/record/scope.ts'
import type {
  CaseAction,
  OwnTask,
  RecordWorkflow,
  TaskAction,
} from '#runtime/record/workflow/record-workflow.ts'
import { type Field, type FormDocument, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/** A decision whose dialog asks for more than a confirmation. */
export interface Decision {
  document: FormDocument
  /** What the fields start with. */
  params: Values
  buildBody(values: Values): Record<string, unknown>
  /** The user has dealt with the task, and goes on with the next one. */
  endsTask: boolean
}

// No field of a document has a key that begins so.
const opinion = '_opinion'
const person = '_person'
const target = '_target'
const place = '_place'

const files = '_files'
const mentions = '_mentions'
const keeps = '_keeps'

const MAX_OPINION = 500
const MAX_FILES = 9

/** The sentences that a user may put into an opinion: those of everybody, then the user's own. */
export type Phrases = readonly string[]

const opinionFields = (phrases: Phrases, isRequired = false, message = '请填写意见'): Field[] => [
  {
    key: opinion,
    title: '意见',
    type: 'textarea',
    rows: 3,
    length: MAX_OPINION,
    ...(isRequired && { validateRules: [{ required: true, message }] }),
  },
  {
    key: '_phrase',
    title: '常用意见',
    type: 'select',
    options: phrases.map((text) => ({ value: text, text })),
    orgFields: ['text'],
    destFields: [opinion],
    placeholder: '选一句填进意见',
  },
]

/** An opinion about a task, with what may come with it. */
const taskOpinionFields = (phrases: Phrases, isRequired = false, message?: string): Field[] => [
  ...opinionFields(phrases, isRequired, message),
  { key: keeps, title: '存为常用', type: 'switch', options: yesNo, help: '把写的意见存进我的常用意见' },
  { key: files, title: '附件', type: 'file', number: MAX_FILES, biz: 'workflow' },
  { key: mentions, title: '提到谁', type: 'sel_user', multi: true, help: '他们会收到消息，能打开这件事来看' },
]

const yesNo = [
  { value: 'Y', text: '存' },
  { value: 'N', text: '不存' },
]

const split = (value: unknown): string[] =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)

/** The opinion of a request about a task. */
const readOpinion = (values: Values) => ({
  opinion: values[opinion] ?? '',
  ...(values[files] ? { files: split(values[files]) } : {}),
  ...(values[mentions] ? { mentions: split(values[mentions]) } : {}),
  ...(values[keeps] === 'Y' && { keeps: true }),
})

const people = (title: string, multi: boolean): Field => ({
  key: person,
  title,
  type: 'sel_user',
  multi,
  validateRules: [{ required: true, message: `请选择${title}` }],
})

interface Parts {
  title: string
  okText?: string
  url: string
  fields: Field[]
  groups?: FormDocument['groups']
}

const buildForm = ({ title, okText = title, url, fields, groups }: Parts): FormDocument => ({
  version: 2,
  kind: 'form',
  id: 'workflow/decision',
  title,
  open: 'modal',
  width: 560,
  columnCount: 1,
  fields,
  ...(groups && { groups }),
  submit: { method: 'POST', url, title: okText },
})

const actUrl = '/workflow/act'

/** The fields of the record that come with a decision; the others are there for the expressions of these. */
function recordFields({ fields }: ScreenDocument, write: readonly string[]): Field[] {
  if (write.length === 0) return []
  return fields
    .filter((field) => !isDetail(field))
    .map((field) => ({
      ...field,
      defaultValue: `=params.${field.key}`,
      ...(write.includes(field.key) ? { disabled: false, form: true } : { form: false, validateRules: [] }),
    }))
}

function passForm(task: OwnTask, { screen, record, phrases }: DecisionScene): Decision {
  const { write } = task
  const opinions = taskOpinionFields(phrases, task.needsOpinion)
  const groups = [
    { title: '办理意见', fields: opinions.map(({ key }) => key) },
    { title: '可以修改', fields: [...write] },
  ]
  return {
    document: buildForm({
      title: task.passText,
      url: actUrl,
      fields: [...opinions, ...recordFields(screen, write)],
      ...(write.length > 0 && { groups }),
    }),
    params: record,
    buildBody: (values) => {
      const changed = write.filter((key) => !sameValue(values[key] ?? null, record[key] ?? null))
      return {
        task: task.id,
        action: 'pass',
        ...readOpinion(values),
        ...(record.rev !== undefined && { rev: String(record.rev) }),
        ...(changed.length > 0 && {
          values: Object.fromEntries(changed.map((key) => [key, values[key] ?? null])),
        }),
      }
    },
    endsTask: true,
  }
}

const starterPlace = '_starter'

function refuseForm(task: OwnTask, { phrases }: DecisionScene): Decision {
  const places = [
    { value: starterPlace, text: '发起人' },
    ...task.refuseTo.map(({ key, title }) => ({ value: key, text: title })),
  ]
  const to: Field = {
    key: target,
    title: '退回到',
    type: 'radio',
    options: places,
    defaultValue: starterPlace,
    validateRules: [{ required: true, message: '请选择退回到哪里' }],
  }
  return {
    document: buildForm({
      title: '退回',
      url: actUrl,
      fields: [to, ...taskOpinionFields(phrases, true, '请写明退回的原因')],
    }),
    params: {},
    buildBody: (values) => ({
      task: task.id,
      action: 'refuse',
      ...readOpinion(values),
      ...(values[target] !== starterPlace && { to: values[target] }),
    }),
    endsTask: true,
  }
}

const handForm =
  (action: 'transfer' | 'delegate', title: string, help: string) =>
  (task: OwnTask, { phrases }: DecisionScene): Decision => ({
    document: buildForm({
      title,
      url: actUrl,
      fields: [{ ...people('接手的人', false), help }, ...taskOpinionFields(phrases)],
    }),
    params: {},
    buildBody: (values) => ({ task: task.id, action, to: values[person], ...readOpinion(values) }),
    endsTask: true,
  })

const addForm = (task: OwnTask, { phrases }: DecisionScene): Decision => ({
  document: buildForm({
    title: '加签',
    url: actUrl,
    fields: [
      people('加签的人', true),
      {
        key: place,
        title: '先后',
        type: 'radio',
        options: [
          { value: 'before', text: '他们先办，再由我办' },
          { value: 'after', text: '我办以后，他们再办' },
        ],
        defaultValue: 'before',
      },
      ...taskOpinionFields(phrases),
    ],
  }),
  params: {},
  buildBody: (values) => ({
    task: task.id,
    action: 'add',
    people: split(values[person]),
    when: values[place],
    ...readOpinion(values),
  }),
  // Those who decide afterwards are named before the own decision.
  endsTask: false,
})

/** What the dialogs of tasks need besides the task. */
interface DecisionScene {
  screen: ScreenDocument
  record: Values
  phrases: Phrases
}

/** The dialog of each action of a task. */
export const taskForms: Record<TaskAction, (task: OwnTask, scene: DecisionScene) => Decision> = {
  pass: passForm,
  refuse: refuseForm,
  transfer: handForm('transfer', '转办', '由他办理，不再回到我这里'),
  delegate: handForm('delegate', '委托', '由他代我办理，流程里写明是代我办的'),
  add: addForm,
}

/** An action of a case: what is opinions first, or the dialog that asks for an opinion. */
interface CaseWords {
  title: string
  question: string
  hasOpinion?: true
  danger?: true
}

export const caseWords: Record<CaseAction, CaseWords> = {
  withdraw: { title: '撤回', question: '撤回以后流程停下，单据退回给您修改。', hasOpinion: true },
  urge: { title: '催办', question: '给当前办理人发一条催办消息，确定吗？' },
  suspend: { title: '挂起', question: '挂起以后谁也不能办理，激活以后接着办。', hasOpinion: true },
  resume: { title: '激活', question: '激活以后接着办，确定吗？' },
  stop: {
    title: '终止',
    question: '终止以后流程结束，不能再继续。',
    hasOpinion: true,
    danger: true,
  },
}

export const caseForm = (id: string, action: CaseAction, phrases: Phrases): Decision => ({
  document: buildForm({
    title: caseWords[action].title,
    url: '/workflow/case',
    fields: opinionFields(phrases).map((field) =>
      field.key === opinion ? { ...field, help: caseWords[action].question } : field,
    ),
  }),
  params: {},
  buildBody: (values) => ({ ids: id, action, opinion: values[opinion] ?? '' }),
  endsTask: false,
})

/** One opinion for several tasks, or for what waits for the user of several records of a screen. */
export const passAllForm = (
  ids: readonly string[],
  of: 'tasks' | { screen: string },
  phrases: Phrases,
): Decision => ({
  document: buildForm({
    title: `批量同意 ${ids.length} 件`,
    okText: '同意',
    url: '/workflow/pass-all',
    fields: opinionFields(phrases),
  }),
  params: {},
  buildBody: (values) => ({
    ...(of === 'tasks' ? { tasks: ids } : { ...of, records: ids }),
    opinion: values[opinion] ?? '',
  }),
  endsTask: false,
})

/** Gives an open task to another person. */
export const assignForm = (assignable: RecordWorkflow['assignable']): Decision => ({
  document: buildForm({
    title: '改派',
    url: '/workflow/assign',
    fields: [
      {
        key: target,
        title: '哪一件',
        type: 'radio',
        options: assignable.map(({ id, title, name }) => ({ value: id, text: `${title}，${name}` })),
        ...(assignable[0] && { defaultValue: assignable[0].id }),
        validateRules: [{ required: true, message: '请选择要改派哪一件' }],
      },
      people('改派给', false),
    ],
  }),
  params: {},
  buildBody: (values) => ({ task: values[target], to: values[person] }),
  endsTask: false,
})
