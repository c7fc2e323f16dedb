// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { drawnField, drawnSelector } from '#designer/editor/drawn-field.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'

const bill: JsonObject = {
  fields: [{ key: 'fname' }, { key: 'items', fields: [{ key: 'fname' }, { key: 'fnum' }] }],
}

it('finds the field that an element of the preview draws, and the elements of a field', () => {
  const page = document.createElement('main')
  page.innerHTML = `
    <div data-key="fname"><input></div>
    <div data-key="items"><b></b><i data-field="fname"></i><i data-field="fnum"></i></div>
    <table><td data-field="fname"></td><td data-field="createTime"></td></table>`
  const pathAt = (selector: string) => drawnField(bill, page.querySelector(selector) as Element)
  expect(pathAt('input')).toEqual(['fname'])
  expect(pathAt('i')).toEqual(['items', 'fname'])
  expect(pathAt('b')).toEqual(['items'])
  expect(pathAt('td')).toEqual(['fname'])
  expect(pathAt('[data-field=createTime]')).toBeUndefined()
  const drawn = (...path: string[]) => [...page.querySelectorAll(drawnSelector(path) ?? 'none')]
  expect(drawn('fname').map(({ tagName }) => tagName)).toEqual(['DIV', 'TD'])
  expect(drawn('items', 'fname').map(({ tagName }) => tagName)).toEqual(['I'])
  expect(drawnSelector([])).toBeUndefined()
  expect(drawnSelector(['f"] body'])).toBeUndefined()
})
