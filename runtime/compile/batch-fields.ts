import { formFields, isReadOnly } from '#runtime/schema/derive.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/**
 * The fields that 批量修改 offers: those of the form that the user may edit, without detail tables, without values that
 * only one record may have, and without the state, which moves change.
 */
export const batchFields = (screen: ScreenDocument, can: (code: string) => boolean): Field[] =>
  formFields(screen, 'edit').filter(
    (field) =>
      !isDetail(field) &&
      !isReadOnly(field) &&
      field.key !== screen.flow?.field &&
      !field.validateRules?.some(({ unique }) => unique === true) &&
      [field.access?.read, field.access?.edit].every((code) => code === undefined || can(code)),
  )
