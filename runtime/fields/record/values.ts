import type { Mapping } from '#runtime/record/paste/destination-values.ts'
import type { CountSettings } from '#runtime/record/rows/counted-row.ts'
import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import type { PickerLookup } from '#runtime/schema/picker-lookup.ts'
import { type ReferenceSettings, referenceValue } from '../kit/reference/reference-value.ts'
import { textValue } from '../kit/text/text-value.ts'

export interface PopupSettings extends CountSettings {
  popupCode: string
  multi?: boolean
  allowInput?: boolean
  onPick?: PickerLookup
}

export const popupValue = textValue<PopupSettings>('popup', 200, {
  dataType: 'choice',
  canGroup: true,
  isOfForm: true,
  fillsFrom: 'picker',
})

export interface LinkTableSettings extends ReferenceSettings, Partial<Mapping> {
  /** The picker that chooses the records. */
  popupCode: string
  /** The dictionary of the records: the stored key of each, and its text. */
  dictCode: string
  /** `card` draws the picker's columns of every linked record. */
  showType?: 'select' | 'card'
}

/** The keys of records of another table; the server sends their texts and refuses keys without a record. */
export const linkTableValue: FieldValue<string, LinkTableSettings> = {
  ...(referenceValue('link_table', '') as FieldValue<string, LinkTableSettings>),
  fillsFrom: 'picker',
}

export const recordValues = {
  popup: popupValue,
  link_table: linkTableValue,
} satisfies Record<string, AnyFieldValue>
