import { PaperClipOutlined } from '@ant-design/icons'
import { useLive } from '#runtime/data/hooks.ts'
import { FileLink } from '#runtime/fields/kit/viewer/FileLink.tsx'
import { viewedFiles } from '#runtime/fields/kit/viewer/viewed-file.ts'
import type { CaseStatus, TaskStatus } from '#runtime/record/workflow/case.ts'
import type {
  CaseLogEntry,
  OpinionFile,
  RecordWorkflow,
  WayPerson,
  WayStep,
} from '#runtime/record/workflow/record-workflow.ts'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'
import './workflow.css'

const caseTexts: Record<CaseStatus, readonly [text: string, color: string]> = {
  running: ['进行中', 'blue'],
  suspended: ['已挂起', 'orange'],
  back: ['已退回', 'red'],
  done: ['已通过', 'green'],
  stopped: ['已终止', ''],
}

const decided: Record<TaskStatus, string> = {
  waiting: '还没轮到',
  open: '待办理',
  passed: '已同意',
  refused: '已退回',
  closed: '不用办了',
}
const copied: Partial<Record<TaskStatus, string>> = { open: '未读', passed: '已读', closed: '不用看了' }

const kindTexts: Partial<Record<WayStep['kind'], string>> = {
  read: '抄送',
  wait: '等待',
  act: '自动执行',
  parallel: '并行',
}

const stateTexts: Record<WayStep['state'], string> = { passed: '已过', active: '到这里了', coming: '还没到' }

interface Props {
  workflow: RecordWorkflow
  /** Somebody may have decided. */
  onNews(): void
}

/** The way of a record through its workflow: what is past, where it is, what is to come; and all that happened. */
export function WorkflowProgress({ workflow, onNews }: Props) {
  useLive(({ cmd }) => {
    if (cmd === 'changed' || cmd === 'user' || cmd === 'reopened') onNews()
  })
  const { case: found, way, log } = workflow
  if (!found) return null
  const [text, color] = caseTexts[found.status]
  return (
    <section className="pro-way" aria-label="审批进度">
      <h2>
        审批进度 <StateTag value={text} text={text} tags={{ [text]: color }} />
        <small>
          {found.title}，{found.starter} {found.startTime} 提交
        </small>
      </h2>
      <Steps steps={way} />
      {log.length > 0 && (
        <details>
          <summary>全部记录（{log.length}）</summary>
          <ol className="pro-way-log">
            {log.map((entry) => (
              <LogLine key={entry.id} entry={entry} />
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

const Steps = ({ steps }: { steps: readonly WayStep[] }) => (
  <ol className="pro-way-steps">
    {steps.map((step) => (
      <Step key={step.key} step={step} />
    ))}
  </ol>
)

function Step({ step: { title, kind, state, people, branches } }: { step: WayStep }) {
  return (
    <li data-state={state} aria-current={state === 'active' ? 'step' : undefined}>
      <span className="pro-way-title">
        {title}
        {kindTexts[kind] && <small>{kindTexts[kind]}</small>}
        <span className="pro-way-state">{stateTexts[state]}</span>
      </span>
      {people.length > 0 && (
        <ul>
          {people.map((person, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a person may have several tasks of a step
            <Person key={at} person={person} kind={kind} isComing={state === 'coming'} />
          ))}
        </ul>
      )}
      {branches && (
        <div className="pro-way-branches">
          {branches.map((branch) => (
            <div key={branch.title}>
              <h3>{branch.title}</h3>
              <Steps steps={branch.steps} />
            </div>
          ))}
        </div>
      )}
    </li>
  )
}

interface PersonProps {
  person: WayPerson
  kind: WayStep['kind']
  isComing: boolean
}

const Person = ({ person: { name, status, time, opinion, files }, kind, isComing }: PersonProps) => (
  <li data-status={isComing ? 'waiting' : status}>
    <span>{name}</span>
    {!isComing && <b>{(kind === 'read' && copied[status]) || decided[status]}</b>}
    {time && <time>{time}</time>}
    {opinion && <q>{opinion}</q>}
    <Files files={files} />
  </li>
)

/** The attachments of an opinion. */
function Files({ files }: { files: readonly OpinionFile[] }) {
  if (files.length === 0) return null
  const viewed = viewedFiles(files.map(({ name, path }) => ({ fileName: name, filePath: path })))
  return (
    <span className="pro-way-files">
      {files.map(({ path, name }, at) => (
        <FileLink key={path} files={viewed} at={at}>
          <PaperClipOutlined aria-hidden /> {name}
        </FileLink>
      ))}
    </span>
  )
}

const LogLine = ({
  entry: { action, step, author, time, opinion, to, files, mentions },
}: {
  entry: CaseLogEntry
}) => (
  <li>
    <time>{time}</time>
    <span>
      {author} {action}
      {step && `「${step}」`}
      {to && `，到${to}`}
      {mentions.length > 0 && `，提到 ${mentions.join('、')}`}
      {opinion && <q>{opinion}</q>}
      <Files files={files} />
    </span>
  </li>
)
