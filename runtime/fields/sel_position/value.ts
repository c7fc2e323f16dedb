import { chosenValue } from '../parts/chosen-value.ts'

export const selPositionDict = 'sys_position,name,code'

export const selPositionValue = chosenValue('sel_position', selPositionDict)
