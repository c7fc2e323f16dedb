import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSession, shelf, standInServer } from './stand-in-server.ts'

/** The pause between a change and its request, and that before another attempt. */
const PAUSE = 600
const RETRY = 5000
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

const closing: (() => void)[] = []
function open(...args: Parameters<typeof openSession>) {
  const opened = openSession(...args)
  closing.push(opened.close)
  return opened
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await pass(0)
  vi.useRealTimers()
})

describe('a stored draft', () => {
  it('is saved when it is opened, and is checked after the pause', async () => {
    const server = standInServer()
    const { now } = open(server)
    expect(now()).toMatchObject({ state: { kind: 'saved' }, isChanged: false, inspection: null, base: shelf })
    await pass(PAUSE)
    expect(server.requests).toEqual(['inspect'])
    expect(now().inspection).toMatchObject({ problems: [] })
  })

  it('is saving from a change until the server has answered', async () => {
    const server = standInServer()
    const { type, now, states } = open(server)
    type({ title: '密集架' })
    expect(now()).toMatchObject({ state: { kind: 'saving' }, isChanged: true })
    await pass(PAUSE)
    expect(states).toEqual(['saved', 'saving', 'saved'])
    expect(server.draft?.body).toEqual({ ...shelf, title: '密集架' })
  })

  it('is inspected as it is, until the next change', async () => {
    const { type, now, session } = open(standInServer())
    await pass(PAUSE)
    expect(now().isInspected).toBe(true)
    type({ title: '密集架' })
    expect(now()).toMatchObject({ isInspected: false, inspection: { problems: [] } })
    session.undo()
    expect(now().isInspected).toBe(true)
    session.redo()
    await pass(PAUSE)
    expect(now().isInspected).toBe(true)
  })

  it('is sent once after the last of several changes', async () => {
    const server = standInServer()
    const { type } = open(server)
    for (const title of ['密', '密集', '密集架']) {
      type({ title })
      await pass(PAUSE - 1)
    }
    expect(server.requests).toEqual([])
    await pass(1)
    expect(server.requests).toEqual(['save 密集架', 'inspect'])
  })

  it('is removed from the server when the document is as it was', async () => {
    const server = standInServer()
    const { type, now } = open(server)
    type({ title: '密集架' })
    await pass(PAUSE)
    type({ title: '书架' })
    expect(now().isChanged).toBe(false)
    await pass(PAUSE)
    expect(server.draft).toBeNull()
    expect(now().state).toEqual({ kind: 'saved' })
  })

  it('gives one snapshot for one state, and tells nobody who has gone', () => {
    const { session, type } = open(standInServer())
    const listener = vi.fn()
    const end = session.subscribe(listener)
    expect(session.getSnapshot()).toBe(session.getSnapshot())
    type({ title: '密集架' })
    expect(listener).toHaveBeenCalledTimes(1)
    end()
    type({ title: '木架' })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('undo and redo', () => {
  it('go through the changes, and store what they reach', async () => {
    const server = standInServer()
    const { session, type, now } = open(server)
    type({ title: '密集架' })
    await pass(PAUSE)
    type({ note: '二楼' })
    await pass(PAUSE)
    session.undo()
    expect(now().document).toMatchObject({ title: '密集架', note: '' })
    session.undo()
    expect(now()).toMatchObject({ document: shelf, canUndo: false, canRedo: true })
    session.redo()
    await pass(PAUSE)
    expect(server.draft?.body).toMatchObject({ title: '密集架', note: '' })
    type({ note: '三楼' })
    expect(now().canRedo).toBe(false)
  })

  it('take what was typed into one setting without a pause as one step', async () => {
    const { session, type, now } = open(standInServer())
    for (const title of ['密', '密集', '密集架']) {
      type({ title })
      await pass(900)
    }
    await pass(1000)
    type({ title: '木架' })
    session.undo()
    expect(now().document.title).toBe('密集架')
    session.undo()
    expect(now().document.title).toBe('书架')
  })

  it('take each change without a label as one step, however soon the next one follows', async () => {
    const { session, now } = open(standInServer())
    session.change({ ...shelf, title: '密集架' })
    session.change({ ...shelf, title: '木架' })
    session.undo()
    expect(now().document.title).toBe('密集架')
  })
})

describe('a draft that cannot be stored', () => {
  it('has failed, is kept by the browser and is sent again until it is stored', async () => {
    const server = standInServer()
    const { type, now, states, browser } = open(server)
    server.isOnline = false
    type({ title: '密集架' })
    await pass(PAUSE)
    expect(now().state).toEqual({ kind: 'failed' })
    expect(browser.kept).toEqual({ ...shelf, title: '密集架' })
    await pass(RETRY)
    expect(now().state.kind).toBe('failed')
    server.isOnline = true
    await pass(RETRY)
    expect(states).toEqual(['saved', 'saving', 'failed', 'saved'])
    expect(server.draft?.body.title).toBe('密集架')
    expect(browser.kept).toBeNull()
  })

  it('is refused with the reason, is inspected, and is not sent again until the next change', async () => {
    const server = standInServer()
    const { type, now, session } = open(server)
    server.refusal = '草稿太大'
    type({ title: '密集架' })
    await pass(PAUSE)
    const refused = { state: { kind: 'refused', text: '草稿太大' }, isInspected: true }
    expect(now()).toMatchObject(refused)
    await pass(3 * RETRY)
    expect(server.requests).toEqual(['inspect'])
    server.refusal = null
    await session.saveNow()
    expect(now().state.kind).toBe('saving')
    await pass(PAUSE)
    expect(now().state.kind).toBe('saved')
  })

  it('is saved again when a refused change is undone', async () => {
    const server = standInServer()
    const { type, now, session } = open(server)
    server.refusal = '草稿太大'
    type({ title: '密集架' })
    await pass(PAUSE)
    session.undo()
    await pass(PAUSE)
    expect(now().state.kind).toBe('saved')
  })

  it('is saving again with the next change', async () => {
    const server = standInServer()
    const { type, now } = open(server)
    server.isOnline = false
    type({ title: '密集架' })
    await pass(PAUSE)
    server.isOnline = true
    type({ title: '木架' })
    expect(now().state.kind).toBe('saving')
    await pass(PAUSE)
    expect(server.requests).toEqual(['save 木架', 'inspect'])
  })

  it('is stored but unchecked when only its check has failed, and is checked again', async () => {
    const server = standInServer()
    const { type, now } = open(server)
    server.checks = false
    type({ title: '密集架' })
    await pass(PAUSE)
    expect(now()).toMatchObject({ state: { kind: 'unchecked' }, inspection: null })
    expect(server.draft?.body.title).toBe('密集架')
    server.checks = true
    await pass(RETRY)
    expect(now()).toMatchObject({ state: { kind: 'saved' }, inspection: { problems: [] } })
  })
})

describe('a draft that another page of the user has changed', () => {
  it('has the changes of both where they fit, and says so', async () => {
    const server = standInServer()
    const { type, now, notify } = open(server)
    server.storeElsewhere({ ...shelf, note: '二楼' })
    type({ title: '密集架' })
    await pass(PAUSE)
    expect(now().document).toEqual({ ...shelf, title: '密集架', note: '二楼' })
    expect(notify).toHaveBeenCalledExactlyOnceWith('info', expect.stringContaining('两边的修改已合在一起'))
    await pass(PAUSE)
    expect(server.draft?.body).toEqual(now().document)
    expect(now().state.kind).toBe('saved')
  })

  const openConflict = async () => {
    const server = standInServer()
    const opened = open(server)
    server.storeElsewhere({ ...shelf, title: '木架', note: '二楼' })
    opened.type({ title: '密集架' })
    await pass(PAUSE)
    return { server, ...opened }
  }

  it('is in conflict where both changed one part, and stores nothing until the user has chosen', async () => {
    const { server, session, browser, type, now } = await openConflict()
    expect(now().state).toMatchObject({ kind: 'conflict', conflicts: [{ by: { kind: 'own' } }] })
    expect(now().document.title).toBe('密集架')
    type({ perm: 'shelves' })
    await pass(RETRY)
    expect(server.draft?.version).toBe('elsewhere')
    expect(browser.kept).toEqual({ ...shelf, title: '密集架', perm: 'shelves' })
    await expect(session.saveNow()).rejects.toMatchObject({ reason: 'DRAFT_CONFLICT' })
  })

  it.each([
    ['ours', true, '密集架'],
    ['theirs', false, '木架'],
  ])('leaves the conflict with the choice of %s', async (_choice, isOurs, title) => {
    const { server, session, browser, now } = await openConflict()
    session.decideConflict(isOurs)
    expect(now().state.kind).toBe('saving')
    await pass(PAUSE)
    expect(now()).toMatchObject({ state: { kind: 'saved' }, document: { title, note: '二楼' } })
    expect(server.draft?.body).toMatchObject({ title, note: '二楼' })
    expect(browser.kept).toBeNull()
  })
})

describe('the end of a draft', () => {
  it('of a document is its base again', async () => {
    const server = standInServer()
    const { session, type, now } = open(server)
    type({ title: '密集架' })
    await pass(PAUSE)
    await session.discard(false)
    expect(now()).toMatchObject({ document: shelf, isChanged: false })
    expect(server.draft).toBeNull()
  })

  it('of a new document is that it has gone: nothing is stored any more', async () => {
    const server = standInServer({ current: null, draft: { body: shelf, base: null } })
    const { session, type, now, close } = open(server)
    await session.discard(false)
    expect(now().state).toEqual({ kind: 'gone' })
    type({ title: '密集架' })
    await pass(RETRY)
    close()
    await pass(0)
    expect(server.requests).toEqual(['remove'])
    expect(session.isUnsaved()).toBe(false)
  })

  it('is silent when another page has discarded it already', async () => {
    const server = standInServer()
    const { session, type, now, notify } = open(server)
    type({ title: '密集架' })
    await pass(PAUSE)
    server.draft = null
    await session.discard(false)
    expect(now().document).toEqual(shelf)
    expect(notify).not.toHaveBeenCalled()
  })

  it('by a release stores it first', async () => {
    const server = standInServer()
    const { session, type } = open(server)
    type({ title: '密集架' })
    expect(await session.release('')).toEqual({ revision: 2 })
    expect(server.requests).toEqual(['save 密集架', 'release'])
    expect(server.current?.title).toBe('密集架')
  })

  it('continues on the version that somebody else has released', async () => {
    const server = standInServer()
    const { session, type, now } = open(server)
    type({ title: '密集架' })
    await pass(PAUSE)
    const current = { ...shelf, note: '三楼' }
    session.continueOn(current, { ...current, title: '密集架' })
    expect(now()).toMatchObject({ base: current, isChanged: true })
    await pass(PAUSE)
    expect(server.draft).toMatchObject({ base: current, body: { title: '密集架', note: '三楼' } })
  })
})

describe('leaving', () => {
  it('stores the last change without the pause, and nothing after it', async () => {
    const server = standInServer()
    const { type, close } = open(server)
    type({ title: '密集架' })
    close()
    await pass(RETRY)
    expect(server.requests).toEqual(['save 密集架'])
  })

  it('asks only for changes that the server does not have, and may leave them', async () => {
    const server = standInServer()
    const { session, type, now } = open(server)
    expect(session.isUnsaved()).toBe(false)
    type({ title: '密集架' })
    expect(session.isUnsaved()).toBe(true)
    await pass(PAUSE)
    expect(session.isUnsaved()).toBe(false)
    type({ title: '木架' })
    session.dropUnsaved()
    expect(now().document.title).toBe('密集架')
  })

  it('keeps the last change in the browser at once when the page ends', async () => {
    const { session, browser, type } = open(standInServer())
    session.keepLast()
    expect(browser.last).toBeNull()
    type({ title: '密集架' })
    session.keepLast()
    expect(browser.last).toEqual({ ...shelf, title: '密集架' })
  })
})

describe('a draft with the changes of an ended page', () => {
  const openRestored = () => {
    const server = standInServer()
    const serverDraft = { base: shelf, body: shelf, version: null }
    const unsent = { place: { name: 'u1', form: 'ended' }, serverDraft, body: { ...shelf, title: '密集架' } }
    return { server, ...open(server, unsent) }
  }

  it('starts with them and sends them', async () => {
    const { server, now } = openRestored()
    expect(now()).toMatchObject({ isRestored: true, document: { title: '密集架' }, canUndo: true })
    await pass(PAUSE)
    expect(server.draft?.body.title).toBe('密集架')
  })

  it('is what the server had when they are not wanted', async () => {
    const { server, session, now } = openRestored()
    session.dropRestored()
    expect(now()).toMatchObject({ document: shelf, isChanged: false })
    await pass(PAUSE)
    expect(server.draft).toBeNull()
  })
})
