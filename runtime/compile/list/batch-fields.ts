import { formFields, isReadOnly } from '#runtime/schema/derive.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/** The fields of the form that the user may edit, without detail tables and without the state, which moves change. */
const editableFields = (screen: ScreenDocument, can: (code: string) => boolean): Field[] =>
  formFields(screen, 'edit').filter(
    (field) =>
      !isDetail(field) &&
      !isReadOnly(field) &&
      field.key !== screen.flow?.field &&
      [field.access?.read, field.access?.edit].every((code) => code === undefined || can(code)),
  )

/** The fields that 批量修改 offers: those without values that only one record may have. */
export const batchFields = (screen: ScreenDocument, can: (code: string) => boolean): Field[] =>
  editableFields(screen, can).filter(
    ({ validateRules }) => !validateRules?.some(({ unique }) => unique === true),
  )

/** The keys of the fields that can be edited in a row of the list: those that depend on no other value of the form. */
export const rowKeys = (screen: ScreenDocument, can: (code: string) => boolean): ReadonlySet<string> =>
  new Set(
    editableFields(screen, can)
      .filter(({ showIf, disableIf }) => showIf === undefined && disableIf === undefined)
      .map(({ key }) => key),
  )
