import type { ControlProps } from '../../../contract/contract.ts'
import { ariaProps } from '../aria.ts'
import { type EchoOptions, useEcho } from './useEcho.ts'
import './echoed-input.css'

interface Props
  extends Pick<ControlProps, 'id' | 'field' | 'invalid' | 'placeholder' | 'autoFocus'>,
    EchoOptions {
  inputMode?: 'decimal'
}

/** A single-line input inside a cell, which is its frame. */
export function EchoedInput({ text, admit, commit, inputMode, autoFocus, placeholder, ...named }: Props) {
  return (
    <input
      {...ariaProps(named)}
      {...useEcho<HTMLInputElement>({ text, admit, commit })}
      className="pro-echoed"
      autoComplete="off"
      inputMode={inputMode}
      placeholder={placeholder}
      // biome-ignore lint/a11y/noAutofocus: the cell was opened to be typed in
      autoFocus={autoFocus}
    />
  )
}
