import {
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { cellCommands } from '../commands/cell-commands.ts'
import type { List } from '../useList.ts'
import { isPlainClick } from './plain-click.ts'

const CellEdit = lazyDialog(async () => (await import('./CellEdit.tsx')).CellEdit)

/** Editing in the cells of a list. */
export interface CellEdits {
  cellProps(column: Column, row: ListRow): HTMLAttributes<HTMLElement>
  /** The editor of the cell; null while it is not edited. */
  editor(column: Column, row: ListRow): ReactNode
}

/**
 * F2 and a double click open a cell of a record that the user may edit, unless another one has input that is not saved;
 * undefined where no column can be edited so.
 */
export function useCellEdits(list: List): CellEdits | undefined {
  const { user } = useServices()
  const [edited, setEdited] = useState<{ id: string; key: string } | null>(null)
  const typedCell = useRef<HTMLElement | null>(null)
  const { editKeys, flow, row: actions } = list.plan
  const action = actions.find(({ kind }) => kind === 'edit')
  if (!action || !editKeys?.size) return undefined
  const isOpenable = (row: ListRow) => isActionAvailable(action, row, { flow, user })
  const open = (row: ListRow, key: string) => {
    if (!isOpenable(row)) return
    if (typedCell.current) typedCell.current.querySelector<HTMLElement>('input, textarea')?.focus()
    else setEdited({ id: row.id, key })
  }
  return {
    cellProps: ({ key }, row) =>
      editKeys.has(key)
        ? {
            tabIndex: -1,
            onKeyDown: (event: KeyboardEvent) =>
              void runKey(cellCommands, { edit: () => open(row, key) }, event),
            onDoubleClick: (event: MouseEvent) => isPlainClick(event) && open(row, key),
          }
        : {},
    editor: (column, row) =>
      edited?.id === row.id && edited.key === column.key ? (
        <CellEdit
          list={list}
          column={column}
          row={row}
          onTyped={(cell) => {
            typedCell.current = cell
          }}
          onSaved={() => {
            const next = list.rows[list.rows.findIndex(({ id }) => id === row.id) + 1]
            setEdited(next && isOpenable(next) ? { id: next.id, key: column.key } : null)
          }}
          onClose={() => setEdited(null)}
        />
      ) : null,
  }
}
