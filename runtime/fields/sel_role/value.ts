import { chosenValue } from '../parts/chosen-value.ts'

export const selRoleDict = 'sys_role,role_name,id'

export const selRoleValue = chosenValue('sel_role', selRoleDict)
