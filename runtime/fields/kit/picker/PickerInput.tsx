import { SearchOutlined } from '@ant-design/icons'
import { type InputRef, Popover } from 'antd'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { CommonField } from '#runtime/schema/types.ts'
import { bufferKeystrokes } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { ControlProps } from '../../../contract/contract.ts'
import { inputProps } from '../aria.ts'
import type { PendingText } from '../text/usePendingText.ts'
import { optionId, SuggestionList } from './suggest/SuggestionList.tsx'
import type { Suggest } from './suggest/suggest.ts'
import { useTypedSearch } from './suggest/useTypedSearch.ts'

interface Props
  extends Pick<
    ControlProps,
    'id' | 'disabled' | 'invalid' | 'placeholder' | 'autoFocus' | 'size' | 'onBlur' | 'cell' | 'onEntered'
  > {
  field: CommonField
  text: string
  /** The full text if the displayed one is cut. */
  hint?: string
  /** The typed text is a value of its own. */
  canType?: boolean
  onText?(text: string): void
  onClear(): void
  /** The typed text that has no record (yet); absent where any text is a value. */
  pending?: PendingText
  /** Finds the records for a typed text; without it the input only opens the dialog. */
  suggest?: Suggest
  /** The dialog to open, with the records that the typed text finds; it closes itself by the given function. */
  dialog(close: () => void, typedText: string): ReactNode
}

/**
 * An input that suggests records while a user types, and opens a picker: by its icon, F4, or Alt and down; in a form
 * also by a click and Enter, in a detail cell by a double click. The typed text becomes the search text of the picker.
 */
export function PickerInput({ text, hint, onClear, dialog, ...props }: Props) {
  const { field, disabled, placeholder, autoFocus, size, cell, canType, suggest } = props
  const [isDialogOpen, setDialogOpen] = useState(cell?.isBrowsing === true && !disabled)
  const [searchText, setSearchText] = useState('')
  const input = useRef<InputRef>(null)
  const listId = useId()
  const search = useTypedSearch({ ...props, onClear })
  const { suggestions } = search
  const close = () => {
    setDialogOpen(false)
    input.current?.focus()
  }
  const open = () => {
    if (disabled) return
    const typed = search.typed ?? ''
    search.reset()
    setSearchText(typed)
    setDialogOpen(true)
    if (typed !== '') bufferKeystrokes(typed)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || disabled) return
    const { key } = event
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const isUntouched = search.typed === null && !canType
    if (key === 'F4' || (event.altKey && key === 'ArrowDown')) open()
    else if (key === 'Enter' && isPlain) suggestions.isOpen ? search.enter(entered) : open()
    else if (key === 'Escape' && suggestions.isOpen) search.reset()
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && isPlain && suggest)
      search.move(key === 'ArrowDown' ? 1 : -1)
    else if (isUntouched && (key === 'Delete' || key === 'Backspace')) onClear()
    else {
      // The first letter replaces the text of the record.
      if (isUntouched && isPlain && (key.length === 1 || key === 'Process')) input.current?.select()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const entered = (hasValue: boolean) => {
    if (cell && (hasValue || canType)) cell.goOn()
    else if (hasValue) props.onEntered?.()
    else if (canType && !hasValue) open()
  }
  const scan = useRef(() => {
    if (!cell?.scannedCode) return
    search.type(cell.scannedCode)
    search.enter(entered)
  })
  // The grid is still opening the cell, which the scan closes again.
  useEffect(() => {
    const { current: enterCode } = scan
    queueMicrotask(enterCode)
  }, [])
  return (
    <>
      <Popover
        open={suggestions.isOpen && !isDialogOpen}
        trigger={[]}
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        styles={{ body: { padding: 4 } }}
        content={<SuggestionList id={listId} suggestions={suggestions} onTake={search.take} />}
      >
        <Input
          ref={input}
          {...inputProps({ ...props, invalid: props.invalid || search.isUnread })}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={suggestions.isOpen && !isDialogOpen}
          aria-controls={suggestions.isOpen ? listId : undefined}
          aria-activedescendant={search.markedIndex < 0 ? undefined : optionId(listId, search.markedIndex)}
          autoComplete="off"
          title={hint}
          value={canType ? text : (search.typed ?? text)}
          disabled={disabled}
          allowClear
          placeholder={placeholder ?? field.placeholder ?? '请选择'}
          autoFocus={autoFocus}
          size={size}
          suffix={<SearchOutlined aria-hidden onClick={open} />}
          // A touch on a form field opens the dialog, so the keyboard of the screen would only cover it.
          inputMode={canType || cell ? undefined : 'none'}
          onClick={(event) => !canType && (!cell || event.detail === 2) && open()}
          onKeyDown={press}
          onPaste={() => search.typed === null && !canType && input.current?.select()}
          onBlur={isDialogOpen ? undefined : search.leave}
          onChange={({ target }) => search.type(target.value)}
        />
      </Popover>
      {isDialogOpen && (
        <StopPropagation>
          <Suspense fallback={null}>{dialog(close, searchText)}</Suspense>
        </StopPropagation>
      )}
    </>
  )
}
