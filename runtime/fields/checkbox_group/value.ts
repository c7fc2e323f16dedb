import { multiValue } from '../parts/multi.ts'

export const checkboxGroupValue = multiValue('checkbox_group')
