import type { OnPick } from '../parts/on-pick.ts'
import { textValue } from '../parts/text-value.ts'

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
