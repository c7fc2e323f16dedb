import { ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Tooltip } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { isAdvanced } from '#runtime/compile/list/url.ts'
import type { ActionPlan, Column } from '#runtime/compile/plan.ts'
import { AdvancedButton } from '#runtime/fields/kit/advanced-query/AdvancedButton.tsx'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { DocumentTools } from '#runtime/services/DocumentTools.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { ButtonPopover } from '#runtime/ui/overlay/ButtonPopover.tsx'
import { listCommands } from '../commands/list-commands.ts'
import { useListKeys } from '../commands/useListKeys.ts'
import type { ListMemory } from '../list-memory.ts'
import { totalsOfRows, totalWords } from '../table/column-totals.ts'
import { iconOfAction } from '../tools.tsx'
import type { List } from '../useList.ts'
import type { ListActions } from '../useListActions.tsx'
import { PrintButton } from './PrintButton.tsx'

const RecordPrintButton = lazyPart(
  async () => (await import('../../form/print/RecordPrintButton.tsx')).RecordPrintButton,
)
const SaveView = lazyDialog(async () => (await import('../advanced/SaveView.tsx')).SaveView)
const ColumnSettings = lazyPart(async () => (await import('./ColumnSettings.tsx')).ColumnSettings)

interface Props {
  list: List
  actions: ListActions
  columns: readonly Column[]
  memory: ListMemory
  onMemory(next: ListMemory): void
  /** Stays while rows are selected: for lists whose purpose is selecting a row. */
  steady?: boolean
  /** The list of a page, not one inside another page: a key adds a record, and the document has its tools. */
  isPage?: boolean
  /** No action is possible yet. */
  disabled?: boolean
  /** Controls of the screen kind after the buttons. */
  children?: ReactNode
}

/** The selection bar replaces the toolbar, so the table does not move. */
export function Toolbar(props: Props) {
  return props.list.selected.size > 0 && !props.steady ? <SelectionBar {...props} /> : <PlainBar {...props} />
}

function PlainBar({ list, actions, columns, memory, onMemory, steady, disabled, isPage, children }: Props) {
  const { toolbar, batch } = list.plan
  const { conditions } = list.state
  // A query at the end of the toolbar stays at the end.
  const queries = toolbar.at(-1)?.kind === 'superQuery' ? toolbar.slice(-1) : []
  const buttons = steady
    ? [...new Set([...toolbar.slice(0, toolbar.length - queries.length), ...batch, ...queries])]
    : toolbar
  const count = list.selected.size
  const add = isPage && !disabled ? buttons.find(({ code }) => code === 'add') : undefined
  useListKeys({ add: add && !list.state.form ? () => actions.runBatch(add) : undefined })
  const isOff = (action: ActionPlan) => disabled || (steady && action.batch && count === 0)
  return (
    <div className="pro-toolbar" role="toolbar" aria-label="操作">
      {buttons.map((action) =>
        action.kind === 'superQuery' ? (
          <AdvancedButton
            key={action.code}
            title={action.title}
            isActive={hasAdvancedQuery(conditions)}
            disabled={disabled}
            onOpen={() => actions.runBatch(action)}
            onClear={() => list.search(withoutAdvancedQuery(conditions))}
          />
        ) : (
          <Tooltip
            key={action.code}
            title={action === add && `${action.title}（${listCommands.add.keyText}）`}
          >
            <Button
              type={action.code === 'add' ? 'primary' : 'default'}
              danger={action.danger}
              disabled={isOff(action)}
              loading={action.kind === 'export' && actions.busy}
              icon={iconOfAction(action)}
              aria-keyshortcuts={action === add ? listCommands.add.keys.join(' ') : undefined}
              onClick={() => actions.runBatch(action)}
            >
              {action.title}
            </Button>
          </Tooltip>
        ),
      )}
      {steady && count > 0 && (
        <span className="pro-chosen">
          已选 <b className="pro-num">{count}</b> 项
          <Button type="link" size="small" onClick={list.clearSelection}>
            取消选择
          </Button>
        </span>
      )}
      {children}
      <span className="pro-gap" />
      {columns.length > 0 && !toolbar.some(({ code }) => code === 'print') && (
        <PrintButton list={list} disabled={disabled || list.total === 0} />
      )}
      {isPage && <DocumentTools id={list.plan.id} title={list.plan.title} />}
      <ListTools list={list} columns={columns} memory={memory} onMemory={onMemory} disabled={disabled} />
    </div>
  )
}

/** Refresh and display settings. */
export function ListTools({ list, columns, memory, onMemory, disabled }: Omit<Props, 'actions' | 'steady'>) {
  const [isSaving, setSaving] = useState(false)
  // Views belong to the list of a page, whose address names them.
  const hasViews = isAdvanced(list.plan) && list.formLink !== undefined
  return (
    <>
      <Tooltip title="刷新">
        <Button
          type="text"
          aria-label="刷新"
          disabled={disabled}
          icon={<ReloadOutlined aria-hidden spin={list.isRefreshing} />}
          onClick={() => void list.refresh()}
        />
      </Tooltip>
      {columns.length > 0 && (
        <ButtonPopover
          placement="bottomRight"
          arrow={false}
          content={() => (
            <Suspense fallback={<div className="pro-settings" />}>
              <ColumnSettings
                columns={columns}
                memory={memory}
                onChange={onMemory}
                group={list.state.group}
                groupKeys={list.plan.groupKeys}
                onGroup={(group) => list.change({ group, pageNo: 1 })}
                onSaveView={hasViews ? () => setSaving(true) : undefined}
              />
            </Suspense>
          )}
        >
          {(trigger) => (
            <Button
              {...trigger}
              type="text"
              aria-label="列设置"
              title="列设置"
              icon={<SettingOutlined aria-hidden />}
            />
          )}
        </ButtonPopover>
      )}
      {isSaving && <SaveView list={list} memory={memory} onClose={() => setSaving(false)} />}
    </>
  )
}

function SelectionBar({ list, actions }: Props) {
  const visible = list.rows.filter((row) => list.selected.has(row.id)).length
  const all = list.rows.length > 0 && visible === list.rows.length
  const ids = list.rows.map((row) => row.id)
  const elsewhere = [...list.selected.keys()].filter((id) => !ids.includes(id))
  return (
    <div className="pro-toolbar pro-selection" role="toolbar" aria-label="批量操作">
      <Checkbox
        aria-label="全选本页"
        checked={all}
        indeterminate={!all}
        onChange={() => list.select(all ? elsewhere : [...elsewhere, ...ids])}
      />
      <span>
        已选 <b className="pro-num">{list.selected.size}</b> 项
      </span>
      <Button type="link" onClick={list.clearSelection}>
        取消选择
      </Button>
      {list.plan.batch.map((action) => (
        <Button
          key={action.code}
          danger={action.danger}
          loading={actions.busy}
          icon={iconOfAction(action)}
          onClick={() => actions.runBatch(action)}
        >
          {action.title}
        </Button>
      ))}
      {actions.screen && (
        <Suspense>
          <RecordPrintButton screen={actions.screen} ids={[...list.selected.keys()]} />
        </Suspense>
      )}
      <span className="pro-gap" />
      <SelectionTotals list={list} />
    </div>
  )
}

/** The sums and averages of the selected rows. */
const SelectionTotals = ({ list }: Pick<Props, 'list'>) =>
  list.plan.columns.flatMap((column) =>
    totalsOfRows(column, list.selectedRows).map(({ kind, text }) => (
      <span key={`${column.key} ${kind}`}>
        {column.title.startsWith(totalWords[kind]) ? '' : totalWords[kind]}
        {column.title} <b className="pro-num">{text}</b>
      </span>
    )),
  )
