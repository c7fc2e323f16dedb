import { type FamilySettings, fieldType, optional, words } from '#runtime/schema/language/property.ts'
import { storedFileSettings } from '#runtime/schema/language/settings.ts'
import { languages } from './code/languages.ts'

/** The directory of the pictures in the text. */
const { biz } = storedFileSettings

export const richFamilySettings = {
  code: {
    type: fieldType('code', '代码', '高亮显示，看的时候可换语言'),
    language: optional('语言', '', 'sql', words(languages)),
  },
  umeditor: {
    type: fieldType('umeditor', '富文本', '存 HTML，服务器只留允许的标签；不能查询，不作列'),
    biz,
  },
  markdown: {
    type: fieldType('markdown', 'Markdown', '存 Markdown 原文，显示时只留允许的内容；不作列'),
    biz,
  },
}

/** The settings of each type of the family, by its word. */
export type RichFamily = FamilySettings<typeof richFamilySettings>
