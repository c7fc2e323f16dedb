import type { AnyFieldValue, FieldValues } from '../schema/field-value.ts'
import { catTreeValue } from './cat_tree/value.ts'
import { checkboxValue } from './checkbox/value.ts'
import { dateValue } from './date/value.ts'
import { datetimeValue } from './datetime/value.ts'
import { fileValue } from './file/value.ts'
import { hiddenValue } from './hidden/value.ts'
import { imageValue } from './image/value.ts'
import { inputValue } from './input/value.ts'
import { inputNumberValue } from './inputNumber/value.ts'
import { monthValue } from './month/value.ts'
import { createRegistry } from './parts/registry.ts'
import { pcaValue } from './pca/value.ts'
import { popupValue } from './popup/value.ts'
import { radioValue } from './radio/value.ts'
import { selSearchValue } from './sel_search/value.ts'
import { selectValue } from './select/value.ts'
import { switchValue } from './switch/value.ts'
import { tableValue } from './table/value.ts'
import { textareaValue } from './textarea/value.ts'
import { timeValue } from './time/value.ts'
import { yearValue } from './year/value.ts'

/** Every word of the vocabulary. `index.ts` and `settings.ts` must have the same. */
export const values = {
  input: inputValue,
  inputNumber: inputNumberValue,
  textarea: textareaValue,
  date: dateValue,
  datetime: datetimeValue,
  select: selectValue,
  radio: radioValue,
  switch: switchValue,
  checkbox: checkboxValue,
  hidden: hiddenValue,
  popup: popupValue,
  cat_tree: catTreeValue,
  sel_search: selSearchValue,
  pca: pcaValue,
  image: imageValue,
  file: fileValue,
  time: timeValue,
  month: monthValue,
  year: yearValue,
  table: tableValue,
} satisfies Record<string, AnyFieldValue>

export type FieldWord = keyof typeof values

export const fieldValues: FieldValues = createRegistry<AnyFieldValue>(values)
