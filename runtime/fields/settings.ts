import type Type from 'typebox'
import { catTreeSettings } from './cat_tree/settings.ts'
import { checkboxSettings } from './checkbox/settings.ts'
import { checkboxGroupSettings } from './checkbox_group/settings.ts'
import { codeSettings } from './code/settings.ts'
import { dateSettings } from './date/settings.ts'
import { datetimeSettings } from './datetime/settings.ts'
import { fileSettings } from './file/settings.ts'
import { hiddenSettings } from './hidden/settings.ts'
import { imageSettings } from './image/settings.ts'
import { inputSettings } from './input/settings.ts'
import { inputPopSettings } from './input_pop/settings.ts'
import { inputNumberSettings } from './inputNumber/settings.ts'
import { linkSettings } from './link/settings.ts'
import { linkDownSettings } from './link_down/settings.ts'
import { linkTableSettings } from './link_table/settings.ts'
import { listMultiSettings } from './list_multi/settings.ts'
import { markdownSettings } from './markdown/settings.ts'
import { monthSettings } from './month/settings.ts'
import { normalSettings } from './normal/settings.ts'
import { passwordSettings } from './password/settings.ts'
import { pcaSettings } from './pca/settings.ts'
import { popupSettings } from './popup/settings.ts'
import { progressSettings } from './progress/settings.ts'
import { qrcodeSettings } from './qrcode/settings.ts'
import { radioSettings } from './radio/settings.ts'
import { selDepartSettings } from './sel_depart/settings.ts'
import { selPositionSettings } from './sel_position/settings.ts'
import { selRoleSettings } from './sel_role/settings.ts'
import { selSearchSettings } from './sel_search/settings.ts'
import { selTreeSettings } from './sel_tree/settings.ts'
import { selUserSettings } from './sel_user/settings.ts'
import { selectSettings } from './select/settings.ts'
import { slideVerifySettings } from './slide_verify/settings.ts'
import { sliderSettings } from './slider/settings.ts'
import { slotSettings } from './slot/settings.ts'
import { switchSettings } from './switch/settings.ts'
import { tableSettings } from './table/settings.ts'
import { tagsSettings } from './tags/settings.ts'
import { textareaSettings } from './textarea/settings.ts'
import { timeSettings } from './time/settings.ts'
import { umeditorSettings } from './umeditor/settings.ts'
import { uploadSettings } from './upload/settings.ts'
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
  password: passwordSettings,
  slider: sliderSettings,
  progress: progressSettings,
  list_multi: listMultiSettings,
  checkbox_group: checkboxGroupSettings,
  input_pop: inputPopSettings,
  normal: normalSettings,
  slot: slotSettings,
  tags: tagsSettings,
  link: linkSettings,
  qrcode: qrcodeSettings,
  slide_verify: slideVerifySettings,
  sel_tree: selTreeSettings,
  sel_depart: selDepartSettings,
  sel_user: selUserSettings,
  sel_role: selRoleSettings,
  sel_position: selPositionSettings,
  upload: uploadSettings,
  code: codeSettings,
  umeditor: umeditorSettings,
  markdown: markdownSettings,
  link_table: linkTableSettings,
  link_down: linkDownSettings,
  table: tableSettings,
}) satisfies Readonly<Record<FieldWord, Readonly<Record<string, Type.TSchema>>>>
