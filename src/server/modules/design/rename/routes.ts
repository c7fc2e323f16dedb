import { readDocumentId } from '../../../documents/document-path.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designWrite } from '../permissions.ts'
import type { DesignServices } from '../services.ts'
import { DesignPath, documentPlace, RenameBody, readRenaming } from '../shape.ts'
import { renameInDraft } from './rename.ts'

/** Names that a draft gives to released fields, documents, dictionaries and tables; its release carries them out. */
export const renameRoutes: Plugin<DesignServices> = (app, services) => {
  app.route({
    method: 'POST',
    url: `${documentPlace}/rename`,
    config: { access: designWrite, reads: true },
    schema: { params: DesignPath, body: RenameBody },
    handler: async (request) => {
      const { user, body } = request
      return ok(await renameInDraft(services, user, readDocumentId(request), body.body, readRenaming(body)))
    },
  })
}
