import { CaretRightOutlined, DisconnectOutlined, LoadingOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { type BranchContext, branchCommands } from '../list-kit/branch-commands.ts'
import { actionMenu } from '../list-kit/tools.tsx'
import type { ListActions } from '../list-kit/useListActions.tsx'
import type { TreeList } from './useTreeList.ts'

/** Indentation of a tree level in pixels; smaller on a phone. */
const indents = { wide: 20, narrow: 14 }

/** The text of the column that expands. */
export const formatName = (row: ListRow, { plan, tree }: TreeList): string => {
  const key = tree.plan.text ?? (plan.columns.find((column) => column.isLink) ?? plan.columns[0])?.key
  return String((key && row[key]) ?? row.id)
}

interface Props {
  list: TreeList
  row: ListRow
  narrow: boolean
  actions: ListActions
  children: ReactNode
}

/**
 * The value of a row after the button that expands it. Up and down move between rows; right and left expand and
 * collapse. A right click, or the menu key, opens the actions of the row.
 */
export function Branch({ list, row, narrow, actions, children }: Props) {
  const { user } = useServices()
  const [isMenu, setMenu] = useState(false)
  const { tree } = list
  const isOpen = tree.isOpen(row.id)
  const canOpen = tree.canOpen(row)
  const indent = (tree.findPlace(row.id)?.depth ?? 0) * (narrow ? indents.narrow : indents.wide)
  const isLoading = tree.findState(row.id)?.isLoading ?? false
  // On a phone the branch contains the lines of an entry.
  const Part = narrow ? 'div' : 'span'
  const branch = (
    <Part
      className="pro-branch"
      data-branch={row.id}
      data-above={tree.isAbove(row.id) || undefined}
      data-opened={list.state.form?.id === row.id || undefined}
      style={{ paddingInlineStart: indent }}
      onKeyDown={(event) => walk(event, row, list)}
    >
      {canOpen ? (
        <button
          type="button"
          className="pro-branch-switch"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? '收起' : '展开'} ${formatName(row, list)}`}
          onClick={() => tree.setOpen(row.id, !isOpen)}
        >
          <BranchToggle isOpen={isOpen} isLoading={isLoading} />
        </button>
      ) : (
        <span className="pro-branch-switch" tabIndex={-1} />
      )}
      <Part className="pro-branch-value">{children}</Part>
    </Part>
  )
  if (narrow || list.plan.row.length === 0) return branch
  const scene = { flow: list.plan.flow, user }
  const offered = isMenu ? list.plan.row.filter((action) => isActionAvailable(action, row, scene)) : []
  return (
    <Dropdown
      trigger={['contextMenu']}
      open={isMenu}
      onOpenChange={setMenu}
      menu={actionMenu(offered, (action) => actions.runRow(action, row))}
    >
      {branch}
    </Dropdown>
  )
}

function BranchToggle({ isOpen, isLoading }: { isOpen: boolean; isLoading: boolean }) {
  const isLate = useDelayed(isLoading)
  return isLate ? (
    <LoadingOutlined aria-label="正在加载" />
  ) : (
    <CaretRightOutlined aria-hidden rotate={isOpen ? 90 : 0} />
  )
}

function focusBranch(from: Element, id: string | undefined): void {
  const all = from.closest('.pro-list')?.querySelectorAll<HTMLElement>('[data-branch]') ?? []
  const branch = [...all].find((branch) => branch.dataset.branch === id)
  const target =
    branch?.querySelector<HTMLElement>('button.pro-branch-switch') ??
    branch?.querySelector<HTMLElement>('a, button') ??
    branch?.querySelector<HTMLElement>('.pro-branch-switch')
  target?.focus()
  branch?.scrollIntoView?.({ block: 'nearest' })
}

function walk(event: KeyboardEvent, row: ListRow, { rows, tree }: TreeList): void {
  if (event.shiftKey) return
  const { currentTarget } = event
  const at = rows.findIndex(({ id }) => id === row.id)
  const canOpen = tree.canOpen(row)
  const near: Record<Parameters<BranchContext['focus']>[0], string | undefined> = {
    previous: rows[at - 1]?.id,
    next: rows[at + 1]?.id,
    first: rows[0]?.id,
    last: rows.at(-1)?.id,
    parent: tree.findPlace(row.id)?.parent,
  }
  const context: BranchContext = {
    canOpen,
    isOpen: canOpen && tree.isOpen(row.id),
    setOpen: (isOpen) => tree.setOpen(row.id, isOpen),
    focus: (name) => focusBranch(currentTarget, near[name]),
  }
  runKey(branchCommands, context, event)
}

/** Below an expanded row: why its branch is missing, or that it has more rows. */
export function branchNote(list: TreeList, row: ListRow, narrow: boolean): ReactNode {
  const state = list.tree.findState(row.id)
  const failed = state !== null && state.error !== null
  if (!state || (!failed && state.total === null)) return null
  const depth = (list.tree.findPlace(row.id)?.depth ?? 0) + 1
  const indent = depth * (narrow ? indents.narrow : indents.wide) + 24
  if (failed)
    return (
      <LoadFailureLine
        className="pro-branch-note"
        style={{ paddingInlineStart: indent }}
        text={
          <>
            <DisconnectOutlined aria-hidden />
            <span>
              「{formatName(row, list)}」的下级没有加载出来：{errorMessage(state.error)}
            </span>
          </>
        }
        onRetry={state.retry}
      />
    )
  return (
    <div className="pro-branch-note" style={{ paddingInlineStart: indent }}>
      「{formatName(row, list)}」共有 {state.total} 个下级，这里没有全部列出，可以用查询缩小范围
    </div>
  )
}
