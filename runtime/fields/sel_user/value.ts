import { chosenValue } from '../parts/chosen-value.ts'

export const selUserDict = 'sys_user,realname,username'

export const selUserValue = chosenValue('sel_user', selUserDict)
