import { Button } from 'antd'
import Input, { type InputProps } from 'antd/es/input/Input'
import { useState } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'

interface Props {
  control: ControlProps
  /** Further properties of the input. */
  input: InputProps
  label: string
  isReady: boolean
  /** Sends the message; resolves to the text of the answer. */
  send(): Promise<string>
}

/** An input with a button that sends a message, and a notice with the result. */
export function SendField({ control, input, label, isReady, send }: Props) {
  const { value, onChange, onBlur, id, disabled, invalid, placeholder, autoFocus } = control
  const { notify } = useServices()
  const [isSending, setSending] = useState(false)
  const start = async () => {
    setSending(true)
    try {
      notify('success', await send())
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <Input
        id={id}
        value={String(value ?? '')}
        placeholder={placeholder}
        autoFocus={autoFocus}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        aria-invalid={invalid || undefined}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        onBlur={onBlur}
        {...input}
      />
      <Button disabled={disabled || !isReady} loading={isSending} onClick={() => void start()}>
        {label}
      </Button>
    </div>
  )
}
