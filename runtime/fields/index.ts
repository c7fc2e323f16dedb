import { catTreeType } from './cat_tree/index.tsx'
import { checkboxType } from './checkbox/index.tsx'
import { checkboxGroupType } from './checkbox_group/index.tsx'
import { codeType } from './code/index.tsx'
import type { AnyFieldType, FieldTypes } from './contract.ts'
import { dateType } from './date/index.tsx'
import { datetimeType } from './datetime/index.tsx'
import { fileType } from './file/index.tsx'
import { hiddenType } from './hidden/index.tsx'
import { imageType } from './image/index.tsx'
import { inputType } from './input/index.tsx'
import { inputPopType } from './input_pop/index.tsx'
import { inputNumberType } from './inputNumber/index.tsx'
import { linkType } from './link/index.tsx'
import { linkDownType } from './link_down/index.tsx'
import { linkTableType } from './link_table/index.tsx'
import { listMultiType } from './list_multi/index.tsx'
import { markdownType } from './markdown/index.tsx'
import { monthType } from './month/index.tsx'
import { normalType } from './normal/index.tsx'
import { loadPanel } from './parts/panels.ts'
import { createRegistry } from './parts/registry.ts'
import { withWidget } from './parts/with-widget.tsx'
import { passwordType } from './password/index.tsx'
import { pcaType } from './pca/index.tsx'
import { popupType } from './popup/index.tsx'
import { progressType } from './progress/index.tsx'
import { qrcodeType } from './qrcode/index.tsx'
import { radioType } from './radio/index.tsx'
import { selDepartType } from './sel_depart/index.tsx'
import { selPositionType } from './sel_position/index.tsx'
import { selRoleType } from './sel_role/index.tsx'
import { selSearchType } from './sel_search/index.tsx'
import { selTreeType } from './sel_tree/index.tsx'
import { selUserType } from './sel_user/index.tsx'
import { selectType } from './select/index.tsx'
import { slideVerifyType } from './slide_verify/index.tsx'
import { sliderType } from './slider/index.tsx'
import { slotType } from './slot/index.tsx'
import { switchType } from './switch/index.tsx'
import { tableType } from './table/index.tsx'
import { tagsType } from './tags/index.tsx'
import { textareaType } from './textarea/index.tsx'
import { timeType } from './time/index.tsx'
import { umeditorType } from './umeditor/index.tsx'
import { uploadType } from './upload/index.tsx'
import type { FieldWord } from './values.ts'
import { yearType } from './year/index.tsx'

/** Every type with its faces. A word of `values.ts` that is missing here does not compile. */
const types = {
  input: inputType,
  inputNumber: inputNumberType,
  textarea: textareaType,
  date: dateType,
  datetime: datetimeType,
  select: selectType,
  radio: radioType,
  switch: switchType,
  checkbox: checkboxType,
  hidden: hiddenType,
  popup: popupType,
  cat_tree: catTreeType,
  sel_search: selSearchType,
  pca: pcaType,
  image: imageType,
  file: fileType,
  time: timeType,
  month: monthType,
  year: yearType,
  password: passwordType,
  slider: sliderType,
  progress: progressType,
  list_multi: listMultiType,
  checkbox_group: checkboxGroupType,
  input_pop: inputPopType,
  normal: normalType,
  slot: slotType,
  tags: tagsType,
  link: linkType,
  qrcode: qrcodeType,
  slide_verify: slideVerifyType,
  sel_tree: selTreeType,
  sel_depart: selDepartType,
  sel_user: selUserType,
  sel_role: selRoleType,
  sel_position: selPositionType,
  upload: uploadType,
  code: codeType,
  umeditor: umeditorType,
  markdown: markdownType,
  link_table: linkTableType,
  link_down: linkDownType,
  table: tableType,
} satisfies Record<FieldWord, AnyFieldType>

/** What types leave to the house: a registered widget in place of their faces, the panel of their settings. */
const complete = (type: AnyFieldType): AnyFieldType =>
  withWidget({ ...type, designer: { settings: () => loadPanel(type.type), ...type.designer } })

export const fieldTypes: FieldTypes = createRegistry<AnyFieldType>(
  Object.fromEntries(Object.entries(types).map(([word, type]) => [word, complete(type)])),
)
