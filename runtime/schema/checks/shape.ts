import { isJsonObject } from '#runtime/kernel/json.ts'
import { placesAround, pointerPath } from '#runtime/kernel/pointer.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import type { SchemaError } from '../validator.ts'
import { foreignTypeFinding, foreignValueFinding } from './links/foreign.ts'
import { foreignKey, foreignKeyFinding, unnamedType } from './links/foreign-keys.ts'
import { patternWords } from './pattern-words.ts'
import { type Finding, type Path, type Report, stopCheck } from './report.ts'

const typeWords: Readonly<Record<string, string>> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: 'true 或 false',
  array: '列表 [ ]',
  object: '对象 { }',
  null: 'null',
}

/** Keys whose absence a semantic rule reports with a better text. */
const reportedElsewhere = new Set(['popupCode', 'orgFields', 'destFields'])

/** Violations that are read: far more than make MAX_PROBLEMS problems. */
const MAX_ERRORS = 2000

/**
 * Turns violations of the JSON Schema into problems; of a union only those of the branch that fits best. `foreignKinds` are
 * the kinds of documents by their names in other tools.
 */
export function reportShape(
  errors: SchemaError[],
  foreignKinds: ReadonlyMap<string, string>,
  report: Report,
): void {
  const read = firstErrors(errors)
  // The violations inside a branch are reported; the failure of `if` itself is redundant.
  const found = oneForEachValue(ofBestBranches(read.filter(({ keyword }) => keyword !== 'if')))
  const misspelt = new Set(found.flatMap((error) => intendedKeys(error)))
  const missing = new Map<string, string[]>()
  for (const error of found) {
    if (error.keyword === 'discriminator') reportTag(error, foreignKinds, report)
    else if (error.keyword !== 'required') reportError(error, report)
    else if (!misspelt.has(formatPlace(error, error.params.missingProperty)))
      listIn(missing, error.instancePath).push(String(error.params.missingProperty))
  }
  for (const [place, keys] of missing) reportMissing(pointerPath(place), keys, report)
  if (read.length < errors.length) stopCheck()
}

/** The list of a key, made at its first use. */
function listIn<Key, Member>(lists: Map<Key, Member[]>, key: Key): Member[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** The first errors, up to the end of a failed union and of a value. */
function firstErrors(errors: SchemaError[]): SchemaError[] {
  if (errors.length <= MAX_ERRORS) return errors
  // A union fails behind the errors of its branches.
  const positions = new Map(errors.map((error, at) => [error, at]))
  const unionsAround = findUnions(errors)
  let end = MAX_ERRORS
  for (let at = 0; at < end; at++)
    for (const union of unionsAround(errors[at] as SchemaError))
      end = Math.max(end, (positions.get(union) ?? 0) + 1)
  while (errors[end]?.instancePath === errors[end - 1]?.instancePath) end++
  return errors.slice(0, end)
}

/** The keys that an object lacks are one problem. */
function reportMissing(path: Path, missing: readonly string[], report: Report): void {
  const keys = missing.filter((key) => !reportedElsewhere.has(key))
  if (keys.length === 0) return
  const version = { op: 'add' as const, path: pointer(...path, 'version'), value: 1 }
  const fix = keys.length === 1 && keys[0] === 'version' ? [version] : undefined
  report(path, { code: 'MISSING_KEY', text: `缺少 ${keys.join('、')}，请补上`, fix })
}

/** Keywords about the members of a value, of which several may be wrong. */
const ofMembers: ReadonlySet<string> = new Set(['required', 'additionalProperties'])
const isList = ({ keyword }: SchemaError): boolean => keyword === 'enum' || keyword === 'const'

/** Of the errors of one value keeps the most telling: that of a closed list, else the first, which is that of its type. */
function oneForEachValue(errors: SchemaError[]): SchemaError[] {
  const around = new Set<string>()
  const telling = new Map<string, SchemaError>()
  for (const error of errors) {
    for (const place of placesAround(error.instancePath)) around.add(place)
    if (ofMembers.has(error.keyword)) continue
    const first = telling.get(error.instancePath)
    if (!first || (isList(error) && !isList(first))) telling.set(error.instancePath, error)
  }
  return errors.filter((error) => {
    if (ofMembers.has(error.keyword)) return true
    // A union whose value has a faulty member fails because of that member.
    if (error.keyword === 'anyOf' && around.has(error.instancePath)) return false
    return telling.get(error.instancePath) === error
  })
}

const formatPlace = ({ instancePath }: SchemaError, key: unknown): string => `${instancePath}/${String(key)}`

/** The places of the keys that an unknown key replaces, as a misspelling or a word of another tool: they are not missing as well. */
function intendedKeys(error: SchemaError): string[] {
  if (error.keyword !== 'additionalProperties') return []
  const key = String(error.params.additionalProperty)
  const foreign = foreignKey(pointerPath(error.instancePath), key)
  const near = nearestWord(key, freeKeys(error))
  const keys = foreign ? foreign.targets : near === undefined ? [] : [near]
  return keys.map((target) => formatPlace(error, target))
}

/** The keys that the object of an unknown key may still have. */
const freeKeys = ({ parentSchema, data }: SchemaError): string[] =>
  Object.keys(isJsonObject(parentSchema?.properties) ? parentSchema.properties : {}).filter(
    (word) => !(isJsonObject(data) && Object.hasOwn(data, word)),
  )

/** Whether an object has no key of its shape: it is meant for another place. */
const isForeign = ({ data, parentSchema }: SchemaError): boolean =>
  isJsonObject(data) &&
  isJsonObject(parentSchema?.properties) &&
  !Object.keys(data).some((key) => Object.hasOwn(parentSchema.properties as object, key))

function reportError(error: SchemaError, report: Report): void {
  const path = pointerPath(error.instancePath)
  const { keyword, params, data } = error
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty)
    const foreign = isJsonObject(data) && foreignKeyFinding(path, key, data)
    if (foreign) {
      report([...path, key], foreign)
      return
    }
    const free = freeKeys(error)
    const near = nearestWord(key, free)
    const fix = near && isJsonObject(data) ? rename(path, key, near, data[key]) : undefined
    report([...path, key], {
      code: 'UNKNOWN_KEY',
      text: `没有「${key}」这个键，请改正或删去`,
      word: key,
      words: free,
      fix,
      ...(near === undefined && isForeign(error) ? { mistake: `keys of ${error.instancePath}` } : {}),
    })
  } else if (keyword === 'enum' || keyword === 'const') {
    const words = (keyword === 'enum' ? (error.schema as unknown[]) : [error.schema]).map(String)
    const text = `只能写 ${words.join('、')}`
    const foreign = foreignValueFinding(path, data, { text, isPattern: false })
    const wrong = {
      code: 'BAD_VALUE',
      text,
      word: String(data),
      words,
      isListed: true,
      fix: 'nearest',
    } as const
    report(path, foreign ?? wrong)
  } else {
    const text = limitText(error)
    const types = keyword === 'type' ? expectedTypes(error) : unionTypes(error)
    const foreign = foreignValueFinding(path, data, { text, types, isPattern: keyword === 'pattern' })
    const finding = data === null && !foreign ? nullFinding(path, text) : { code: 'BAD_VALUE' as const, text }
    // Members of one list with the same mistake are one mistake.
    const list =
      keyword === 'type' && typeof path.at(-1) === 'number'
        ? `${text} of ${pointer(...path.slice(0, -1))}`
        : undefined
    report(path, { ...(foreign ?? finding), ...(list === undefined ? {} : { mistake: list }) })
  }
}

/** No key of a document is null except the parts that an overlay takes away. */
function nullFinding(path: Path, text: string): Finding {
  if (typeof path.at(-1) === 'number') return { code: 'BAD_VALUE', text }
  return {
    code: 'BAD_VALUE',
    text: `${text}，不能是 null，不用就整个删去`,
    fix: [{ op: 'remove', path: pointer(...path) }],
  }
}

function reportTag(
  { instancePath, data, params, parentSchema }: SchemaError,
  foreignKinds: ReadonlyMap<string, string>,
  report: Report,
): void {
  const path = pointerPath(instancePath)
  const tag = String(params.tag)
  const tagValue = isJsonObject(data) ? data[tag] : undefined
  const refs = Array.isArray(parentSchema?.oneOf) ? parentSchema.oneOf : []
  const words = refs.map((ref: { $ref?: string }) => ref.$ref?.split('.').at(-1) ?? '')
  const isBlock = refs.some((ref: { $ref?: string }) => /\/(block|printBlock)\./.test(ref.$ref ?? ''))
  const unnamed =
    tag === 'type' && !isBlock && isJsonObject(data) && data.type === undefined && unnamedType(path, data)
  const foreign =
    tag === 'type' && !isBlock && typeof tagValue === 'string' && foreignTypeFinding(path, tagValue)
  const foreignKind = tag === 'kind' ? foreignKinds.get(String(tagValue).toLowerCase()) : undefined
  if (unnamed) report(path, unnamed)
  else if (foreign) report([...path, tag], foreign)
  else if (foreignKind !== undefined)
    report([...path, tag], {
      code: 'BAD_VALUE',
      text: `「${String(tagValue)}」在这里写作 ${foreignKind}`,
      fix: [{ op: 'replace', path: pointer(...path, tag), value: foreignKind }],
    })
  else if (tagValue === undefined) reportMissingTag(path, tag, data, report)
  else if (typeof tagValue !== 'string') report([...path, tag], { code: 'BAD_VALUE', text: '应为文字' })
  else if (tag === 'type') {
    const text = isBlock ? `没有「${tagValue}」这种块` : `没有「${tagValue}」这种字段类型`
    const finding = { text, word: tagValue, words, fix: 'nearest' as const }
    report([...path, tag], { code: 'UNKNOWN_TYPE', ...finding })
  } else {
    const text = `没有「${tagValue}」这种文档`
    report([...path, tag], { code: 'BAD_VALUE', text, word: tagValue, words, fix: 'nearest' })
  }
}

/** An object without the key that tells its shape, or with a misspelling of it. */
function reportMissingTag(path: Path, tag: string, data: unknown, report: Report): void {
  const near = isJsonObject(data) ? Object.keys(data).find((key) => nearestWord(key, [tag])) : undefined
  if (near === undefined || !isJsonObject(data)) {
    report(path, { code: 'MISSING_KEY', text: `缺少 ${tag}，请补上` })
    return
  }
  const fix = rename(path, near, tag, data[near])
  const text = `没有「${near}」这个键，请改正或删去`
  report([...path, near], { code: 'UNKNOWN_KEY', text, word: near, words: [tag], fix })
}

function limitText({ keyword, params, schema, parentSchema, data }: SchemaError): string {
  const limit = String(params.limit)
  switch (keyword) {
    case 'type':
      return `应为${[schema]
        .flat()
        .map((word) => typeWords[String(word)] ?? String(word))
        .join('或')}`
    case 'anyOf':
      return `应为${joined(unionWords(parentSchema))}`
    case 'pattern':
      return `写法不对，请${patternWords[String(params.pattern)] ?? '按词表里的例子写'}`
    case 'minimum':
      return `不能小于 ${limit}`
    case 'maximum':
      return `不能大于 ${limit}`
    case 'exclusiveMinimum':
      return `应大于 ${limit}`
    case 'minLength':
      return '不能为空'
    case 'maxLength':
      return `不能超过 ${limit} 个字`
    case 'minItems':
      return Array.isArray(data) && data.length > 0
        ? `至少要有 ${limit} 项`
        : `还是空的，请至少添加 ${limit} 项`
    case 'maxItems':
      return `最多 ${limit} 项`
    case 'uniqueItems':
      return '不能有重复的项'
    default:
      return '不合要求，请按词表里的例子写'
  }
}

/** The expected JSON types; of a list only where its items have the type of the value. */
function expectedTypes({ schema, parentSchema, data, instancePath }: SchemaError): string[] {
  // The choices of a field or a dictionary are often written as one text.
  if (/\/(options|items)$/.test(instancePath)) return [schema].flat().map(String)
  const hasTexts = isJsonObject(parentSchema?.items) && parentSchema.items.type === 'string'
  const types = [schema].flat().map(String)
  return types.filter((type) => type !== 'array' || (typeof data === 'string') === hasTexts)
}

/** The JSON types of the branches of a failed union. */
const unionTypes = ({ keyword, parentSchema }: SchemaError): string[] | undefined =>
  keyword === 'anyOf' && Array.isArray(parentSchema?.anyOf)
    ? parentSchema.anyOf.flatMap((branch: { type?: string | string[] }) => branch.type ?? [])
    : undefined

/** Alternatives as words; lists among them are kept apart. */
function joined(words: readonly string[]): string {
  const distinct = [...new Set(words)]
  return distinct.join(distinct.some((word) => /、| 或 /.test(word)) ? '，或 ' : '或')
}

const unionWords = (schema: SchemaError['parentSchema']): string[] =>
  (Array.isArray(schema?.anyOf) ? schema.anyOf : []).map((branch: { type?: string; enum?: unknown[] }) =>
    branch.enum ? branch.enum.join('、') : (typeWords[branch.type ?? ''] ?? '别的形式'),
  )

const rename = (path: Path, from: string, to: string, value: unknown) => [
  { op: 'remove' as const, path: pointer(...path, from) },
  { op: 'add' as const, path: pointer(...path, to), value },
]

/** Returns a function that finds the failed unions inside of whose branches an error is. */
function findUnions(errors: readonly SchemaError[]): (error: SchemaError) => SchemaError[] {
  const unions = new Map<string, Map<string, SchemaError[]>>()
  for (const error of errors) {
    if (error.keyword !== 'anyOf') continue
    const places = unions.get(error.schemaPath) ?? new Map<string, SchemaError[]>()
    unions.set(error.schemaPath, places)
    listIn(places, error.instancePath).push(error)
  }
  return ({ schemaPath, instancePath }) => {
    const found: SchemaError[] = []
    for (const place of placesAround(schemaPath)) {
      const places = unions.get(place)
      if (!places) continue
      found.push(...(places.get(instancePath) ?? []))
      for (const outer of placesAround(instancePath)) found.push(...(places.get(outer) ?? []))
    }
    return found
  }
}

/** Of each failed union keeps the errors of one branch: of those with the type of the value, the one with the fewest. */
function ofBestBranches(errors: SchemaError[]): SchemaError[] {
  const unionsAround = findUnions(errors)
  const outer = new Map<SchemaError, SchemaError[]>()
  for (const error of errors)
    if (error.keyword === 'anyOf' && unionsAround(error).length === 0) outer.set(error, [])
  const free: SchemaError[] = []
  for (const error of errors) {
    const unions = unionsAround(error).filter((union) => outer.has(union))
    for (const union of unions) outer.get(union)?.push(error)
    if (unions.length === 0 && !outer.has(error)) free.push(error)
  }
  return [...free, ...[...outer].flatMap(([union, inside]) => bestBranch(union, inside))]
}

function bestBranch(union: SchemaError, errors: SchemaError[]): SchemaError[] {
  const branches = new Map<string, SchemaError[]>()
  for (const error of errors) {
    const branch = error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? ''
    listIn(branches, branch).push(error)
  }
  const formed = [...branches.values()].filter(
    (branch) =>
      !branch.some((error) => error.keyword === 'type' && error.instancePath === union.instancePath),
  )
  const least = Math.min(...formed.map((branch) => branch.length))
  const shortest = formed.filter((branch) => branch.length === least)
  const meant = (branch: SchemaError[]) => branch.filter((error) => intendedKeys(error).length > 0).length
  const nearest = shortest.length > 1 ? shortest.sort((a, b) => meant(b) - meant(a))[0] : shortest[0]
  return nearest ? ofBestBranches(nearest) : [union]
}
