import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { chosenValue } from '../kit/chosen/chosen-value.ts'

/** Keeps ids; a dictionary of organisation codes makes it keep those. */
export const selDepartDict = 'tree:depart'

export const selDepartValue = chosenValue('sel_depart', selDepartDict)

export const selUserDict = 'sys_user,realname,username'

export const selUserValue = chosenValue('sel_user', selUserDict)

export const selRoleDict = 'sys_role,role_name,id'

export const selRoleValue = chosenValue('sel_role', selRoleDict)

export const selPositionDict = 'sys_position,name,code'

export const selPositionValue = chosenValue('sel_position', selPositionDict)

export const peopleValues = {
  sel_depart: selDepartValue,
  sel_user: selUserValue,
  sel_role: selRoleValue,
  sel_position: selPositionValue,
} satisfies Record<string, AnyFieldValue>
