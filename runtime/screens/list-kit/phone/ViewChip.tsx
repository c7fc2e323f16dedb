import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { ALL, OTHER, useViews } from '../advanced/useViews.ts'
import type { List } from '../useList.ts'

interface Props {
  list: List
  /** The chip of a query that is not saved. */
  unsaved: ReactNode
}

/**
 * The saved queries of a phone's list as a menu at the end of the chips: it arrives after the rows, and may not move
 * them. Nothing while there is no saved query.
 */
export function ViewChip({ list, unsaved }: Props) {
  const { options, value, show } = useViews(list)
  if (options.length === 0) return unsaved
  const menu = {
    className: 'pro-phone-menu',
    selectable: true,
    selectedKeys: [value],
    items: options.map((option) => ({ key: option.value, label: option.label })),
    onClick: ({ key }: { key: string }) => show(key),
  }
  const title = '视图'
  const current = value === ALL ? undefined : options.find((option) => option.value === value)
  return (
    <>
      {value === OTHER && unsaved}
      <Dropdown trigger={['click']} menu={menu}>
        <Button
          className={current && 'is-current'}
          icon={<DownOutlined aria-hidden />}
          iconPosition="end"
          aria-label={current && `${title} ${current.label}`}
        >
          {current?.label ?? title}
        </Button>
      </Dropdown>
    </>
  )
}
