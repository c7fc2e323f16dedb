import { pathsValue } from '../parts/paths.ts'

export const fileValue = pathsValue('file', { offList: true })
