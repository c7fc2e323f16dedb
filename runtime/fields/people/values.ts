import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { userDict } from '#runtime/schema/types.ts'
import { referenceValue } from '../kit/reference/reference-value.ts'

/** Stores ids; with a dictionary of organisation codes it stores codes. */
export const selDepartDict = 'tree:depart'

export const selDepartValue = referenceValue('sel_depart', selDepartDict)

export const selUserValue = referenceValue('sel_user', userDict)

export const selRoleDict = 'sys_role,role_name,id'

export const selRoleValue = referenceValue('sel_role', selRoleDict)

export const selPositionDict = 'sys_position,name,code'

export const selPositionValue = referenceValue('sel_position', selPositionDict)

export const peopleValues = {
  sel_depart: selDepartValue,
  sel_user: selUserValue,
  sel_role: selRoleValue,
  sel_position: selPositionValue,
} satisfies Record<string, AnyFieldValue>
