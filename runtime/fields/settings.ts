import type Type from 'typebox'
import { catTreeSettings } from './cat_tree/settings.ts'
import { checkboxSettings } from './checkbox/settings.ts'
import { dateSettings } from './date/settings.ts'
import { datetimeSettings } from './datetime/settings.ts'
import { fileSettings } from './file/settings.ts'
import { hiddenSettings } from './hidden/settings.ts'
import { imageSettings } from './image/settings.ts'
import { inputSettings } from './input/settings.ts'
import { inputNumberSettings } from './inputNumber/settings.ts'
import { monthSettings } from './month/settings.ts'
import { pcaSettings } from './pca/settings.ts'
import { popupSettings } from './popup/settings.ts'
import { radioSettings } from './radio/settings.ts'
import { selSearchSettings } from './sel_search/settings.ts'
import { selectSettings } from './select/settings.ts'
import { switchSettings } from './switch/settings.ts'
import { tableSettings } from './table/settings.ts'
import { textareaSettings } from './textarea/settings.ts'
import { timeSettings } from './time/settings.ts'
import type { FieldWord } from './values.ts'
import { yearSettings } from './year/settings.ts'

/** What a field of each type may say in a document besides the common part. */
export const fieldSettings = Object.freeze({
  input: inputSettings,
  inputNumber: inputNumberSettings,
  textarea: textareaSettings,
  date: dateSettings,
  datetime: datetimeSettings,
  select: selectSettings,
  radio: radioSettings,
  switch: switchSettings,
  checkbox: checkboxSettings,
  hidden: hiddenSettings,
  popup: popupSettings,
  cat_tree: catTreeSettings,
  sel_search: selSearchSettings,
  pca: pcaSettings,
  image: imageSettings,
  file: fileSettings,
  time: timeSettings,
  month: monthSettings,
  year: yearSettings,
  table: tableSettings,
}) satisfies Readonly<Record<FieldWord, Readonly<Record<string, Type.TSchema>>>>
