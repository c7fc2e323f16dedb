import { CloseOutlined, FilterOutlined } from '@ant-design/icons'
import { Button, Space, Tooltip } from 'antd'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import type { List } from '../useList.ts'

interface Props {
  list: List
  title: string
  disabled?: boolean
  onOpen(): void
}

/** The button of the advanced query; while the list has one, it is marked, and a second button removes the query. */
export function AdvancedButton({ list, title, disabled, onOpen }: Props) {
  const { conditions } = list.state
  if (!hasAdvancedQuery(conditions))
    return (
      <Button
        type="text"
        icon={<FilterOutlined aria-hidden />}
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {title}
      </Button>
    )
  const clear = `清除${title}`
  return (
    <Space.Compact>
      <Button
        color="primary"
        variant="outlined"
        icon={<FilterOutlined aria-hidden />}
        aria-haspopup="dialog"
        aria-pressed
        onClick={onOpen}
      >
        {title}
      </Button>
      <Tooltip title={clear}>
        <Button
          color="primary"
          variant="outlined"
          aria-label={clear}
          icon={<CloseOutlined aria-hidden />}
          onClick={() => list.search(withoutAdvancedQuery(conditions))}
        />
      </Tooltip>
    </Space.Compact>
  )
}
