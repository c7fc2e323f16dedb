import { codeValue } from '../parts/choice.ts'

export interface SelSearchSettings {
  dictCode: string
}

/** A value of a dictionary too long to load: searched by text, and drawn with the text the server sends along. */
export const selSearchValue = codeValue('sel_search', ['eq', 'ne'])
