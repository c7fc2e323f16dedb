const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text without markup; null when it contains an unknown entity. */
function parseText(raw: string): string | null {
  if (/&(?!(amp|lt|gt|quot|apos);)/.test(raw)) return null
  return raw.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
}

const pattern =
  /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)|(<)/g

const wanted = 'serviceResponse/authenticationSuccess/user'

/**
 * The user of a CAS answer, or null. Reads only elements and text: a document type, a comment, CDATA, an
 * instruction, an unknown entity or mismatched tags make the whole answer invalid. Only the element at
 * the exact path counts: similar released attributes do not.
 */
export function casUser(xml: string): string | null {
  const body = xml.replace(/^\uFEFF?\s*<\?xml [^?<>]*\?>/, '').trim()
  const open: string[] = []
  let user: string | null = null
  let closedRoot = false
  for (const [, closes, name, , empty, text, stray] of body.matchAll(pattern)) {
    if (stray !== undefined || closedRoot) return null
    if (text !== undefined) {
      if (open.join('/') !== wanted) continue
      const value = parseText(text)
      if (value === null) return null
      user = (user ?? '') + value
    } else if (name !== undefined && closes) {
      if (open.pop() !== name) return null
      closedRoot = open.length === 0
    } else if (name !== undefined) {
      const path = [...open, name].join('/')
      // A second one, or an element inside it.
      if ((path === wanted && user !== null) || path.startsWith(`${wanted}/`)) return null
      if (path === wanted) user = ''
      if (empty) closedRoot = open.length === 0
      else open.push(name)
    }
  }
  const name = user?.trim() ?? ''
  return closedRoot && name !== '' && name.length <= 100 ? name : null
}
