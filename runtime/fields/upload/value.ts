import { pathsValue } from '../parts/paths.ts'

/** Files of any kind; the word that column definitions use where forms say `file`. */
export const uploadValue = pathsValue('upload', { offList: true })
