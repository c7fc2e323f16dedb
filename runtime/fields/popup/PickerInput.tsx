import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import type { Row } from '../../data/list-source.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldOf } from '../../schema/types.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { Shield } from '../parts/Shield.tsx'
import type { PopupSettings } from './value.ts'

const PickerModal = lazy(async () => ({
  default: (await import('../parts/picker/PickerModal.tsx')).PickerModal,
}))

interface Props
  extends Pick<
    ControlProps<string, PopupSettings>,
    'id' | 'disabled' | 'invalid' | 'placeholder' | 'autoFocus' | 'size' | 'onBlur'
  > {
  field: FieldOf<PopupSettings>
  text: string
  canType: boolean
  many: boolean
  onText(text: string): void
  onClear(): void
  onPick(rows: Row[]): void
  /** A detail cell is opened in order to pick, so the picker comes with it. */
  opensAtOnce?: boolean
}

/** An input that opens a picker: by click or Enter; where typing is allowed, by its icon or Enter. */
export function PickerInput({ text, canType, many, onText, onClear, onPick, opensAtOnce, ...props }: Props) {
  const { field, disabled, placeholder, autoFocus, size, onBlur } = props
  const [isOpen, setOpen] = useState(opensAtOnce === true && !props.disabled)
  const input = useRef<InputRef>(null)
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  const open = () => !disabled && setOpen(true)
  const press = (event: KeyboardEvent) => {
    const isClearing = !canType && !disabled && (event.key === 'Delete' || event.key === 'Backspace')
    if (event.key === 'Enter') open()
    else if (isClearing) onClear()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <Input
        ref={input}
        {...inputProps(props)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        value={text}
        readOnly={!canType}
        disabled={disabled}
        allowClear
        placeholder={placeholder ?? field.placeholder ?? '请选择'}
        autoFocus={autoFocus}
        size={size}
        suffix={<SearchOutlined aria-hidden onClick={open} />}
        onClick={canType ? undefined : open}
        onKeyDown={press}
        onBlur={isOpen ? undefined : onBlur}
        onChange={(event) => (event.target.value === '' ? onClear() : onText(event.target.value))}
      />
      {isOpen && (
        <Shield>
          <Suspense fallback={null}>
            <PickerModal
              code={field.popupCode}
              many={many}
              title={titleOf(field)}
              onClose={close}
              onPick={(rows) => {
                close()
                onPick(rows)
              }}
            />
          </Suspense>
        </Shield>
      )}
    </>
  )
}
