// @vitest-environment jsdom
import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSaveKey } from '#runtime/screens/form/commands/useSaveKey.ts'

// A question of an earlier file may still be leaving the page.
beforeEach(() => document.body.replaceChildren())
afterEach(cleanup)

const press = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })

it('Ctrl+S saves the topmost form when several are open', () => {
  const [lower, upper] = [vi.fn(), vi.fn()]
  renderHook(() => useSaveKey(lower))
  renderHook(() => useSaveKey(upper))
  press()
  expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual([0, 1])
})

it('Ctrl+S saves nothing when a question is open', () => {
  const save = vi.fn()
  renderHook(() => useSaveKey(save))
  const question = document.createElement('div')
  question.className = 'ant-modal-confirm'
  document.body.append(question)
  press()
  expect(save).not.toHaveBeenCalled()
  question.remove()
  press()
  expect(save).toHaveBeenCalledOnce()
})
