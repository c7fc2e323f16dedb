import { choiceValue } from '../parts/choice.ts'

export const selectValue = choiceValue('select')
