import { CloseOutlined, SettingOutlined } from '@ant-design/icons'
import './settings.css'

interface Props {
  isOpen: boolean
  onToggle(): void
}

export function SettingsHandle({ isOpen, onToggle }: Props) {
  const Icon = isOpen ? CloseOutlined : SettingOutlined
  return (
    <button
      type="button"
      className="app-settings-handle"
      data-open={isOpen}
      aria-label={isOpen ? '收起系统设置' : '系统设置'}
      onClick={onToggle}
    >
      <Icon aria-hidden />
    </button>
  )
}
