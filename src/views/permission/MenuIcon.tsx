import { Button, Empty, Popover, Space } from 'antd'
import Search from 'antd/es/input/Search'
import { useState } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { iconNames, iconWord } from '#runtime/schema/names/icon-names.ts'
import { NamedIcon } from '#runtime/ui/icons/NamedIcon.tsx'
import './permission.css'

interface ChoiceProps {
  chosen: string | null
  onChoose(name: string): void
}

/** All icons of the language, found by their names. */
function IconChoice({ chosen, onChoose }: ChoiceProps) {
  const [word, setWord] = useState('')
  const found = iconNames.filter((name) => name.includes(word.trim().toLowerCase()))
  return (
    <div className="view-menu-icons">
      <Search
        allowClear
        placeholder="按名称查找，如 book"
        aria-label="按名称查找图标"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <div className="view-menu-icon-grid">
        {found.map((name) => (
          <Button
            key={name}
            type={name === chosen ? 'default' : 'text'}
            aria-label={name}
            aria-pressed={name === chosen}
            title={name}
            icon={<NamedIcon name={name} />}
            onClick={() => onChoose(name)}
          />
        ))}
      </div>
      {found.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有这样的图标" />}
    </div>
  )
}

/** Chooses one of the icons that the menu can draw. */
export function MenuIcon({ id, value, onChange, onBlur, disabled, readOnly }: ControlProps) {
  const [isOpen, setOpen] = useState(false)
  const chosen = typeof value === 'string' && value !== '' ? iconWord(value) : null
  const isFixed = disabled || readOnly
  return (
    <Space.Compact>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen && !isFixed}
        destroyOnHidden
        onOpenChange={(open) => {
          setOpen(open)
          if (!open) onBlur?.()
        }}
        content={
          <IconChoice
            chosen={chosen}
            onChoose={(name) => {
              onChange(name)
              setOpen(false)
            }}
          />
        }
      >
        <Button id={id} disabled={isFixed} icon={chosen && <NamedIcon name={chosen} />}>
          {chosen ?? '选择图标'}
        </Button>
      </Popover>
      {chosen !== null && !isFixed && <Button onClick={() => onChange(null)}>清除</Button>}
    </Space.Compact>
  )
}
