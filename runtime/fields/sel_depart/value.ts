import { chosenValue } from '../parts/chosen-value.ts'

/** Keeps ids; a dictionary of organisation codes makes it keep those. */
export const selDepartDict = 'tree:depart'

export const selDepartValue = chosenValue('sel_depart', selDepartDict)
