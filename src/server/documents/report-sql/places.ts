import { scanSync } from 'libpg-query'
import { type SqlText, type TextPlace, withNumbers } from './sql-text.ts'

const numbered = (text: SqlText): string => withNumbers(text, (number) => `$${number}`)

/** Translates a position in the statement with `$n` into the text with `:name`. */
function writtenPosition({ pieces, names }: SqlText, position: number): number {
  let [rest, written] = [position, 0]
  for (const piece of pieces) {
    const isText = typeof piece === 'string'
    const length = isText ? piece.length : `$${names.indexOf(piece.param) + 1}`.length
    const writtenLength = isText ? piece.length : piece.param.length + 1
    if (rest < length) return written + (isText ? rest : 0)
    rest -= length
    written += writtenLength
  }
  return written
}

/** The word, or the chain of words with dots, that begins at a byte of the statement with `$n`. */
export function placeAtByte(text: SqlText, byte: number): TextPlace {
  const sql = numbered(text)
  const bytes = Buffer.from(sql)
  const { tokens } = scanSync(sql)
  const first = tokens.findIndex(({ end }) => end > byte)
  let last = first
  while (tokens[last + 1]?.text === '.' && tokens[last + 2]) last += 2
  const character = (offset: number) => bytes.subarray(0, offset).toString().length
  const start = first < 0 ? sql.length : character(tokens[first]?.start ?? 0)
  const end = first < 0 ? sql.length : character(tokens[last]?.end ?? 0)
  return { from: writtenPosition(text, start), to: writtenPosition(text, end) }
}

/** The word at a character of the statement with `$n`; at its end, the last word. */
export function placeAtCharacter(text: SqlText, character: number): TextPlace {
  const sql = numbered(text)
  if (character < sql.length) return placeAtByte(text, Buffer.byteLength(sql.slice(0, character)))
  const to = writtenPosition(text, sql.trimEnd().length)
  return { from: Math.max(0, to - 1), to }
}

/** The word at a character, counted from 0, of a query that has the text `write(name)` for each parameter. */
export function placeInQuery(text: SqlText, character: number, write: (name: string) => string): TextPlace {
  let [rest, position] = [character, 0]
  for (const piece of text.pieces) {
    const isText = typeof piece === 'string'
    const sent = isText ? piece.length : write(piece.param).length
    if (rest < sent) return placeAtCharacter(text, position + (isText ? rest : 0))
    rest -= sent
    position += isText ? piece.length : `$${text.names.indexOf(piece.param) + 1}`.length
  }
  return placeAtCharacter(text, position)
}
