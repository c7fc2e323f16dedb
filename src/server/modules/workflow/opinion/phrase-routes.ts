import Type from 'typebox'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import type { ReadServices } from '../../../records/services.ts'
import { addPhrase, readPhrases, removePhrase } from './phrases.ts'

/** The dictionary of the phrases that everybody has. */
const shippedCode = 'workflow_phrase'

const PhraseBody = Type.Object({ text: Type.String({ maxLength: 1000 }) }, { additionalProperties: false })
const RemoveBody = Type.Object(
  { id: Type.String({ pattern: '^[0-9]{1,18}$' }) },
  { additionalProperties: false },
)

/** The phrases of the signed-in user. */
export const phraseRoutes: Plugin<ReadServices> = (app, { db, dictionaries }) => {
  const config = { access: 'self' } as const

  app.get('/workflow/phrases', { config }, async ({ user }) => {
    const shipped = await dictionaries.items(shippedCode, { onlyEnabled: true })
    return ok({
      shipped: shipped.map(({ text }) => text),
      own: await readPhrases(db.app, user.username),
    })
  })

  app.post('/workflow/phrases', { config, schema: { body: PhraseBody } }, async ({ body, user }) => {
    await db.write((trx) => addPhrase(trx, user.username, body.text))
    return ok(null, '保存成功！')
  })

  app.post('/workflow/phrases/remove', { config, schema: { body: RemoveBody } }, async ({ body, user }) => {
    await db.write((trx) => removePhrase(trx, user.username, body.id))
    return ok(null, '删除成功!')
  })
}
