import Type from 'typebox'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { buildCaller } from '../../records/caller.ts'
import { buildCan } from '../../records/list/list-route.ts'
import { moveRecords, readAnswer } from '../../records/move/move.ts'
import { getResource } from '../../records/resource.ts'
import { writeRecords } from '../../records/transaction.ts'
import { idList } from '../../records/write/remove.ts'
import { HeadName } from './heads/shape.ts'
import { type CgformServices, requireRecords } from './screens.ts'

const refuse = defineRefusals({
  ONLINE_BUTTON_OPEN: '按钮「{code}」打开文档或调用接口，请在界面上按它',
})

const PressBody = Type.Object({
  formId: HeadName,
  buttonCode: Type.String({ minLength: 1, maxLength: 64 }),
  dataId: Type.String({ minLength: 1, maxLength: 4000 }),
})

/** The custom button of an online form (docs/http.md, "Record routes"): a move of the flow, with its right and its effect. */
export const pressRoutes: Plugin<CgformServices> = (app, services) => {
  app.route({
    method: 'POST',
    url: '/online/cgform/api/doButton',
    // The permission code is the one of the button that the body names.
    config: { access: 'self' },
    schema: { body: PressBody },
    handler: async (request) => {
      const { formId, buttonCode, dataId } = request.body
      const { document, documentHash } = requireRecords(services.documents, formId).entry
      const code = codeOfAction(document, buttonCode)
      if (!buildCan(request)(code))
        throw appError('FORBIDDEN', { result: await services.permissions.explain(code) })
      const move = document.flow?.moves.find((entry) => entry.code === buttonCode)
      if (!move) throw refuse('ONLINE_BUTTON_OPEN', { values: { code: buttonCode } })
      const resource = getResource(document, documentHash, fieldValues)
      const caller = buildCaller(request.user, services)
      const answer = readAnswer(resource, move, undefined)
      const moved = await writeRecords(services, (transaction) =>
        moveRecords(transaction, resource, caller, move, idList(dataId), answer),
      )
      return ok({ count: moved.length }, move.done ?? `${move.title}成功`)
    },
  })
}
