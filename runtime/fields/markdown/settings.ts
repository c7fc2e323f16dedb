import { storedFileSettings } from '../../schema/language/field.ts'

/** Where its pictures are kept. */
export const markdownSettings = { biz: storedFileSettings.biz }
