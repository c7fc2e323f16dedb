import Type from 'typebox'
import { MAX_PACKAGE_DOCUMENTS, MAX_PACKAGE_TEXT } from '#runtime/schema/package/package-file.ts'
import { designRead } from '../../../documents/check/constants.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designWrite } from '../permissions.ts'
import type { DesignServices } from '../services.ts'
import { exportPackage, listEntries } from './export-package.ts'
import { importPackage } from './import-package.ts'
import { planDocuments, readDocuments } from './plan-package.ts'

const Id = Type.String({ minLength: 1, maxLength: 110 })
const Name = Type.String({ minLength: 1, maxLength: 150 })
const strict = { additionalProperties: false }

const IdsBody = Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_PACKAGE_DOCUMENTS }) }, strict)

const Renaming = Type.Object({ kind: Type.Enum(['document', 'dict', 'table']), from: Name, to: Name }, strict)
const Choice = Type.Object(
  {
    id: Id,
    action: Type.Enum(['import', 'skip', 'replace', 'rename']),
    names: Type.Optional(Type.Array(Renaming, { maxItems: 40 })),
  },
  strict,
)
const packageParts = {
  /** The package file. */
  text: Type.String({ maxLength: MAX_PACKAGE_TEXT }),
  choices: Type.Array(Choice, { maxItems: MAX_PACKAGE_DOCUMENTS }),
}
const PlanBody = Type.Object(packageParts, strict)
const ImportBody = Type.Object(
  {
    ...packageParts,
    release: Type.Union([Type.Object({ note: Type.String({ maxLength: 500 }) }, strict), Type.Null()]),
  },
  strict,
)

/** A character of a package has up to six bytes in the JSON of a request. */
const bodyLimit = MAX_PACKAGE_TEXT * 3

/** Packages of documents: what one would contain, its file, what an import would change, and the import. */
export const packageRoutes: Plugin<DesignServices> = (app, services) => {
  app.route({
    method: 'POST',
    url: '/design/packages/entries',
    config: { access: designRead, reads: true },
    schema: { body: IdsBody },
    handler: async ({ body }) => ok(await listEntries(services, body.ids)),
  })

  app.route({
    method: 'POST',
    url: '/design/packages/export',
    config: { access: designRead, reads: true },
    schema: { body: IdsBody },
    handler: async ({ body }) => ok(await exportPackage(services, body.ids)),
  })

  app.route({
    method: 'POST',
    url: '/design/packages/inspect',
    bodyLimit,
    config: { access: designWrite, reads: true },
    schema: { body: PlanBody },
    handler: async ({ user, body }) =>
      ok((await planDocuments(services, user, readDocuments(body.text), body.choices)).plan),
  })

  app.route({
    method: 'POST',
    url: '/design/packages',
    bodyLimit,
    config: { access: designWrite },
    schema: { body: ImportBody },
    handler: async ({ user, body }) => {
      const count = await importPackage(services, user, body)
      return ok(null, body.release ? `已导入并发布 ${count} 份文档` : `已导入 ${count} 份文档，存成您的草稿`)
    },
  })
}
