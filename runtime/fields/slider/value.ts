import { levelValue } from '../parts/level.ts'

export const sliderValue = levelValue('slider')
