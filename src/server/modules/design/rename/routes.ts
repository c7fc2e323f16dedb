import Type from 'typebox'
import type { Renaming } from '#runtime/schema/rename/definition.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designRelease, designWrite } from '../permissions.ts'
import type { DesignServices } from '../services.ts'
import { inspectRename, releaseRename } from './rename.ts'

const Key = Type.String({ minLength: 1, maxLength: 64 })

const Name = Type.String({ minLength: 1, maxLength: 150 })

/** Another key of a field of a screen, or of the column of one of its detail tables. */
const FieldBody = Type.Object(
  { screen: Type.String({ maxLength: 110 }), detail: Type.Optional(Key), from: Key, to: Key },
  { additionalProperties: false },
)

/** Another id of a document, code of a dictionary, or name of a table. */
const NameBody = Type.Object(
  { kind: Type.Enum(['document', 'dict', 'table']), from: Name, to: Name },
  { additionalProperties: false },
)

const RenameBody = Type.Union([FieldBody, NameBody])
type RenameBody = Type.Static<typeof RenameBody>

const readRenaming = (body: RenameBody): Renaming => {
  if ('kind' in body) return body
  const { screen, detail, from, to } = body
  return { kind: 'field', screen, ...(detail !== undefined && { detail }), from, to }
}

/** Renames of released fields, documents, dictionaries and tables, with everything that names them. */
export const renameRoutes: Plugin<DesignServices> = (app, services) => {
  app.route({
    method: 'POST',
    url: '/design/renames/inspect',
    config: { access: designWrite, reads: true },
    schema: { body: RenameBody },
    handler: async ({ user, body }) => ok(await inspectRename(services, user, readRenaming(body))),
  })

  app.route({
    method: 'POST',
    url: '/design/renames',
    config: { access: designRelease },
    schema: { body: RenameBody },
    handler: async ({ user, body }) => {
      const result = await releaseRename(services, user, readRenaming(body))
      return ok(result, `已改名：${result.documents} 份文档、${result.places} 处跟着改，数据不动`)
    },
  })
}
