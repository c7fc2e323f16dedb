import { describe, expect, it, vi } from 'vitest'
import { draftCommands } from '#designer/commands/draft-commands.ts'
import { lineCommands } from '#designer/commands/line-commands.ts'
import { blockCommands } from '#runtime/screens/panel/block-commands.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { widthCommands } from '#runtime/ui/layout/edge-commands.ts'
import { buildKey } from '../../key-event.ts'

const press = (name: string) => ({ ...buildKey(name), preventDefault: vi.fn() })

const pressed = (keys: Readonly<Record<string, { keys: readonly string[] }>>) =>
  Object.values(keys).flatMap((command) => command.keys)

describe('the keys of an editor', () => {
  const reached: Readonly<Record<string, string>> = {
    'Mod+S': 'save',
    'Mod+Z': 'undo',
    'Mod+Y': 'redo',
    'Mod+Shift+Z': 'redo',
  }

  it.each(pressed(draftCommands))('%s does what its command says', (name) => {
    const edits = { save: vi.fn(), undo: vi.fn(), redo: vi.fn() }
    const event = press(name)
    runKey(draftCommands, { edits, isTyping: false }, event)
    const called = Object.entries(edits).flatMap(([id, edit]) => (edit.mock.calls.length > 0 ? [id] : []))
    expect(called).toEqual([reached[name]])
    expect(event.preventDefault).toHaveBeenCalled()
  })

  it('leave undo and redo to a text that is being typed, but not saving', () => {
    const edits = { save: vi.fn(), undo: vi.fn(), redo: vi.fn() }
    for (const name of pressed(draftCommands)) runKey(draftCommands, { edits, isTyping: true }, press(name))
    expect([edits.save, edits.undo, edits.redo].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
  })
})

describe('the keys of a block', () => {
  const reached: Readonly<Record<string, unknown[]>> = {
    'Alt+ArrowLeft': ['move', 2, 1],
    'Alt+ArrowUp': ['move', 2, 1],
    'Alt+ArrowRight': ['move', 2, 3],
    'Alt+ArrowDown': ['move', 2, 3],
    'Shift+ArrowLeft': ['resize', 2, 5],
    'Shift+ArrowRight': ['resize', 2, 7],
    Delete: ['remove', 2],
  }

  it.each(pressed(blockCommands))('%s does what its command says', (name) => {
    const calls: unknown[][] = []
    const note =
      (id: string) =>
      (...args: unknown[]) =>
        void calls.push([id, ...args])
    const edits = { move: note('move'), resize: note('resize'), remove: note('remove') }
    runKey(blockCommands, { at: 2, span: 6, edits }, press(name))
    expect(calls).toEqual([reached[name]])
  })

  it('are no arrow without Alt or Shift', () => {
    const event = press('ArrowLeft')
    const edits = { move: vi.fn(), resize: vi.fn(), remove: vi.fn() }
    runKey(blockCommands, { at: 2, span: 6, edits }, event)
    expect(event.preventDefault).not.toHaveBeenCalled()
  })
})

describe('the keys of the edge of a block', () => {
  const reached: Readonly<Record<string, number>> = { ArrowLeft: 5, ArrowRight: 7 }

  it.each(pressed(widthCommands))('%s does what its command says', (name) => {
    const resize = vi.fn()
    runKey(widthCommands, { size: 6, resize }, press(name))
    expect(resize).toHaveBeenCalledExactlyOnceWith(reached[name])
  })
})

describe('the keys of a field in the list', () => {
  const edits = () => ({ move: vi.fn(), copy: vi.fn(), remove: vi.fn() })

  it.each([
    ['Alt+ArrowUp', 0],
    ['Alt+ArrowDown', 2],
  ])('%s moves it in its list', (name, to) => {
    const { move, ...others } = edits()
    runKey(lineCommands, { at: 1, count: 3, edits: { move, ...others } }, press(name))
    expect(move).toHaveBeenCalledExactlyOnceWith(to)
    expect(lineCommands.flatMap(({ keys }) => keys)).toContain(name)
  })

  it('do not move it out of its list', () => {
    const { move, ...others } = edits()
    for (const name of ['Alt+ArrowUp', 'Alt+ArrowDown'])
      runKey(lineCommands, { at: 0, count: 1, edits: { move, ...others } }, press(name))
    expect(move).not.toHaveBeenCalled()
  })
})
