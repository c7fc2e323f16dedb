import { CloseOutlined, FilterOutlined } from '@ant-design/icons'
import { Button, Space, Tooltip } from 'antd'
import { builtInActions } from '#runtime/schema/action-codes.ts'

interface Props {
  title?: string
  /** Records are filtered by an advanced query now. */
  isActive: boolean
  disabled?: boolean
  onOpen(): void
  onClear(): void
}

/** The button of the advanced query; while there is one, it is marked, and a second button removes the query. */
export function AdvancedButton({
  title = builtInActions.superQuery,
  isActive,
  disabled,
  onOpen,
  onClear,
}: Props) {
  if (!isActive)
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
          onClick={onClear}
        />
      </Tooltip>
    </Space.Compact>
  )
}
