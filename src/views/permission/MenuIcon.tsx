import { Button, Empty, type InputRef, Popover, Space } from 'antd'
import Search from 'antd/es/input/Search'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { iconNames, iconWord } from '#runtime/schema/names/icon-names.ts'
import { iconTitles } from '#runtime/schema/names/icon-titles.ts'
import { NamedIcon } from '#runtime/ui/icons/NamedIcon.tsx'
import './permission.css'

interface ChoiceProps {
  chosen: string | null
  input: Ref<InputRef>
  onChoose(name: string): void
}

/** The button above or below: the first one past the end of the line whose left edge is as near as possible. */
function findInNextLine(buttons: readonly HTMLElement[], at: number, step: 1 | -1): HTMLElement | undefined {
  const from = buttons[at]?.getBoundingClientRect()
  const others = step === 1 ? buttons.slice(at + 1) : buttons.slice(0, at).reverse()
  return (
    from &&
    others.find((button) => {
      const { left, top } = button.getBoundingClientRect()
      return top !== from.top && Math.abs(left - from.left) < from.width / 2
    })
  )
}

/** Moves the focus in the grid by the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowRight: buttons[at + 1],
    ArrowLeft: buttons[at - 1],
    ArrowDown: findInNextLine(buttons, at, 1),
    ArrowUp: findInNextLine(buttons, at, -1),
    Home: buttons[0],
    End: buttons.at(-1),
  }
  if (!Object.hasOwn(targets, event.key)) return
  event.preventDefault()
  targets[event.key]?.focus()
}

/** All icons of the language, found by their names and by what they show. */
function IconChoice({ chosen, input, onChoose }: ChoiceProps) {
  const [word, setWord] = useState('')
  const wanted = word.trim().toLowerCase()
  const found = iconNames.filter((name) => name.includes(wanted) || iconTitles[name].includes(wanted))
  const [first] = found
  // One icon of the grid is a stop of the key Tab.
  const stop = found.find((name) => name === chosen) ?? first
  return (
    <div className="view-menu-icons">
      <Search
        allowClear
        ref={input}
        placeholder="按名称或中文查找，如 book、书"
        aria-label="查找图标"
        value={word}
        onChange={({ target }) => setWord(target.value)}
        onSearch={() => first && wanted !== '' && onChoose(first)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend */}
      <div className="view-menu-icon-grid" role="group" aria-label="图标" onKeyDown={moveFocus}>
        {found.map((name) => (
          <Button
            key={name}
            type={name === chosen ? 'default' : 'text'}
            aria-label={`${iconTitles[name]} ${name}`}
            aria-pressed={name === chosen}
            tabIndex={name === stop ? 0 : -1}
            title={`${iconTitles[name]} ${name}`}
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
  // Another server may have icons that the language has not.
  const listed = iconNames.find((name) => name === chosen)
  const chosenTitle = listed ? iconTitles[listed] : (chosen ?? '选择图标')
  const isFixed = disabled || readOnly
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<InputRef>(null)
  return (
    <Space.Compact block className="view-menu-icon">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen && !isFixed}
        destroyOnHidden
        // A popover that is still hidden takes no focus.
        afterOpenChange={(open) => open && input.current?.focus()}
        onOpenChange={(open) => {
          setOpen(open)
          if (!open) onBlur?.()
        }}
        content={
          <IconChoice
            chosen={chosen}
            input={input}
            onChoose={(name) => {
              onChange(name)
              setOpen(false)
              opener.current?.focus()
            }}
          />
        }
      >
        <Button
          ref={opener}
          id={id}
          disabled={isFixed}
          icon={chosen && <NamedIcon name={chosen} />}
          title={chosen ?? ''}
        >
          {chosenTitle}
        </Button>
      </Popover>
      {chosen !== null && !isFixed && <Button onClick={() => onChange(null)}>清除</Button>}
    </Space.Compact>
  )
}
