/** The limits of a JSON text. */
export interface JsonBounds {
  /** Levels of objects and lists. */
  depth: number
  /** Number of members and elements, plus one for each object and list. */
  values: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The index of the quote that ends a string; -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text.charCodeAt(first - 1) === BACKSLASH) first--
    if ((at - first) % 2 === 0) return at
  }
  return -1
}

/**
 * The limit that a JSON text exceeds, found in one pass before parsing; null when there is none. The parser refuses
 * invalid JSON.
 */
export function findExcess(text: string, bounds: JsonBounds): keyof JsonBounds | null {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1)
        if (at === -1) return null
        break
      case OPEN_OBJECT:
      case OPEN_LIST:
        depth++
        values++
        if (depth > bounds.depth) return 'depth'
        if (values > bounds.values) return 'values'
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth--
        break
      case COMMA:
        values++
        if (values > bounds.values) return 'values'
    }
  }
  return null
}
