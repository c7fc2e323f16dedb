import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import type { ReferenceSettings } from '#runtime/schema/language/settings.ts'
import { userDict } from '#runtime/schema/types.ts'
import { referenceValue } from '../kit/reference/reference-value.ts'

/** A key of the institution's people and their parts. */
const personValue = (
  type: string,
  dict: string,
  keyTitle: string,
): FieldValue<string, ReferenceSettings> => ({
  ...referenceValue(type, dict),
  canGroup: true,
  keyTitle,
})

/** Stores ids; with a dictionary of organisation codes it stores codes. */
export const selDepartDict = 'tree:depart'

export const selDepartValue = personValue('sel_depart', selDepartDict, '主键')

export const selUserValue: FieldValue<string, ReferenceSettings> = {
  ...personValue('sel_user', userDict, '账号'),
  usualFor: 'user',
}

export const selRoleDict = 'sys_role,role_name,id'

export const selRoleValue = personValue('sel_role', selRoleDict, '主键')

export const selPositionDict = 'sys_position,name,code'

export const selPositionValue = personValue('sel_position', selPositionDict, '职务编码')

export const peopleValues = {
  sel_depart: selDepartValue,
  sel_user: selUserValue,
  sel_role: selRoleValue,
  sel_position: selPositionValue,
} satisfies Record<string, AnyFieldValue>
