/** A name in the text of an expression: its parts, and where each of them begins. */
export interface NamePlace {
  path: readonly string[]
  starts: readonly number[]
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu
/** A text in quotes, a number, or a name; the name of a function has a bracket after it. */
const tokens =
  /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\d[\p{L}\p{N}.]*|([\p{L}_$][\p{L}\p{N}_$]*(?:\s*\.\s*[\p{L}_$][\p{L}\p{N}_$]*)*)(?![\p{L}\p{N}_$]|\s*\()/gu

/** The names in the text of an expression that parses, in their order; words such as `and` are among them. */
export function* namePlaces(text: string): Generator<NamePlace> {
  for (const { 1: name, index } of text.matchAll(tokens)) {
    if (name === undefined) continue
    const parts = [...name.matchAll(word)]
    yield { path: parts.map(([part]) => part), starts: parts.map((part) => index + part.index) }
  }
}

/** Where the texts in quotes with a content begin, after the quote. */
export function* literalPlaces(text: string, content: string): Generator<number> {
  for (const { 0: token, index } of text.matchAll(tokens))
    if (/^["']/.test(token) && token.slice(1, -1) === content) yield index + 1
}
