import { Alert, Button, Checkbox, Modal } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { AppError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { describeProblem } from '#runtime/schema/changes/describe-problem.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, findRefusalCode } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import type { DocumentConflict } from '../api.ts'
import { importPastedRows } from '../create/PastedRows.tsx'
import { DraftConflicts } from '../draft/DraftConflicts.tsx'
import { RenameSteps } from '../draft/RenameSteps.tsx'
import { resolveConflict } from '../draft/resolve-conflict.ts'
import type { Design } from '../draft/useDesign.ts'
import { FirstReleasePlace } from './FirstRelease.tsx'
import { stepText, TypedTable } from './SyncDialog.tsx'

interface Props {
  design: Design
  /** The number of pasted rows that wait for their import. */
  pastedRows: number
  onClose(): void
  /**
   * Receives the faults of the pasted rows, which were then not imported. The dialog stays until the designer starts again on
   * the released document, so that nothing is typed into the old one.
   */
  onReleased(faults: readonly string[]): void
}

interface Refusal {
  text: string
  /** The conflicts with the release of another designer, and the document that is current now. */
  conflict?: {
    conflicts: DocumentConflict[]
    current: JsonObject
    /** The document from which the draft was started, and the current one, with the names that the draft gives. */
    named: { base: JsonObject | null; current: JsonObject }
  }
}

function readRefusal(error: unknown): Refusal {
  const text = errorMessage(error)
  const result = error instanceof AppError ? error.result : undefined
  if (!isJsonObject(result) || !Array.isArray(result.conflicts)) return { text }
  return { text, conflict: result as unknown as NonNullable<Refusal['conflict']> }
}

/** What a release changes, in words, with a note for the list of revisions. */
export function Release({ design, pastedRows, onClose, onReleased }: Props) {
  const services = useServices()
  const { base, document, session } = design
  // What an earlier document needs is not what this one needs.
  const inspection = design.isInspected ? design.inspection : null
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [importsRows, setImportsRows] = useState(pastedRows > 0)
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { close, closing, settle } = useDiscardGuard(note.trim() + typed !== '', onClose, isBusy)
  const renames = design.inspection?.renames ?? []
  const from = design.inspection?.named ?? base
  const changes = from ? diffDocuments(from, document) : []
  const table = isJsonObject(document.table) ? String(document.table.name) : ''
  // Steps that lose data and without which the document cannot be served.
  const isLosing = inspection?.steps.some(({ additive, blocks }) => blocks && !additive) === true
  const release = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      const { revision } = await session.release(note.trim(), isLosing ? typed : undefined)
      services.notify('success', `已发布第 ${revision} 版`)
      const faults = (importsRows && (await importPastedRows(services, String(document.id)))) || []
      settle()
      onReleased(faults)
    } catch (error) {
      // The answer of an earlier attempt was lost, or another page has released it.
      if (findRefusalCode(error) === 'DRAFT_RELEASED') {
        services.notify('success', '这份草稿已经发布')
        settle()
        return onReleased([])
      }
      setRefusal(readRefusal(error))
      setBusy(false)
    }
  }
  /** Continues with the changes of both designers; `isOurs` says whose are used where both changed the same part. */
  const rebase = (isOurs: boolean) => {
    if (!refusal?.conflict) return
    const { current, named } = refusal.conflict
    session.continueOn(current, resolveConflict(named.base, document, named.current, isOurs))
    onClose()
  }
  const problems = inspection?.problems.length ?? 0
  return (
    <Modal
      open
      title="检查并发布"
      width={640}
      {...closing}
      footer={[
        <Button key="cancel" disabled={isBusy} onClick={close}>
          取消
        </Button>,
        <Button
          key="release"
          type="primary"
          loading={isBusy}
          disabled={
            inspection === null ||
            problems > 0 ||
            refusal?.conflict !== undefined ||
            (isLosing && typed !== table)
          }
          onClick={() => void release()}
        >
          发布
        </Button>,
      ]}
    >
      <div className="view-design-release">
        {problems > 0 && <Alert type="error" showIcon message={`还有 ${problems} 处错误，改好后才能发布`} />}
        {refusal && (
          <Alert
            type="error"
            showIcon
            message={refusal.text}
            description={
              refusal.conflict && <DraftConflicts conflicts={refusal.conflict.conflicts} onTake={rebase} />
            }
          />
        )}
        {!inspection && !refusal && <p role="status">正在检查…</p>}
        <h3>{base ? `${changes.length + renames.length} 处更改` : '新的文档'}</h3>
        {!base && <FirstReleasePlace document={document} />}
        <RenameSteps renames={renames} />
        {changes.length > 0 && (
          <ul className="view-design-changes">
            {changes.map((change) => {
              const text = describeChange(change, from ?? {}, document)
              return <li key={`${change.type} ${change.path.join('/')}`}>{text}</li>
            })}
          </ul>
        )}
        {inspection && inspection.warnings.length > 0 && (
          <>
            <h3 className="view-design-warning">提醒</h3>
            <ul className="view-design-changes">
              {inspection.warnings.map((warning) => (
                <li key={`${warning.path} ${warning.text}`}>{describeProblem(document, warning)}</li>
              ))}
            </ul>
          </>
        )}
        {inspection && inspection.steps.length > 0 && (
          <>
            <h3>数据库</h3>
            <ul className="view-design-changes">
              {inspection.steps.map((step) => (
                <li key={step.text}>
                  {stepText(step)}
                  {step.additive || step.blocks ? '' : '（以后在「同步数据库」里做）'}
                </li>
              ))}
            </ul>
          </>
        )}
        {inspection && inspection.companions.length > 0 && (
          <>
            <h3>一起发布</h3>
            <ul className="view-design-changes">
              {inspection.companions.map(({ id, title }) => (
                <li key={id}>
                  「{title}」 {id}
                </li>
              ))}
            </ul>
          </>
        )}
        {isLosing && <TypedTable table={table} value={typed} onChange={setTyped} />}
        {pastedRows > 0 && (
          <Checkbox checked={importsRows} onChange={({ target }) => setImportsRows(target.checked)}>
            发布后导入粘贴的 {pastedRows} 行数据
          </Checkbox>
        )}
        <TextArea
          aria-label="说明"
          placeholder="这次改了什么，为什么（可不填）"
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Modal>
  )
}
