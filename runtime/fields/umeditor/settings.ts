import { storedFileSettings } from '../../schema/language/field.ts'

/** Where its pictures are kept. */
export const umeditorSettings = { biz: storedFileSettings.biz }
