import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { Sort } from '#runtime/compile/plan.ts'
import { sortEntries, sortText } from '#runtime/compile/sort.ts'
import type { List } from '../useList.ts'

/** The orders of a list: the one of the document, then each sortable column in both directions. */
function ordersOf({ plan }: List): { label: string; sort: Sort }[] {
  const orders = plan.columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => [
      { label: `${title} 升序`, sort: { column: key, order: 'asc' } },
      { label: `${title} 降序`, sort: { column: key, order: 'desc' } },
    ])
  const hasDefault = orders.some(({ sort }) => sortText(sort) === sortText(plan.sort))
  return hasDefault ? orders : [{ label: '默认排序', sort: plan.sort }, ...orders]
}

/** The order of a phone's list, and a menu that changes it. */
export function SortMenu({ list }: { list: List }) {
  const { plan, state, change } = list
  const orders = ordersOf(list)
  if (orders.length < 2) return null
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
        selectedKeys: [sortText(state.sort)],
        items: orders.map(({ label, sort }) => ({ key: sortText(sort), label })),
        onClick: ({ key }) => {
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
