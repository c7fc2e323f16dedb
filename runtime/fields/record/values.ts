import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import { referenceValue } from '../kit/reference/reference-value.ts'
import { textValue } from '../kit/text/text-value.ts'
import type { RecordFamily } from './settings.ts'

export const popupValue = textValue<RecordFamily['popup']>('popup', 200, {
  dataType: 'choice',
  canGroup: true,
  isOfForm: true,
  fillsFrom: 'picker',
  readsAs: ({ multi }) => (multi ? { is: 'several', isNames: true } : undefined),
})

/** The keys of records of another table; the server sends their texts and refuses keys without a record. */
export const linkTableValue: FieldValue<string, RecordFamily['link_table']> = {
  ...(referenceValue('link_table', '') as FieldValue<string, RecordFamily['link_table']>),
  fillsFrom: 'picker',
}

export const recordValues = {
  popup: popupValue,
  link_table: linkTableValue,
} satisfies Record<string, AnyFieldValue>
