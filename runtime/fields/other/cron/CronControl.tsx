import { FieldTimeOutlined } from '@ant-design/icons'
import { Button, type InputRef, Space } from 'antd'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { MAX_CRON_LENGTH } from '#runtime/kernel/cron/max-length.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { ControlProps } from '../../../contract/contract.ts'
import { inputProps } from '../../kit/aria.ts'
import { ReadOnlyText } from '../../kit/text/ReadOnlyText.tsx'
import { useUnreadText } from '../../kit/text/useUnreadText.ts'
import { CronExplanation } from './CronExplanation.tsx'
import { readCronText } from './cron-value.ts'

const CronDialog = lazyPart(async () => (await import('./CronDialog.tsx')).CronDialog)

/**
 * An expression, typed by hand or built in the dialog (by its button, F4, or Alt and down); its explanation is below. The
 * typed text is read on blur, Enter and Ctrl+S.
 */
export function CronControl(props: ControlProps<string>) {
  const { value, field, disabled, readOnly, placeholder, autoFocus, size, cell, onBlur } = props
  const { unread, commit, set } = useUnreadText(props, (text) => readCronText(text, field))
  const [draft, setDraft] = useState<string | null>(null)
  const [isDialogOpen, setDialogOpen] = useState(cell?.isBrowsing === true && !disabled)
  const input = useRef<InputRef>(null)
  const explanationId = useId()
  const isCompact = size === 'small'
  const text = draft ?? unread?.shortText ?? value ?? ''
  // The form shows the fault of a committed text itself.
  const isExplained = !isCompact && text !== '' && !(draft === null && props.invalid)
  const explanation = (
    <div id={explanationId} aria-live="polite">
      {isExplained && <CronExplanation text={text} isCommitted={draft === null} />}
    </div>
  )
  if (readOnly)
    return (
      <div>
        <ReadOnlyText {...props} text={value ?? ''} />
        {explanation}
      </div>
    )
  const read = () => {
    if (draft === null) return
    setDraft(null)
    commit(draft)
  }
  const close = () => {
    setDialogOpen(false)
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || disabled) return
    const isSaveKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    if (event.key === 'F4' || (event.altKey && event.key === 'ArrowDown')) {
      event.preventDefault()
      event.stopPropagation()
      setDialogOpen(true)
    } else if (event.key === 'Enter' || isSaveKey) read()
  }
  return (
    <div>
      <Space.Compact block size={size}>
        <Input
          {...inputProps({ ...props, invalid: props.invalid || unread !== null })}
          ref={input}
          aria-describedby={isExplained ? explanationId : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          disabled={disabled}
          placeholder={placeholder ?? field.placeholder ?? '秒 分 时 日 月 周 年'}
          autoFocus={autoFocus}
          maxLength={field.length ?? MAX_CRON_LENGTH}
          onKeyDown={press}
          onBlur={() => {
            read()
            onBlur?.()
          }}
          onChange={(event) => setDraft(event.target.value)}
        />
        <Button
          icon={<FieldTimeOutlined aria-hidden />}
          aria-label={`设置${getTitle(field)}`}
          title="设置"
          disabled={disabled}
          onClick={() => setDialogOpen(true)}
        />
      </Space.Compact>
      {!isCompact && explanation}
      {isDialogOpen && (
        <StopPropagation>
          <Suspense fallback={null}>
            <CronDialog
              title={getTitle(field)}
              text={text}
              maxLength={field.length ?? MAX_CRON_LENGTH}
              onClose={close}
              onBuilt={(built) => {
                setDraft(null)
                set(built)
                close()
              }}
            />
          </Suspense>
        </StopPropagation>
      )}
    </div>
  )
}
