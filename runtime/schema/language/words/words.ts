/** A word of the language: its short title, what it means, and the shortest example of its value (JSON). */
export type KeywordDoc = readonly [title: string, text: string, example?: string]
/** By place: `validateRules.pattern` is that word under that one; what many places share stands once, by its last part. */
export type Words = Readonly<Record<string, KeywordDoc>>
