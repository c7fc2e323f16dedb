import type { FieldValue } from '../../schema/field-value.ts'
import { type ChosenSettings, chosenValue } from '../parts/chosen-value.ts'
import type { Mapping } from '../parts/picked.ts'

export interface LinkTableSettings extends ChosenSettings, Partial<Mapping> {
  /** The picker that chooses the records. */
  popupCode: string
  /** The dictionary of the records: what is kept of each, and its text. */
  dictCode: string
  /** `card` draws the picker's columns of every linked record. */
  showType?: 'select' | 'card'
}

/** The keys of records of another table; the server sends their texts along and refuses those that are none. */
export const linkTableValue = chosenValue('link_table', '') as FieldValue<string, LinkTableSettings>
