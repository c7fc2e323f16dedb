import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestValues } from '#runtime/record/request-values.ts'
import type { FormDocument } from '#runtime/schema/types.ts'
import departJson from '../../../../schemas/account/depart.json' with { type: 'json' }
import passwordJson from '../../../../schemas/account/password.json' with { type: 'json' }
import { createBaseServer, passwords, type TestServer } from './test-server.ts'

const [depart, password] = [departJson, passwordJson] as unknown as FormDocument[]
let server: TestServer
beforeAll(async () => {
  server = await createBaseServer()
})
afterAll(() => server?.close())

/** Sends these values like the form of the document, as the user. */
const submit = (form: FormDocument | undefined, token: string, values: Record<string, unknown>) => {
  if (!form) throw new Error('no form')
  const scope = ([root = '', key = '']: readonly string[]) =>
    root === 'user' ? { username: 'clerk' }[key] : values[root]
  const payload = requestValues(form.submit.send, scope)
  return server.call(form.submit.method as 'PUT', form.submit.url, { token, payload })
}

it('修改密码 answers with the texts of the contract, and reports a wrong old password first', async () => {
  const token = await server.enter('clerk')
  const values = { password: 'mountain-paper-9', confirmpassword: 'mountain-paper-9' }
  const wrong = await submit(password, token, { ...values, oldpassword: 'not-this-one' })
  expect([wrong.status, wrong.body.success, wrong.body.message]).toEqual([200, false, '旧密码输入错误!'])
  const unequal = await submit(password, token, {
    ...values,
    oldpassword: passwords.demo,
    confirmpassword: 'another-paper-9',
  })
  expect(unequal.body.message).toBe('两次输入密码不一致!')
  const done = await submit(password, token, { ...values, oldpassword: passwords.demo })
  expect([done.body.success, done.body.message]).toEqual([true, '密码重置成功!'])
})

it('部门选择 loads the user’s departments, stores the chosen one, and refuses any other', async () => {
  const token = await server.enter('admin')
  const loaded = await server.call('GET', depart?.load?.url ?? '', { token })
  const { list } = loaded.body.result as { list: Record<string, string>[] }
  const choice = depart?.load?.options?.orgCode
  expect(choice).toMatchObject({ from: 'list', value: 'orgCode', text: 'departName' })
  expect(list.every((one) => one.orgCode && one.departName)).toBe(true)
  const refused = await submit(depart, token, { orgCode: 'Z99' })
  expect([refused.body.success, refused.body.message]).toEqual([false, '您不属于该部门'])
  if (!list[0]) return
  const taken = await submit(depart, token, { orgCode: list[0].orgCode })
  expect(taken.body.result).toMatchObject({ userInfo: { orgCode: list[0].orgCode } })
})
