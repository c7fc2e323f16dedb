import type { AnyFieldValue, FieldValues } from '../schema/field-value.ts'
import { catTreeValue } from './cat_tree/value.ts'
import { checkboxValue } from './checkbox/value.ts'
import { checkboxGroupValue } from './checkbox_group/value.ts'
import { codeValue } from './code/value.ts'
import { dateValue } from './date/value.ts'
import { datetimeValue } from './datetime/value.ts'
import { fileValue } from './file/value.ts'
import { hiddenValue } from './hidden/value.ts'
import { imageValue } from './image/value.ts'
import { inputValue } from './input/value.ts'
import { inputPopValue } from './input_pop/value.ts'
import { inputNumberValue } from './inputNumber/value.ts'
import { linkValue } from './link/value.ts'
import { linkDownValue } from './link_down/value.ts'
import { linkTableValue } from './link_table/value.ts'
import { listMultiValue } from './list_multi/value.ts'
import { markdownValue } from './markdown/value.ts'
import { monthValue } from './month/value.ts'
import { normalValue } from './normal/value.ts'
import { createRegistry } from './parts/registry.ts'
import { passwordValue } from './password/value.ts'
import { pcaValue } from './pca/value.ts'
import { popupValue } from './popup/value.ts'
import { progressValue } from './progress/value.ts'
import { qrcodeValue } from './qrcode/value.ts'
import { radioValue } from './radio/value.ts'
import { selDepartValue } from './sel_depart/value.ts'
import { selPositionValue } from './sel_position/value.ts'
import { selRoleValue } from './sel_role/value.ts'
import { selSearchValue } from './sel_search/value.ts'
import { selTreeValue } from './sel_tree/value.ts'
import { selUserValue } from './sel_user/value.ts'
import { selectValue } from './select/value.ts'
import { slideVerifyValue } from './slide_verify/value.ts'
import { sliderValue } from './slider/value.ts'
import { slotValue } from './slot/value.ts'
import { switchValue } from './switch/value.ts'
import { tableValue } from './table/value.ts'
import { tagsValue } from './tags/value.ts'
import { textareaValue } from './textarea/value.ts'
import { timeValue } from './time/value.ts'
import { umeditorValue } from './umeditor/value.ts'
import { uploadValue } from './upload/value.ts'
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
  password: passwordValue,
  slider: sliderValue,
  progress: progressValue,
  list_multi: listMultiValue,
  checkbox_group: checkboxGroupValue,
  input_pop: inputPopValue,
  normal: normalValue,
  slot: slotValue,
  tags: tagsValue,
  link: linkValue,
  qrcode: qrcodeValue,
  slide_verify: slideVerifyValue,
  sel_tree: selTreeValue,
  sel_depart: selDepartValue,
  sel_user: selUserValue,
  sel_role: selRoleValue,
  sel_position: selPositionValue,
  upload: uploadValue,
  code: codeValue,
  umeditor: umeditorValue,
  markdown: markdownValue,
  link_table: linkTableValue,
  link_down: linkDownValue,
  table: tableValue,
} satisfies Record<string, AnyFieldValue>

export type FieldWord = keyof typeof values

export const fieldValues: FieldValues = createRegistry<AnyFieldValue>(values)
