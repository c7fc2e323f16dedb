import Type from 'typebox'
import { storedFileSettings } from '#runtime/schema/language/field.ts'
import { type Language, languages } from './languages.ts'

const words = Object.keys(languages) as Language[]

export const codeSettings = { language: Type.Optional(Type.Union(words.map((word) => Type.Literal(word)))) }

/** Where its pictures are kept. */
export const umeditorSettings = { biz: storedFileSettings.biz }

/** Where its pictures are kept. */
export const markdownSettings = { biz: storedFileSettings.biz }

export const richFamilySettings = {
  code: codeSettings,
  umeditor: umeditorSettings,
  markdown: markdownSettings,
}
