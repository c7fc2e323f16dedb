import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import { pageVerbs } from '../../action-codes.ts'
import { part } from '../../checks/context.ts'
import type { Path, Report } from '../../checks/report.ts'
import type { KnownNames } from '../../names/known-names.ts'

/** The last parts of the codes that a screen or a report brings under its own prefix. */
function listWords(document: JsonObject): string[] {
  const actions = part(document, 'actions')
  const named = [part(document, 'flow').moves, actions.toolbar, actions.row].flatMap(listObjects)
  return [...pageVerbs, ...named.flatMap(({ code }) => asText(code) ?? [])]
}

const hasText = (value: unknown, text: string): boolean =>
  value === text ||
  (typeof value === 'object' && value !== null && Object.values(value).some((inner) => hasText(inner, text)))

/** Whether a part of the document other than a block names the code: a field, a button, a rule, or the document itself. */
const namesCode = (document: JsonObject, code: string): boolean =>
  Object.entries(document).some(([key, value]) => key !== 'blocks' && key !== 'roles' && hasText(value, code))

/** Reports a code that no document brings. Those of modules are unknown here: of another prefix only a near miss is reported. */
function checkCode(
  { documents, owners }: KnownNames,
  report: Report,
  path: Path,
  code: unknown,
  self?: JsonObject,
): void {
  if (typeof code !== 'string' || !code.includes(':')) return
  const prefixes = owners.get('perm') ?? new Map<string, string>()
  const [, prefix = '', word = ''] = /^(.*):([^:]*)$/.exec(code) ?? []
  const owner = documents.get(prefixes.get(prefix.replace(/\.\w+$/, '')) ?? '')
  const words = owner && listWords(owner)
  const near = owner ? undefined : nearestWord(prefix, prefixes.keys())
  if (words?.includes(word) || (!owner && near === undefined)) return
  const others = [...documents.values()].filter(({ id }) => id !== self?.id)
  if (others.some((document) => namesCode(document, code))) return
  const offered = words
    ? words.map((other) => `${prefix}:${other}`)
    : [...prefixes.keys()].map((other) => `${other}:${word}`)
  report(path, {
    code: 'UNKNOWN_NAME',
    text: `没有文档带来权限编码「${code}」，只有管理员看得到`,
    word: code,
    words: offered,
    fix: 'nearest',
  })
}

/** Checks the code of a panel: one of a list, or one that the panel itself brings. */
export function checkPanelCode(knownNames: KnownNames, report: Report, panel: JsonObject): void {
  const word = asText(panel.needs)?.split(':').at(-1) ?? ''
  if (pageVerbs.includes(word)) checkCode(knownNames, report, ['needs'], panel.needs, panel)
}

/** Checks the codes that a block and its parts require. */
export function checkBlockCodes(knownNames: KnownNames, report: Report, path: Path, value: unknown): void {
  if (Array.isArray(value))
    for (const [at, member] of value.entries()) checkBlockCodes(knownNames, report, [...path, at], member)
  else if (isJsonObject(value))
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'needs') checkCode(knownNames, report, [...path, key], inner)
      else checkBlockCodes(knownNames, report, [...path, key], inner)
    }
}
