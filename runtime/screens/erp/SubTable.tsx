import { Drawer } from 'antd'
import { useMemo } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import type { SubTableProps } from '#runtime/contract/sub-table-context.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { keySet } from '#runtime/record/scope.ts'
import { details } from '#runtime/schema/derive.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { PaneList } from './PaneList.tsx'
import './sub-table.css'

const width = 'min(960px, 100vw)'

/** The records of another screen that belong to a detail row; the permissions and rules of that screen apply. */
export function SubTable({ pane, row, rowName, onClose }: SubTableProps) {
  const { screen } = useRecordModel()
  const types = useFieldTypes()
  const master = useMemo(() => {
    const detail = details(screen).find(({ panes }) => panes?.includes(pane))
    return { row, keys: keySet(detail?.fields ?? [], types), frozen: false }
  }, [screen, pane, row, types])
  return (
    <Drawer
      open
      width={width}
      rootClassName="pro-sub-table"
      title={`${pane.title}，${rowName}`}
      onClose={onClose}
      destroyOnHidden
    >
      <PaneList
        pane={pane}
        of={screen}
        master={master}
        failure={errorText('SUBTABLE_FAILED')}
        unbound={<StateNote title="还不能打开" text={`这一行没有填好，还没有归属于它的${pane.title}。`} />}
      />
    </Drawer>
  )
}
