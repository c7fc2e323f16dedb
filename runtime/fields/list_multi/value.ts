import { multiValue } from '../parts/multi.ts'

export const listMultiValue = multiValue('list_multi')
