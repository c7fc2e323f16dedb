import { pathsValue } from '../parts/paths.ts'

export const imageValue = pathsValue('image')
