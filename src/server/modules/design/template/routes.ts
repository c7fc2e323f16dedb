import Type from 'typebox'
import { AppError } from '#runtime/kernel/errors.ts'
import { listObjects } from '#runtime/kernel/json.ts'
import { builtInMenuParents } from '#runtime/schema/names/menu-parents.ts'
import { readDocumentId } from '../../../documents/document-path.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import type { RecordServices } from '../../../records/services.ts'
import { importPlanned } from '../package/import-package.ts'
import { designWrite } from '../permissions.ts'
import type { DesignServices } from '../services.ts'
import { DesignPath, documentPlace } from '../shape.ts'
import { findTemplate, planTemplate } from './plan-template.ts'
import { listSamples, removeSamples } from './remove-samples.ts'
import { addSamples } from './samples.ts'
import { readTemplates } from './templates.ts'

const strict = { additionalProperties: false }
const choice = {
  /** The name of the template. */
  name: Type.String({ minLength: 1, maxLength: 40 }),
  group: Type.String({ pattern: '^[a-z][a-z0-9]{1,19}$' }),
  title: Type.String({ minLength: 1, maxLength: 20 }),
  parent: Type.Union([Type.Enum([...builtInMenuParents]), Type.Null()]),
}
const ChoiceBody = Type.Object(choice, strict)
const InstallBody = Type.Object(
  {
    ...choice,
    /** Whether the documents are released at once; drafts of the user otherwise. */
    isReleased: Type.Boolean(),
    /** Whether the sample records come with the released documents. */
    hasSamples: Type.Boolean(),
  },
  strict,
)
const RemovalBody = Type.Object({ withEdited: Type.Boolean() }, strict)

/** Templates: which there are, what an installation makes, the installation, and the removal of its sample records. */
export const templateRoutes: Plugin<DesignServices & RecordServices> = (app, services) => {
  const write = { access: designWrite }
  const reading = { access: designWrite, reads: true }

  app.get('/design/templates', { config: write }, async () =>
    ok(
      readTemplates(services.config).map(({ name, title, description, documents, rows }) => ({
        name,
        title,
        description,
        samples: rows.length,
        documents: documents.map((document) => ({
          id: document.id,
          title: document.title,
          kind: document.kind,
          fields: listObjects(document.fields).flatMap((field) =>
            typeof field.title === 'string' && field.type !== 'hidden' ? [field.title] : [],
          ),
        })),
      })),
    ),
  )

  app.route({
    method: 'POST',
    url: '/design/templates/inspect',
    config: reading,
    schema: { body: ChoiceBody },
    handler: async ({ user, body: { name, ...chosen } }) => {
      const { plan } = await planTemplate(services, user, findTemplate(services, name), chosen)
      const { documents, problems, steps } = plan
      return ok({ documents: documents.map(({ id, title, kind }) => ({ id, title, kind })), problems, steps })
    },
  })

  app.route({
    method: 'POST',
    url: '/design/templates',
    config: write,
    schema: { body: InstallBody },
    handler: async ({ user, body: { name, isReleased, hasSamples, ...chosen } }) => {
      const template = findTemplate(services, name)
      const release = isReleased ? { note: `从模板「${template.title}」新增` } : null
      const ready = await importPlanned(services, user, release, () =>
        planTemplate(services, user, template, chosen),
      )
      if (!isReleased) return ok(null, `已新增 ${ready.drafts.length} 份文档，存成您的草稿`)
      const text = `已新增并发布 ${ready.drafts.length} 份文档`
      if (!hasSamples) return ok(null, text)
      try {
        return ok(null, `${text}，${await addSamples(services, user, template, chosen.group)} 条示例数据`)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return ok(null, `${text}。示例数据没有写入：${error.text}`)
      }
    },
  })

  const place = `${documentPlace}/samples`

  app.get(place, { config: write, schema: { params: DesignPath } }, async (request) =>
    ok(await listSamples(services, request.user, readDocumentId(request))),
  )

  app.route({
    method: 'POST',
    url: `${place}/remove`,
    config: write,
    schema: { params: DesignPath, body: RemovalBody },
    handler: async (request) => {
      const count = await removeSamples(
        services,
        request.user,
        readDocumentId(request),
        request.body.withEdited,
      )
      return ok({ count }, `已删除 ${count} 条示例数据`)
    },
  })
}
