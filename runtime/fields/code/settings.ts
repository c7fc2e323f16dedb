import Type from 'typebox'
import { type Language, languages } from './languages.ts'

const words = Object.keys(languages) as Language[]

export const codeSettings = { language: Type.Optional(Type.Union(words.map((word) => Type.Literal(word)))) }
