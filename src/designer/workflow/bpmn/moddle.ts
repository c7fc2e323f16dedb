import { BpmnModdle } from 'bpmn-moddle'
import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { parseJson } from '#runtime/schema/write/parse-json.ts'

/** An element of a BPMN file; attributes of other tools are in `$attrs`. */
export interface BpmnElement extends JsonObject {
  $type: string
  $attrs: Record<string, string>
  id?: string
  name?: string
  $instanceOf(type: string): boolean
}

/** Why a file cannot be imported, as a sentence for people. */
export class BpmnRefused extends Error {}

/** The namespace of what BPMN has no element for; docs/decisions/0004 says why. */
export const NAMESPACE = 'urn:gazetteer-office:workflow'

const words = { name: 'words', isMany: true, type: 'Word' }

const extension = {
  name: 'Workflow',
  uri: NAMESPACE,
  prefix: 'office',
  xml: { tagAlias: 'lowerCase' },
  types: [
    { name: 'Workflow', superClass: ['Element'], properties: [words] },
    {
      name: 'Step',
      superClass: ['Element'],
      properties: [{ name: 'type', isAttr: true, type: 'String' }, words],
    },
    { name: 'Branch', superClass: ['Element'], properties: [words] },
    {
      name: 'Word',
      superClass: ['Element'],
      properties: [
        { name: 'name', isAttr: true, type: 'String' },
        { name: 'value', isBody: true, type: 'String' },
      ],
    },
  ],
}

export const createModdle = (): BpmnModdle => new BpmnModdle({ office: extension })

const isUnsafe = (code: number): boolean =>
  code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff) || code >= 0xfffe

/** A text as an attribute of XML keeps it: without characters that XML has not, blanks as one. */
export const plainText = (value: unknown): string =>
  Array.from(asText(value) ?? '', (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x10000 && isUnsafe(code) ? ' ' : character
  })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** A value as JSON of printable characters. */
const toJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The extension elements that say the words which BPMN cannot say. */
export function writeWords(moddle: BpmnModdle, type: string, words: JsonObject, attributes: JsonObject = {}) {
  const members = Object.entries(words)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => moddle.create('office:Word', { name, value: toJson(value) }))
  const element = moddle.create(`office:${type}`, { ...attributes, words: members })
  return moddle.create('bpmn:ExtensionElements', { values: [element] })
}

/** The extension elements of an element. */
export const listExtensions = ({ extensionElements }: BpmnElement): BpmnElement[] =>
  isJsonObject(extensionElements) ? (listObjects(extensionElements.values) as BpmnElement[]) : []

/** The words that `writeWords` wrote; null where there are none. */
export function readWords(element: BpmnElement, type: string): JsonObject | null {
  const found = listExtensions(element).find(({ $type }) => $type === `office:${type}`)
  if (!found) return null
  return Object.fromEntries(
    listObjects(found.words).flatMap(({ name, value }) => {
      const read = parseJson(asText(value) ?? '')
      return typeof name === 'string' && 'json' in read ? [[name, read.json] as const] : []
    }),
  )
}
