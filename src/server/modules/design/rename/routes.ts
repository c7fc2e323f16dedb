import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designRelease, designWrite } from '../permissions.ts'
import type { DesignServices } from '../services.ts'
import { RenameBody, readRenaming } from '../shape.ts'
import { inspectRename, releaseRename } from './rename.ts'

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
