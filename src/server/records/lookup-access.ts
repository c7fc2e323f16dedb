import type { FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { permOf, permOfDetail } from '#runtime/schema/derive.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { type Field, type FormDocument, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { holds } from '../platform/http/user.ts'
import type { ReadServices } from './services.ts'

const requests = (field: Field, lookup: string): boolean =>
  'onPick' in field && isJsonObject(field.onPick) && field.onPick.lookup === lookup

/** The prefixes of the codes under which the screen's records or separately saved rows are written. */
function prefixesOf(screen: StoredScreen, lookup: string): string[] {
  return screen.fields.flatMap((field) => {
    if (!isDetail(field)) return requests(field, lookup) ? [permOf(screen)] : []
    if (!field.fields.some((column) => requests(column, lookup))) return []
    return field.own ? [permOf(screen), permOfDetail(screen, field)] : [permOf(screen)]
  })
}

/** The code that opens the form, if one of its fields or columns declares the lookup. */
const codesOfForm = ({ fields, perm }: FormDocument, lookup: string): string[] =>
  perm !== undefined &&
  fields.some((field) =>
    [field, ...(isDetail(field) ? field.fields : [])].some((entry) => requests(entry, lookup)),
  )
    ? [perm]
    : []

/**
 * The access of a lookup's route: a right to add or edit records on any screen, or to open any form, that declares the
 * lookup in `onPick`. Throws NOT_FOUND while none declares it.
 */
export const lookupAccess =
  ({ documents }: Pick<ReadServices, 'documents'>, lookup: string) =>
  ({ user }: Pick<FastifyRequest, 'user'>): string => {
    const codes = documents.entries().flatMap(({ document }) => {
      const form = ofKind(document, 'form')
      if (form) return codesOfForm(form as FormDocument, lookup)
      const screen = ofKind(document, 'screen')
      if (!screen) return []
      return prefixesOf(screen as StoredScreen, lookup).flatMap((prefix) => [
        `${prefix}:add`,
        `${prefix}:edit`,
      ])
    })
    const code = codes.find((candidate) => holds(user, candidate)) ?? codes[0]
    if (code === undefined) throw appError('NOT_FOUND')
    return code
  }
