import { textValue } from '../parts/text-value.ts'

/** After picking: what to ask the server with which keys, and which keys the answer fills. */
export interface OnPick {
  lookup: string
  send?: Record<string, string>
  fill: string[]
}

export interface PopupSettings {
  popupCode: string
  /** Keys of the picked record, and the keys of this record they are written to. */
  orgFields: string[]
  destFields: string[]
  multi?: boolean
  allowInput?: boolean
  onPick?: OnPick
}

export const popupValue = textValue<PopupSettings>('popup', 200)
