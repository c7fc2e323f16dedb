import { asText, isJsonObject } from '#runtime/kernel/json.ts'
import { type PatchOperation, pointer } from '#runtime/kernel/problem.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import type { DocumentProblem, ProblemCode } from '../names/problem-codes.ts'

export type Path = readonly (string | number)[]

/** A problem at one path; the nearest of the known `words` is offered. */
export interface Finding {
  code: ProblemCode
  text: string
  /** The unknown value, and the known values. */
  word?: string
  words?: Iterable<string>
  /** Whether `text` contains the known values already. */
  isListed?: boolean
  /** Names the mistake where several places show the same one; by default the unknown name. */
  mistake?: string
  /** `nearest` replaces the value at the path by the nearest of `words`. */
  fix?: 'nearest' | PatchOperation[]
}

/** What a name in a document stands for. `screen` is the id of the document that declares a field. */
export type Referred =
  | { kind: 'field'; screen: string; detail?: string | undefined; key: string }
  | { kind: 'document' | 'dict' | 'table'; name: string }
  | { kind: 'column'; table: string; name: string }

/** Where a name stands: in the text at a path, or in the last key of the path. */
export interface Span {
  in: 'text' | 'key'
  from: number
  to: number
}

export interface Report {
  (path: Path, finding: Finding): void
  /** Learns of each name that stands for something; without a span the whole text is the name. */
  refer?: Refer | undefined
}
export type Refer = (path: Path, referred: Referred, span?: Span) => void

/** The span of a name that is the last key of its path, or begins at `from` in it. */
export const keySpan = (name: string, from = 0): Span => ({ in: 'key', from, to: from + name.length })

/** The span of a name in the text at a path. */
export const textSpan = (name: string, from: number): Span => ({ in: 'text', from, to: from + name.length })

/** A report of the parts of a value: a fix would replace the whole value. */
export const withoutFix = (report: Report): Report => inText(report, 0)

/** The report of a name whose places are told otherwise: a fix would replace the text around it. */
export function withoutReferences(report: Report): Report {
  const part = withoutFix(report)
  part.refer = undefined
  return part
}

/** The report of a part of a text, which begins at `from` in it. */
export function inText(report: Report, from: number): Report {
  const part: Report = (path, { fix: _fix, ...finding }) => report(path, finding)
  const { refer } = report
  part.refer =
    refer &&
    ((path, referred, span) =>
      refer(path, referred, span && { ...span, from: span.from + from, to: span.to + from }))
  return part
}

/** The keys of a sort order, which may begin with `-`, separated by commas. */
export function* sortKeys(sort: unknown): Generator<{ key: string; span: Span }> {
  for (const { 0: key, index } of asText(sort)?.matchAll(/[^,-][^,]*/g) ?? [])
    yield { key, span: textSpan(key, index) }
}

/** Problems after which a check stops. */
export const MAX_PROBLEMS = 200
/** Findings after which a check stops: one mistake may have any number of places. */
const MAX_FINDINGS = 400

/** Ends a check that has found enough. */
class EnoughFound extends Error {}

/** Ends the running check as one that has found more than it reports. */
export function stopCheck(): never {
  throw new EnoughFound()
}

const tooMany: DocumentProblem = {
  path: '',
  code: 'TOO_MANY_PROBLEMS',
  text: `问题太多，这里只列出前 ${MAX_PROBLEMS} 个，请改好它们再检查一次`,
}

/** Codes of names that nothing defines: the places that use one of them are one mistake. */
const unknownNames: ReadonlySet<ProblemCode> = new Set([
  'UNKNOWN_FIELD',
  'UNKNOWN_NAME',
  'UNKNOWN_DICT',
  'UNKNOWN_PICKER',
  'UNKNOWN_PARENT',
  'ORG_DEST_MISSING',
])

/** The part of an unknown name that is missing: of `items.fnum` the first where no name begins with it. */
function missingPart(word: string, words: readonly string[]): string {
  const path = word.replace(/^(row|form|params|initial|master)\./, '')
  const [first = ''] = path.split('.')
  return words.some((other) => other.startsWith(`${first}.`)) ? path : first
}

/** Further places of a mistake are named up to this number. */
const MAX_PLACES = 5

/** The text of a problem with the further places of the same mistake. */
const withPlaces = (text: string, places: readonly string[]): string =>
  `${text}（还有 ${places.length} 处：${places.slice(0, MAX_PLACES).join('、')}${places.length > MAX_PLACES ? '…' : ''}）`

/** Lists of known values up to this length are spelled out where no near value is offered; of longer ones the beginning. */
const MAX_LISTED_WORDS = 30
const LISTED_BEGINNING = 5
/** Known values that a problem considers: a document with hundreds of problems has thousands of names. */
const MAX_CHOICES = 2000

/** The first known values, each once. */
function listChoices(words: Iterable<string>): string[] {
  const choices = new Set<string>()
  for (const word of words) if (choices.add(word).size === MAX_CHOICES) break
  return [...choices]
}

function listed(words: readonly string[]): string {
  if (words.length === 0) return ''
  if (words.length <= MAX_LISTED_WORDS) return `，可写 ${words.join('、')}`
  const more = words.length === MAX_CHOICES ? '多' : ''
  return `，可写 ${words.slice(0, LISTED_BEGINNING).join('、')} 等 ${words.length} ${more}个之一`
}

/**
 * The problems that a check reports about a document, with the path in words and the nearest known value. The check is
 * stopped after MAX_PROBLEMS; the last problem then says so.
 */
export function collectProblems(
  document: unknown,
  check: (report: Report) => void,
  refer?: Refer,
): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  const report = createReport(document, problems)
  report.refer = refer
  try {
    check(report)
  } catch (error) {
    if (!(error instanceof EnoughFound)) throw error
    return [...problems.slice(0, MAX_PROBLEMS), tooMany]
  }
  return problems
}

/** At most MAX_PROBLEMS of the problems of several checks, with one that says whether there are more. */
export function limitProblems(problems: readonly DocumentProblem[]): DocumentProblem[] {
  const found = problems.filter(({ code }) => code !== tooMany.code)
  if (found.length === problems.length && found.length <= MAX_PROBLEMS) return found
  return [...found.slice(0, MAX_PROBLEMS), tooMany]
}

function createReport(document: unknown, problems: DocumentProblem[]): Report {
  const mistakes = new Map<string, { problem: DocumentProblem; text: string; places: string[] }>()
  let findings = 0
  return (path, { code, text, word, words, isListed = false, fix, mistake }) => {
    findings += 1
    if (problems.length >= MAX_PROBLEMS || findings > MAX_FINDINGS) stopCheck()
    const choices = listChoices(words ?? [])
    const near = word === undefined ? undefined : nearestWord(word, choices)
    const hint = near ? `。您是不是要写 ${near}？` : isListed ? '' : listed(choices)
    const place = describePath(document, path)
    const fixes =
      fix === 'nearest' ? near && [{ op: 'replace' as const, path: pointer(...path), value: near }] : fix
    const name =
      mistake ??
      (word !== undefined && unknownNames.has(code) ? `name ${missingPart(word, choices)}` : undefined)
    const first = name === undefined ? undefined : mistakes.get(name)
    if (first) {
      const { problem, places } = first
      places.push(place || pointer(...path))
      problem.text = withPlaces(first.text, places)
      if (problem.fix && fixes) problem.fix.push(...fixes)
      return
    }
    const problem: DocumentProblem = {
      path: pointer(...path),
      code,
      text: `${place ? `${place}：` : ''}${text}${hint}`,
      ...(fixes ? { fix: [...fixes] } : {}),
    }
    if (name !== undefined) mistakes.set(name, { problem, text: problem.text, places: [] })
    problems.push(problem)
  }
}

/** `字段「fnum」的 width`, `明细「items」的字段「fnum」`, `flow.moves[0].to`. */
export function describePath(document: unknown, path: Path): string {
  let rest = path
  let place = ''
  let at = document
  while (rest[0] === 'fields' && typeof rest[1] === 'number') {
    const fields: unknown = isJsonObject(at) ? at.fields : undefined
    const field: unknown = Array.isArray(fields) ? fields[rest[1]] : undefined
    const key = isJsonObject(field) ? asText(field.key) : undefined
    const name =
      key === undefined
        ? `第 ${rest[1] + 1} 个字段`
        : `${rest[2] === 'fields' && rest.length > 3 ? '明细' : '字段'}「${key}」`
    place = place ? `${place}的${name}` : name
    at = field
    rest = rest.slice(2)
  }
  const tail = rest
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index ? '.' : ''}${key}`))
    .join('')
  return place && tail ? `${place}的 ${tail}` : place + tail
}
