import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import { actionMenu } from '../tools.tsx'
import type { List } from '../useList.ts'
import type { ListActions } from '../useListActions.tsx'

type Item = NonNullable<MenuProps['items']>[number]

interface Props {
  list: List
  row: ListRow
  /** The name of the record, for screen readers. */
  name: string
  actions: ListActions
  /** Entries before the actions of the row. */
  first: readonly Item[]
  /** The moves of the flow are among the first entries. */
  hasMoves?: boolean
}

/** The menu of a record outside a table: where it can be moved, and the actions of its row. */
export function RecordMenu({ list, row, name, actions, first, hasMoves }: Props) {
  const { user } = useServices()
  const scene = { flow: list.plan.flow, user }
  const available = list.plan.row.filter(
    (action) => !(hasMoves && action.kind === 'move') && isActionAvailable(action, row, scene),
  )
  const { items = [], onClick } = actionMenu(available, (action) => actions.runRow(action, row))
  const all: Item[] = [
    ...first,
    ...(first.length > 0 && items.length > 0 ? [{ type: 'divider' as const }] : []),
    ...items.map((item) => (item && 'key' in item ? ({ ...item, onClick } as Item) : item)),
  ]
  if (all.length === 0) return null
  return (
    <Dropdown trigger={['click']} menu={{ items: all }}>
      <Button
        type="text"
        size="small"
        className="pro-record-menu"
        aria-label={`${name}的操作`}
        icon={<MoreOutlined aria-hidden />}
      />
    </Dropdown>
  )
}
