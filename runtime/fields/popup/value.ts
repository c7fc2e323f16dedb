import type { OnPick } from '../parts/on-pick.ts'
import type { Mapping } from '../parts/picked.ts'
import { textValue } from '../parts/text-value.ts'

export interface PopupSettings extends Mapping {
  popupCode: string
  multi?: boolean
  allowInput?: boolean
  onPick?: OnPick
}

export const popupValue = textValue<PopupSettings>('popup', 200)
