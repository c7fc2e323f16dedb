import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { arrangementLimits, nameBlocks } from '#runtime/schema/kinds/panel/arrangement.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { DocumentPath, readDocumentId } from '../../documents/document-path.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { ReadServices } from '../../records/services.ts'
import { findArrangement, removeArrangement, storeArrangement } from './store.ts'

export type ArrangementServices = Pick<ReadServices, 'db' | 'documents'>

const refuse = defineRefusals({
  ARRANGEMENT_BLOCK: '有的内容已不存在，或您无权查看，请刷新页面后再保存',
})

const { blocks, span, height, name } = arrangementLimits
const Name = Type.String({ minLength: 1, maxLength: name })

const SaveBody = Type.Object(
  {
    blocks: Type.Array(
      Type.Object(
        {
          panel: Name,
          block: Name,
          span: Type.Integer({ minimum: 1, maximum: span }),
          height: Type.Optional(Type.Integer({ minimum: 1, maximum: height })),
        },
        { additionalProperties: false },
      ),
      { maxItems: blocks },
    ),
  },
  { additionalProperties: false },
)

/** The arrangement of a panel by the user of the request, for the users who may open the panel. */
export function arrangementRoutes(app: FastifyInstance, { db, documents }: ArrangementServices): void {
  const findPanel = (id: string): PanelDocument | undefined =>
    asDocumentWith(documents.entry(id)?.document, 'arrangesBlocks')
  const readPanel = (request: FastifyRequest): PanelDocument => {
    const panel = findPanel(readDocumentId(request))
    if (!panel?.personal) throw appError('NOT_FOUND')
    return panel
  }
  const access = (request: FastifyRequest) => readPanel(request).needs ?? 'self'
  const url = '/sys/arrangement/:group/:name'
  const config = { access }

  app.get(url, { config, schema: { params: DocumentPath } }, async (request) =>
    ok(await findArrangement(db.app, readPanel(request).id, request.user.id)),
  )

  app.route({
    method: 'PUT',
    url,
    config,
    schema: { params: DocumentPath, body: SaveBody },
    handler: async (request) => {
      const { user, body } = request
      const panel = readPanel(request)
      const isVisible = (code: string | undefined) => code === undefined || holds(user, code)
      const names = new Map<string, ReadonlySet<string>>()
      for (const id of new Set(body.blocks.map((placed) => placed.panel))) {
        const origin = findPanel(id)
        if (!origin || !isVisible(origin.needs)) throw refuse('ARRANGEMENT_BLOCK')
        const all = nameBlocks(origin.blocks)
        names.set(id, new Set(all.filter((_, at) => isVisible(origin.blocks[at]?.needs))))
      }
      if (!body.blocks.every((placed) => names.get(placed.panel)?.has(placed.block)))
        throw refuse('ARRANGEMENT_BLOCK')
      const defaults = nameBlocks(panel.blocks)
      await db.write((trx) => storeArrangement(trx, panel.id, user.id, { blocks: body.blocks, defaults }))
      return ok(null, errorText('SAVED'))
    },
  })

  app.route({
    method: 'DELETE',
    url,
    config,
    schema: { params: DocumentPath },
    handler: async (request) => {
      await db.write((trx) => removeArrangement(trx, readPanel(request).id, request.user.id))
      return ok(null)
    },
  })
}
