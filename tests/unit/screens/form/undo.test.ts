import { expect, it, vi } from 'vitest'
import { appError } from '#runtime/kernel/errors.ts'
import { noteDone } from '#runtime/screens/form/save/undo-action.ts'

const buildScene = (send: (...sent: unknown[]) => Promise<unknown>) => ({
  http: { send: vi.fn(send) } as never,
  notify: vi.fn(),
  screen: 'demo/book',
  onUndone: vi.fn(),
})

it('the notice of an operation offers its undo when the answer names one', async () => {
  const send = vi.fn().mockResolvedValue({ result: { count: 1 }, message: '已撤销' })
  const scene = buildScene(send)
  noteDone(scene, '审核成功', { count: 1, undo: 'u1' })
  const [kind, text, action] = scene.notify.mock.calls[0] ?? []
  expect([kind, text, action.title, action.question]).toEqual(['success', '审核成功', '撤销', undefined])
  await action.run()
  expect(send).toHaveBeenCalledWith('POST', '/resource/demo/book/undo', { id: 'u1' })
  expect(scene.notify).toHaveBeenLastCalledWith('success', '已撤销')
  expect(scene.onUndone).toHaveBeenCalled()
})

it('the notice of an operation offers nothing when the answer names no undo', () => {
  const scene = buildScene(vi.fn())
  noteDone(scene, '审核成功', { count: 1 })
  noteDone(scene, '删除成功!', null)
  expect(scene.notify.mock.calls).toEqual([
    ['success', '审核成功'],
    ['success', '删除成功!'],
  ])
})

it('an undo that the server refuses shows the reason and loads the rows again', async () => {
  const refusal = appError('BUSINESS', { text: '「K1」后来有改动，不能撤销' })
  const scene = buildScene(vi.fn().mockRejectedValue(refusal))
  noteDone(scene, '审核成功', { undo: 'u1' })
  await scene.notify.mock.calls[0]?.[2].run()
  expect(scene.notify).toHaveBeenLastCalledWith('warning', '「K1」后来有改动，不能撤销')
  expect(scene.onUndone).toHaveBeenCalled()
})
