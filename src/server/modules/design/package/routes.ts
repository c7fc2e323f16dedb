import Type from 'typebox'
import { MAX_PACKAGE_DOCUMENTS, MAX_PACKAGE_TEXT } from '#runtime/schema/package/package-file.ts'
import { designRead } from '../../../documents/check/constants.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designWrite } from '../permissions.ts'
import { exportPackage, listEntries } from './export-package.ts'
import { importPackage, type PackageServices } from './import-package.ts'
import { planDocuments, readContent } from './plan-package.ts'

const Id = Type.String({ minLength: 1, maxLength: 110 })
const Name = Type.String({ minLength: 1, maxLength: 150 })
const strict = { additionalProperties: false }

const ids = Type.Array(Id, { minItems: 1, maxItems: MAX_PACKAGE_DOCUMENTS })
const IdsBody = Type.Object({ ids }, strict)
/** The parts are left out for a user who may not read them. */
const ExportBody = Type.Object(
  { ids, roles: Type.Boolean({ default: false }), menu: Type.Boolean({ default: false }) },
  strict,
)

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
  parts: Type.Optional(
    Type.Object(
      {
        roles: Type.Boolean(),
        menu: Type.Boolean(),
        replace: Type.Array(Id, { maxItems: MAX_PACKAGE_DOCUMENTS }),
      },
      strict,
    ),
  ),
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
export const packageRoutes: Plugin<PackageServices> = (app, services) => {
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
    schema: { body: ExportBody },
    handler: async ({ user, body: { ids, ...wanted } }) =>
      ok(await exportPackage(services, user, ids, wanted)),
  })

  app.route({
    method: 'POST',
    url: '/design/packages/inspect',
    bodyLimit,
    config: { access: designWrite, reads: true },
    schema: { body: PlanBody },
    handler: async ({ user, body }) =>
      ok((await planDocuments(services, user, readContent(body.text), body)).plan),
  })

  app.route({
    method: 'POST',
    url: '/design/packages',
    bodyLimit,
    config: { access: designWrite },
    schema: { body: ImportBody },
    handler: async ({ user, ip, body }) => {
      const { count, applied } = await importPackage(services, user, ip, body)
      if (!body.release) return ok(null, `已导入 ${count} 份文档，存成您的草稿`)
      const also = applied
        ? `；拟授权 ${applied.proposals} 项，等人在角色管理里确认；菜单改了 ${applied.menu} 处`
        : ''
      return ok(null, `已导入并发布 ${count} 份文档${also}`)
    },
  })
}
