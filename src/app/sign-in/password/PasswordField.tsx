import { type KeyboardEvent, useState } from 'react'
import { TextField, type TextFieldProps } from '../fields/TextField.tsx'
import { Eye } from '../icons.tsx'

/** A password input: its text can be shown, and a hint appears while Caps Lock is on. */
export function PasswordField({ label, hint, ...field }: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const look = (event: KeyboardEvent) => setLocked(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={() => setLocked(false)}
      hint={
        <>
          <span role="status">{isLocked && '大写锁定已打开'}</span>
          {hint}
        </>
      }
      end={
        <button
          type="button"
          className="app-eye"
          aria-label={isShown ? `隐藏${label}` : `显示${label}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Eye crossed={isShown} />
        </button>
      }
    />
  )
}
