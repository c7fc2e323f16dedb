import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { readDocumentId } from '../../documents/document-path.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { buildCan, readable } from '../../records/list/list-route.ts'
import { getResource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { describeScreen } from './describe-screen.ts'

/** The description of the records of one screen, for users and for the keys of programs. */
export const screenDocsRoutes: Plugin<ReadServices> = (app, services) => {
  const { documents } = services
  app.route({
    method: 'GET',
    url: '/api-docs/:group/:name',
    // For users who may do nothing with the screen it does not exist.
    config: { access: 'self', forKeys: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const entry = documents.screen(readDocumentId(request))
      if (!entry) throw appError('NOT_FOUND')
      const resource = getResource(entry.document, entry.documentHash, fieldValues)
      const view = readable(services, entry, request.user)
      const description = describeScreen(resource, view, buildCan(request), entry.documentHash)
      if (Object.keys(description.paths as object).length === 0) throw appError('NOT_FOUND')
      const name = `${entry.id.replace('/', '.')}.openapi.json`
      reply.header('content-disposition', `inline; filename="${name}"`)
      return description
    },
  })
}
