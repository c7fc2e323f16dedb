import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { Sort } from '#runtime/schema/query/sort.ts'
import { sortEntries, sortText } from '#runtime/schema/query/sort.ts'
import type { List } from '../useList.ts'

/** The orders of a list: the one of the document, then each sortable column in both directions. */
function listOrders({ plan }: List): { label: string; sort: Sort }[] {
  const orders = plan.columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => [
      { label: `${title} 升序`, sort: { column: key, order: 'asc' } },
      { label: `${title} 降序`, sort: { column: key, order: 'desc' } },
    ])
  const hasDefault = orders.some(({ sort }) => sortText(sort) === sortText(plan.sort))
  return hasDefault ? orders : [{ label: '默认排序', sort: plan.sort }, ...orders]
}

const groupPrefix = 'group '

/** The columns by which the rows can be grouped, as entries of the menu. */
function groupItems({ plan, state }: List) {
  const columns = plan.columns.filter(({ key }) => plan.groupKeys?.has(key))
  if (columns.length === 0) return []
  const children = columns.map(({ key, title }) => ({ key: `${groupPrefix}${key}`, label: `按${title}分组` }))
  const ungrouped = { key: groupPrefix, label: '不分组' }
  return [
    {
      key: 'groups',
      type: 'group' as const,
      label: '分组',
      children: state.group ? [ungrouped, ...children] : children,
    },
  ]
}

/** The order and the groups of a phone's list, and a menu that changes them. */
export function SortMenu({ list }: { list: List }) {
  const { plan, state, change } = list
  const orders = listOrders(list)
  const groups = groupItems(list)
  if (orders.length < 2 && groups.length === 0) return null
  const [first] = sortEntries(state.sort)
  const column = plan.columns.find(({ key, sortable }) => sortable && key === first?.key)
  const Icon = first?.order === 'desc' ? SortDescendingOutlined : SortAscendingOutlined
  const title = column?.title ?? '默认排序'
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        className: 'pro-phone-menu',
        selectable: true,
        selectedKeys: [sortText(state.sort), ...(state.group ? [`${groupPrefix}${state.group}`] : [])],
        items: [...orders.map(({ label, sort }) => ({ key: sortText(sort), label })), ...groups],
        onClick: ({ key }) => {
          if (key.startsWith(groupPrefix)) {
            change({ group: key.slice(groupPrefix.length) || undefined, pageNo: 1 })
            return
          }
          const sort = orders.find((order) => sortText(order.sort) === key)?.sort
          if (sort) change({ sort, pageNo: 1 })
        },
      }}
    >
      <Button
        type="text"
        icon={<Icon aria-hidden />}
        iconPosition="end"
        aria-label={`排序：${title}${first?.order === 'desc' ? '降序' : '升序'}`}
      >
        {title}
      </Button>
    </Dropdown>
  )
}
