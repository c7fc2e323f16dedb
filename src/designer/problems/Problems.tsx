import {
  CheckCircleFilled,
  CloseCircleFilled,
  DownOutlined,
  ExclamationCircleFilled,
  UpOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useId, useState } from 'react'
import type { DocumentProblem } from '#runtime/data/documents.ts'
import { readRemembered, remember } from '#runtime/host/remembered-values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { applyFixes } from '#runtime/kernel/patch.ts'
import { pointerKeys } from '#runtime/kernel/pointer.ts'
import { describeProblem } from '#runtime/schema/changes/describe-problem.ts'
import type { Inspection } from '../api.ts'
import { declaresFields, type FieldPath, getKey, listFields } from '../document-edit.ts'
import { stepText } from '../release/SyncDialog.tsx'
import { concernsDocument, type Fix, findFix } from './problem-fix.ts'

interface Props {
  document: JsonObject
  inspection: Inspection | null
  /** Whether the inspection is of this document: the fixes of an earlier one do not fit it. */
  isInspected: boolean
  /** The part of the document that has a problem, by the pointer of the problem; undefined for the whole. */
  findPlace(pointer: string): ProblemPlace | undefined
  onChange(document: JsonObject, label: string): void
}

/** A part of a document with its name; `open` selects it in the editor. */
export interface ProblemPlace {
  label: string
  open(): void
}

/** The path of the field that contains a problem; empty for a problem outside of fields. */
export function toFieldPath(document: JsonObject, pointer: string): FieldPath {
  const steps = pointerKeys(pointer)
  const path: string[] = []
  let holder: JsonObject | undefined = document
  if (!declaresFields(document)) return path
  for (let at = 0; steps[at] === 'fields' && holder; at += 2) {
    holder = listFields(holder)[Number(steps[at + 1])]
    if (holder) path.push(getKey(holder))
  }
  return path
}

/** Where the browser keeps that the user has folded the problems. */
const foldedKey = 'design problems folded'

/** The problems of the draft with their fixes, and what a release would do to the tables. */
export function Problems({ document, inspection, isInspected, findPlace, onChange }: Props) {
  const [isFolded, setFolded] = useState(() => readRemembered(foldedKey) === true)
  const listId = useId()
  const fold = () => {
    remember(foldedKey, !isFolded)
    setFolded(!isFolded)
  }
  if (!inspection)
    return (
      <section className="view-design-problems" aria-label="问题" aria-busy="true">
        <div className="view-design-pane-head">
          <b>问题</b>
          <span className="view-design-count">正在检查…</span>
        </div>
      </section>
    )
  const { problems, warnings, steps } = inspection
  const isOwn = (problem: DocumentProblem) => concernsDocument(document.id, problem)
  const findings = [...problems.filter(isOwn), ...warnings]
  const fixable = isInspected ? findings.filter(({ fix }) => fix).length : 0
  const findOwnFix = (problem: DocumentProblem) =>
    isInspected && isOwn(problem) ? findFix(document, problem) : undefined
  const hasDetails = problems.length + warnings.length + steps.length > 0
  const fixAll = () => {
    const { document: fixed } = applyFixes(document, findings)
    if (isJsonObject(fixed)) onChange(fixed, 'fix')
  }
  return (
    <section className="view-design-problems" aria-label="问题" aria-live="polite" aria-busy={!isInspected}>
      <div className="view-design-pane-head">
        <b>问题</b>
        {!isInspected ? (
          <span className="view-design-count">正在检查…</span>
        ) : problems.length > 0 ? (
          <span className="view-design-fault">{problems.length} 处错误</span>
        ) : (
          <span className="view-design-sound">
            <CheckCircleFilled aria-hidden /> 没有错误
          </span>
        )}
        {warnings.length > 0 && <span className="view-design-warning">{warnings.length} 处提醒</span>}
        <span className="pro-gap" />
        {fixable > 1 && (
          <Button type="link" size="small" onClick={fixAll}>
            自动改正 {fixable} 处
          </Button>
        )}
        {hasDetails && (
          <Button
            type="text"
            size="small"
            aria-label="问题的明细"
            aria-expanded={!isFolded}
            aria-controls={listId}
            icon={isFolded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            onClick={fold}
          />
        )}
      </div>
      <div id={listId} hidden={isFolded}>
        {problems.length + warnings.length > 0 && (
          <ul>
            {problems.map((problem) => (
              <ProblemLine
                key={`${problem.file} ${problem.path} ${problem.text}`}
                problem={problem}
                text={isOwn(problem) ? describeProblem(document, problem) : problem.text}
                place={isOwn(problem) ? findPlace(problem.path) : undefined}
                isOwn={isOwn(problem)}
                fix={findOwnFix(problem)}
                onFix={(fixed) => onChange(fixed, 'fix')}
              />
            ))}
            {warnings.map((warning) => (
              <ProblemLine
                key={`${warning.path} ${warning.text}`}
                problem={warning}
                text={describeProblem(document, warning)}
                place={findPlace(warning.path)}
                isOwn
                isWarning
                fix={findOwnFix(warning)}
                onFix={(fixed) => onChange(fixed, 'fix')}
              />
            ))}
          </ul>
        )}
        {problems.length === 0 && steps.length > 0 && (
          <p className="view-design-plan">发布时改数据库：{steps.map(stepText).join('；')}</p>
        )}
      </div>
    </section>
  )
}

interface LineProps {
  problem: DocumentProblem
  /** The problem in the titles that the settings show. */
  text: string
  place: ProblemPlace | undefined
  /** Whether it is a problem of this document. */
  isOwn: boolean
  fix: Fix | undefined
  onFix(document: JsonObject): void
  /** Whether it prevents no release. */
  isWarning?: boolean
}

const ProblemLine = ({ problem, text, place, isOwn, isWarning, fix, onFix }: LineProps) => (
  <li>
    {isWarning ? (
      <ExclamationCircleFilled className="view-design-warning" aria-hidden />
    ) : (
      <CloseCircleFilled className="view-design-fault" aria-hidden />
    )}
    <span>{text}</span>
    <span className="pro-gap" />
    {fix && (
      <Tooltip title={fix.text}>
        <Button type="link" size="small" aria-label={`改正：${fix.text}`} onClick={() => onFix(fix.fixed)}>
          改正
        </Button>
      </Tooltip>
    )}
    {place ? (
      <Button type="link" size="small" onClick={place.open}>
        {place.label}
      </Button>
    ) : (
      <code>{isOwn ? problem.path || '整个文档' : problem.file}</code>
    )}
  </li>
)
