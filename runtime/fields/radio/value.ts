import { choiceValue } from '../parts/choice.ts'

export const radioValue = choiceValue('radio')
