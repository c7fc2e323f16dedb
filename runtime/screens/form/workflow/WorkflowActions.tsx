import { DownOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { taskCountsKey } from '#runtime/data/task-counts.ts'
import type {
  CaseAction,
  OwnTask,
  RecordWorkflow,
  TaskAction,
} from '#runtime/record/workflow/record-workflow.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Command } from '#runtime/ui/commands/command.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { usePlainKeys } from '#runtime/ui/focus/usePlainKeys.ts'
import type { Session } from '../session.ts'
import { assignForm, caseForm, caseWords, type Decision, type Phrases, taskForms } from './decisions.ts'
import { usePhraseTexts } from './phrases.ts'
import { useNextTask } from './useNextTask.ts'

const DocumentForm = lazyDialog(async () => (await import('../document/DocumentForm.tsx')).DocumentForm)
const PhraseDialog = lazyDialog(async () => (await import('./PhraseDialog.tsx')).PhraseDialog)

interface Props {
  session: Session
  workflow: RecordWorkflow
  /** The keys A and R decide the first task. */
  hasKeys: boolean
  /** After a decision the next task of the user opens in the place of this record. */
  goesOn: boolean
  /** The workflow, and with it perhaps the record, has changed. */
  onChanged(): Promise<unknown>
  onClose(): void
}

interface KeyContext {
  task: OwnTask | undefined
  start(task: OwnTask, action: TaskAction): void
}

/** What keys do with the first task of the user in the inbox. */
const taskCommands = {
  pass: {
    id: 'pass',
    title: '同意',
    keys: ['A'],
    isAvailable: ({ task }) => task?.actions.includes('pass') ?? false,
    run: ({ task, start }) => task && start(task, 'pass'),
  },
  refuse: {
    id: 'refuse',
    title: '退回',
    keys: ['R'],
    isAvailable: ({ task }) => task?.actions.includes('refuse') ?? false,
    run: ({ task, start }) => task && start(task, 'refuse'),
  },
} satisfies Record<string, Command<KeyContext>>

const moreTaskActions = { transfer: '转办', delegate: '委托', add: '加签' } as const

/** What the user may do with the workflow of the opened record: decide, hand over, take back; as its starter or as an administrator also more. */
export function WorkflowActions({ session, workflow, hasKeys, goesOn, onChanged, onClose }: Props) {
  const { http, notify } = useServices()
  const client = useQueryClient()
  const openNext = useNextTask()
  const [modal, questions] = Modal.useModal()
  /** Builds the decision of the open dialog with the phrases that there are by now. */
  const [opened, open] = useState<{ build(phrases: Phrases): Decision } | null>(null)
  const phrases = usePhraseTexts(opened !== null)
  const decision = useMemo(() => opened?.build(phrases), [opened, phrases])
  const [isPhrasesOpen, setPhrasesOpen] = useState(false)
  const [running, setRunning] = useState<string | null>(null)
  const { screen } = session
  const record = session.model.initial
  const { tasks, takeBack, actions, assignable } = workflow
  const caseId = workflow.case?.id ?? ''
  const first = tasks.find(({ kind }) => kind === 'decide')

  const finish = async (endsTask: boolean) => {
    void client.invalidateQueries({ queryKey: ['list', 'bpm/todo'] })
    void client.invalidateQueries({ queryKey: taskCountsKey })
    await onChanged()
    const isLast = tasks.length <= 1
    if (!endsTask || !isLast || !goesOn) return
    onClose()
    await openNext().catch(() => undefined)
  }
  /** Sends a request at once, or after its question. */
  const send = async (code: string, title: string, url: string, body: object, question?: string) => {
    const isSure =
      question === undefined ||
      (await modal.confirm({ title, content: question, okText: title, cancelText: '取消' }))
    if (!isSure) return
    setRunning(code)
    try {
      const { message } = await http.send('POST', url, body)
      notify('success', message || `${title}成功`)
      await finish(code.startsWith('read'))
    } catch (error) {
      notify('error', errorMessage(error))
      await onChanged()
    } finally {
      setRunning(null)
    }
  }
  const start = (task: OwnTask, action: TaskAction) =>
    open({ build: (found) => taskForms[action](task, { screen, record, phrases: found }) })
  const act = (code: string, title: string, task: string, action: string, question: string) =>
    void send(code, title, '/workflow/act', { task, action }, question)
  const runCase = (action: CaseAction) => {
    const { title, question, hasOpinion } = caseWords[action]
    if (hasOpinion) open({ build: (found) => caseForm(caseId, action, found) })
    else void send(action, title, '/workflow/case', { ids: caseId, action }, question)
  }
  usePlainKeys(taskCommands, { task: first, start }, hasKeys)
  const findKey = (task: OwnTask, command: Command<KeyContext>) =>
    hasKeys && task === first ? keyLabel(command) : undefined

  /** The step, where the user has tasks of several. */
  const suffix = ({ title }: OwnTask) => (tasks.length > 1 ? `（${title}）` : '')
  const items: NonNullable<MenuProps['items']> = [
    ...tasks.flatMap((task) => [
      ...(['transfer', 'delegate', 'add'] as const)
        .filter((action) => task.actions.includes(action))
        .map((action) => ({
          key: `${action}:${task.id}`,
          label: `${moreTaskActions[action]}${suffix(task)}`,
          onClick: () => start(task, action),
        })),
      ...task.added.map(({ id, name }) => ({
        key: `remove:${id}`,
        label: `减签：${name}`,
        onClick: () => act(`remove:${id}`, '减签', id, 'remove', `${name}不用再办理，确定减签吗？`),
      })),
    ]),
    ...actions
      .filter((action) => !isShown(action, tasks))
      .map((action) => ({
        key: action,
        label: caseWords[action].title,
        danger: caseWords[action].danger === true,
        onClick: () => runCase(action),
      })),
    ...(assignable.length > 0
      ? [{ key: 'assign', label: '改派', onClick: () => open({ build: () => assignForm(assignable) }) }]
      : []),
    ...(first ? [{ key: 'phrases', label: '常用意见', onClick: () => setPhrasesOpen(true) }] : []),
  ]
  return (
    <>
      {tasks.map((task) =>
        task.kind === 'read' ? (
          <Button
            key={task.id}
            type="primary"
            loading={running === `read:${task.id}`}
            onClick={() => void send(`read:${task.id}`, '已阅', '/workflow/read', { tasks: task.id })}
          >
            已阅{suffix(task)}
          </Button>
        ) : (
          <DecideButtons
            key={task.id}
            task={task}
            isFirst={task === tasks[0]}
            suffix={suffix(task)}
            keys={{ pass: findKey(task, taskCommands.pass), refuse: findKey(task, taskCommands.refuse) }}
            onStart={(action) => start(task, action)}
          />
        ),
      )}
      {takeBack.map(({ id, title }) => (
        <Button
          key={id}
          loading={running === `takeBack:${id}`}
          onClick={() =>
            act(
              `takeBack:${id}`,
              '取回',
              id,
              'takeBack',
              '取回以后由您重新办理；后面的人已经办理的不能取回。确定取回吗？',
            )
          }
        >
          {takeBack.length > 1 ? `取回（${title}）` : '取回'}
        </Button>
      ))}
      {actions
        .filter((action) => isShown(action, tasks))
        .map((action) => (
          <Button key={action} loading={running === action} onClick={() => runCase(action)}>
            {caseWords[action].title}
          </Button>
        ))}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button icon={<DownOutlined aria-hidden />} iconPosition="end">
            更多
          </Button>
        </Dropdown>
      )}
      {decision && (
        <DocumentForm
          document={decision.document}
          params={decision.params}
          buildBody={decision.buildBody}
          onDone={() => void finish(decision.endsTask)}
          onClose={() => open(null)}
        />
      )}
      {isPhrasesOpen && <PhraseDialog onClose={() => setPhrasesOpen(false)} />}
      {questions}
    </>
  )
}

/** The starter has the actions in sight, unless the record waits for the starter's decision. */
const isShown = (action: CaseAction, tasks: readonly OwnTask[]): boolean =>
  tasks.length === 0 && (action === 'withdraw' || action === 'urge')

interface DecideProps {
  task: OwnTask
  isFirst: boolean
  suffix: string
  keys: { pass: string | undefined; refuse: string | undefined }
  onStart(action: TaskAction): void
}

const DecideButtons = ({ task, isFirst, suffix, keys, onStart }: DecideProps) => (
  <>
    {task.actions.includes('pass') && (
      <Button
        type={isFirst ? 'primary' : 'default'}
        title={keys.pass}
        aria-keyshortcuts={keys.pass}
        onClick={() => onStart('pass')}
      >
        {task.passText}
        {suffix}
      </Button>
    )}
    {task.actions.includes('refuse') && (
      <Button title={keys.refuse} aria-keyshortcuts={keys.refuse} onClick={() => onStart('refuse')}>
        退回{suffix}
      </Button>
    )}
  </>
)
