import { CloseOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { ButtonPopover } from '#runtime/ui/overlay/ButtonPopover.tsx'
import type { PasteOutcome } from './paste.ts'

interface Props {
  store: RowStore
  outcome: PasteOutcome
  reveal(rowId: string, key: string): void
  undo(): void
  onClose(): void
}

const MAX_SHOWN = 100

/** The result of a paste or an import in the status line: how many cells were set, and each rejected text with its position. */
export function PasteReport({ store, outcome, reveal, undo, onClose }: Props) {
  const { step, taken, passed, addedRows, issues, verb } = outcome
  const isLast = useSyncExternalStore(
    store.subscribeLog,
    () => store.log.entries.findLast(({ scope }) => scope === store.detail.key)?.step === step,
  )
  // After a successful paste a later change makes the report obsolete.
  if (!isLast && passed + issues.length === 0) return null
  const summary = [
    `已${verb} ${taken} 格`,
    addedRows > 0 ? `新增 ${addedRows} 行` : '',
    passed > 0 ? `${passed} 格不可填写，已略过` : '',
    issues.length > 0 ? `${issues.length} 格没有${verb}` : '',
  ].filter((part) => part !== '')
  return (
    <span className="detail-paste">
      <span className={issues.length > 0 ? 'detail-paste-text is-warning' : 'detail-paste-text'}>
        {summary.join('，')}
      </span>
      {issues.length > 0 ? (
        <ButtonPopover
          placement="topLeft"
          content={() => (
            <div role="dialog" aria-label={`没有${verb}的内容`} tabIndex={-1} className="detail-panel">
              <IssueList issues={issues} reveal={reveal} />
            </div>
          )}
        >
          {(trigger) => (
            <button {...trigger} type="button" className="detail-undo">
              查看
            </button>
          )}
        </ButtonPopover>
      ) : null}
      {isLast ? (
        <button type="button" className="detail-undo" onClick={undo}>
          撤销{verb}
        </button>
      ) : null}
      <button type="button" className="detail-undo" aria-label={`关闭${verb}结果`} onClick={onClose}>
        <CloseOutlined />
      </button>
    </span>
  )
}

const IssueList = ({ issues, reveal }: Pick<PasteOutcome, 'issues'> & Pick<Props, 'reveal'>) => (
  <ul className="detail-verdict-list">
    {issues.slice(0, MAX_SHOWN).map(({ place, pastedText, text, rowId, key }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <li key={at}>
        {rowId !== undefined && key !== undefined ? (
          <button type="button" onClick={() => reveal(rowId, key)}>
            {place}
          </button>
        ) : (
          place
        )}
        <span className="detail-given">{pastedText}</span>
        {text}
      </li>
    ))}
    {issues.length > MAX_SHOWN ? <li>还有 {issues.length - MAX_SHOWN} 处</li> : null}
  </ul>
)
