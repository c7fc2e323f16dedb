import type { FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { getPerm, permOfDetail } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { type Field, type FormDocument, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { ReadServices } from '../services.ts'

const findOnPick = (field: Field): JsonObject | undefined =>
  'onPick' in field && isJsonObject(field.onPick) ? field.onPick : undefined

const requests = (field: Field, lookup: string): boolean => findOnPick(field)?.lookup === lookup

/** Whether the lookup fills a column that is shown and not stored, such as the stock on hand. */
const isShownBy = (columns: readonly Field[], lookup: string): boolean => {
  const unstored = new Set(columns.flatMap(({ key, persist }) => (persist === false ? [key] : [])))
  return columns.some((column) => {
    const fill = findOnPick(column)?.fill
    return requests(column, lookup) && Array.isArray(fill) && fill.some((key) => unstored.has(String(key)))
  })
}

/** The codes under which the screen's records or separately saved rows are written, or opened with shown values. */
const codesOfScreen = (screen: StoredScreen, lookup: string): string[] =>
  screen.fields.flatMap((field) => {
    const codesUnder = (prefix: string, verbs: readonly string[]) => verbs.map((verb) => `${prefix}:${verb}`)
    const writing = ['add', 'edit']
    if (!isDetail(field)) return requests(field, lookup) ? codesUnder(getPerm(screen), writing) : []
    if (!field.fields.some((column) => requests(column, lookup))) return []
    const verbs = isShownBy(field.fields, lookup) ? [...writing, 'detail'] : writing
    const prefixes = field.own ? [getPerm(screen), permOfDetail(screen, field)] : [getPerm(screen)]
    return prefixes.flatMap((prefix) => codesUnder(prefix, verbs))
  })

/** The code that opens the form, if one of its fields or columns declares the lookup. */
const codesOfForm = ({ fields, needs }: FormDocument, lookup: string): string[] =>
  needs !== undefined &&
  fields.some((field) =>
    [field, ...(isDetail(field) ? field.fields : [])].some((entry) => requests(entry, lookup)),
  )
    ? [needs]
    : []

/**
 * The access of a lookup's route: a right to add or edit records on any screen, or to open any form, that declares the
 * lookup in `onPick`; where it fills a column of a detail table that is not stored, also the right to open the record.
 * Throws NOT_FOUND while none declares it.
 */
export const lookupAccess =
  ({ documents }: Pick<ReadServices, 'documents'>, lookup: string) =>
  ({ user }: Pick<FastifyRequest, 'user'>): string => {
    const codes = documents.entries().flatMap(({ document }) => {
      const form = asDocumentWith(document, 'submitsForm')
      if (form) return codesOfForm(form as FormDocument, lookup)
      const screen = asDocumentWith(document, 'hasTable')
      return screen ? codesOfScreen(screen as StoredScreen, lookup) : []
    })
    const code = codes.find((candidate) => holds(user, candidate)) ?? codes[0]
    if (code === undefined) throw appError('NOT_FOUND')
    return code
  }
