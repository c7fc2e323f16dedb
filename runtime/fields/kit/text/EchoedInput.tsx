import type { ControlProps } from '../../contract.ts'
import { ariaProps } from '../aria.ts'
import { type EchoSetup, useEcho } from './useEcho.ts'
import './echoed-input.css'

interface Props
  extends Pick<ControlProps, 'id' | 'field' | 'invalid' | 'placeholder' | 'autoFocus'>,
    EchoSetup {
  inputMode?: 'decimal'
}

/** One line that is typed in inside its cell, which is its frame. */
export function Entry({ text, admit, tell, inputMode, autoFocus, placeholder, ...named }: Props) {
  return (
    <input
      {...ariaProps(named)}
      {...useEcho<HTMLInputElement>({ text, admit, tell })}
      className="pro-entry"
      autoComplete="off"
      inputMode={inputMode}
      placeholder={placeholder}
      // biome-ignore lint/a11y/noAutofocus: the cell was opened to be typed in
      autoFocus={autoFocus}
    />
  )
}
