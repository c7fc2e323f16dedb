import { XMLParser, XMLValidator } from 'fast-xml-parser'

const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
})

/** A parsed element: its name as the only key, or a piece of text under `#text`. */
type XmlNode = Readonly<Record<string, readonly XmlNode[] | string>>

const path = ['serviceResponse', 'authenticationSuccess', 'user']
const MAX_NAME_LENGTH = 100

/** The contents of all elements at one path. */
const findAll = (
  nodes: readonly XmlNode[],
  [name = '', ...rest]: readonly string[],
): (readonly XmlNode[])[] =>
  nodes.flatMap((node) => {
    const content = node[name]
    if (!Array.isArray(content)) return []
    return rest.length === 0 ? [content] : findAll(content, rest)
  })

/** Elements and text with the five predefined entities. A document type could define others. */
const isPlain = (xml: string): boolean => !/<[!?]|&(?!(?:amp|lt|gt|quot|apos);)/.test(xml)

/** The root elements of a well-formed text; none where it is not well-formed or nested more than 100 deep. */
function parse(xml: string): readonly XmlNode[] {
  if (!isPlain(xml) || XMLValidator.validate(xml) !== true) return []
  try {
    return parser.parse(xml)
  } catch {
    return []
  }
}

/**
 * The user of a CAS answer, or null. Reads elements and text only: a document type, a comment, CDATA, an instruction,
 * an unknown entity or tags that do not match make the answer invalid. Only the one element at the one path counts:
 * released attributes of the same name do not.
 */
export function casUser(xml: string): string | null {
  const body = xml.replace(/^\uFEFF?\s*<\?xml [^?<>]*\?>/, '').trim()
  const roots = parse(body)
  if (roots.length !== 1) return null
  const [content, ...others] = findAll(roots, path)
  if (content === undefined || others.length > 0) return null
  const texts = content.map((node) => node['#text'])
  if (!texts.every((text) => typeof text === 'string')) return null
  const name = texts.join('').trim()
  return name !== '' && name.length <= MAX_NAME_LENGTH ? name : null
}
