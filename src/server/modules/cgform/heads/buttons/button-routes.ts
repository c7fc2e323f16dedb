import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { designRead } from '../../../../documents/check/constants.ts'
import { ok } from '../../../../platform/http/envelope.ts'
import type { SessionUser } from '../../../../platform/http/requests/user.ts'
import type { Plugin } from '../../../../platform/http/route.ts'
import { readRowText, splitParts } from '../../../../reports/row-values.ts'
import { type DesignServices, designWrite } from '../../../design/interface.ts'
import { openHeads } from '../heads.ts'
import { HeadBody, HeadName, HeadNames, IdQuery } from '../shape.ts'
import { saveDraft } from '../store.ts'
import { addButton, editButton, removeButton } from './button-edit.ts'
import { builtInRows, buttonRows } from './buttons.ts'

const ButtonParams = Type.Object({ code: HeadName })
const IdsQuery = Type.Object({ ids: HeadNames })
type Button = { headId: string; place: 'toolbar' | 'row'; code: string }

/** The parts of a button's id: its head, its place, its code. Throws NO_ENTITY. */
function readButton(id: string): Button {
  const [, headId, place, code] = /^(.+)\.(toolbar|row)\.([^.]+)$/.exec(id) ?? []
  if (headId === undefined || code === undefined) throw appError('NO_ENTITY')
  return { headId, place: place as Button['place'], code }
}

/** The buttons of online forms (docs/http.md, "Head routes"): the declared actions and moves of documents. */
export const headButtonRoutes: Plugin<DesignServices> = (app, services) => {
  const read = { access: designRead }
  const write = { access: designWrite }

  const open = async (user: SessionUser, headId: string) => {
    const heads = await openHeads(services, user)
    const { body, draft, source } = heads.find(headId)
    const screen = heads.findScreen(body)
    if (!screen) throw appError('NO_ENTITY')
    const save = (next: typeof body) => saveDraft(services, user, heads, next, { draft, source })
    return { body, screen, save }
  }

  app.route({
    method: 'GET',
    url: '/online/cgform/button/list/:code',
    config: read,
    schema: { params: ButtonParams },
    handler: async ({ user, params }) => ok(buttonRows((await open(user, params.code)).screen)),
  })

  app.route({
    method: 'GET',
    url: '/online/cgform/button/builtInList/:code',
    config: read,
    schema: { params: ButtonParams },
    handler: async ({ user, params }) => ok(builtInRows((await open(user, params.code)).screen)),
  })

  app.route({
    method: 'POST',
    url: '/online/cgform/button/add',
    config: write,
    schema: { body: HeadBody },
    handler: async ({ user, body: row }) => {
      const { body, screen, save } = await open(user, readRowText(row, 'cgformHeadId'))
      await save(addButton(body, screen, row))
      return ok(null, '添加成功！')
    },
  })

  app.route({
    method: 'PUT',
    url: '/online/cgform/button/edit',
    config: write,
    schema: { body: HeadBody },
    handler: async ({ user, body: row }) => {
      const { headId, place, code } = readButton(readRowText(row, 'id'))
      const { body, screen, save } = await open(user, headId)
      const style = place === 'row' ? 'link' : 'button'
      await save(editButton(body, screen, { ...row, buttonCode: code, buttonStyle: style }))
      return ok(null, '修改成功！')
    },
  })

  const remove = async (user: SessionUser, id: string): Promise<void> => {
    const { headId, place, code } = readButton(id)
    const { body, screen, save } = await open(user, headId)
    await save(removeButton(body, screen, place, code))
  }

  app.route({
    method: 'DELETE',
    url: '/online/cgform/button/delete',
    config: write,
    schema: { querystring: IdQuery },
    handler: async ({ user, query: { id } }) => {
      await remove(user, id)
      return ok(null, '删除成功!')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/online/cgform/button/deleteBatch',
    config: write,
    schema: { querystring: IdsQuery },
    handler: async ({ user, query: { ids } }) => {
      for (const id of splitParts(ids)) await remove(user, id)
      return ok(null, '删除成功!')
    },
  })
}
