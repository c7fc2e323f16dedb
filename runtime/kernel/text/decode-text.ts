/** A part of an address without its percent signs; a text that is not encoded, such as one with a single `%`, as it is. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
