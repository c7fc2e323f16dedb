import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

/** The national day of 2026 with its working Saturday, and a day that is not used any more. */
const holidays = {
  version: 2,
  kind: 'dict',
  id: 'dict/holiday',
  title: '节假日',
  code: 'holiday',
  items: [
    ...['01', '02', '05', '06', '07'].map((day) => ({ value: `2026-10-${day}`, text: '国庆节放假' })),
    { value: '2026-10-10', text: '国庆节后上班' },
    { value: '2026-10-12', text: '停用', disabled: true },
  ],
}
const screen = noteScreen({
  fields: [
    { key: 'fdate', title: '收到', type: 'date' },
    { key: 'fdays', title: '几天', type: 'inputNumber' },
    { key: 'fdue', title: '到期', type: 'date', compute: "addWorkdays(fdate, fdays, 'holiday')" },
    { key: 'fplain', title: '不计假日', type: 'date', compute: 'addWorkdays(fdate, fdays)' },
    { key: 'fstart', title: '开始', type: 'date', defaultValue: "=addWorkdays(fdate, 1, 'holiday')" },
  ],
}) as unknown as ScreenDocument

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/note.json': screen, 'dict/holiday.json': holidays },
    { clerk: ['demo:note:add', 'demo:note:edit', 'demo:note:list', 'demo:note:detail'] },
  )
})
afterAll(() => server?.close())

const note = '/jeecg-boot/resource/demo/note'
const items = holidays.items.map((item) => ({ disabled: false, ...item }))
const lookup = {
  text: () => undefined,
  value: () => undefined,
  items: (code: string) => (code === 'holiday' ? items : []),
}
const openModel = (env: object) =>
  new RecordModel(screen, {}, {
    types: fieldValues,
    lookup,
    env: { user: {}, now: new Date(), mode: 'add', ...env },
  } as never)

describe('working days with a dictionary of holidays', () => {
  it.each([
    ['2026-09-30', 1, '2026-10-08', '2026-10-01'],
    ['2026-09-30', 3, '2026-10-10', '2026-10-05'],
    ['2026-09-30', 4, '2026-10-12', '2026-10-06'],
    ['2026-10-09', -2, '2026-09-30', '2026-10-07'],
  ])('%s and %i days are the same on the server and in the browser', async (fdate, fdays, fdue, fplain) => {
    const reply = await server.call('clerk', 'POST', `${note}/add`, { body: { fdate, fdays } })
    expect(reply.body.result).toMatchObject({ fdue, fplain })
    const model = openModel({ lookup })
    model.setHeads({ fdate, fdays })
    expect(model.record).toMatchObject({ fdue, fplain })
  })

  it('are read for a default and for an edit too', async () => {
    const { result } = (await server.call('clerk', 'POST', `${note}/add`, { body: { fdate: '2026-09-30' } }))
      .body
    expect(result).toMatchObject({ fstart: '2026-10-08', fdue: null })
    const body = { id: result.id, rev: result.rev, fdays: 1 }
    const edited = await server.call('clerk', 'PUT', `${note}/edit`, { body })
    expect(edited.body.result.fdue).toBe('2026-10-08')
  })

  it('have no result where the dictionary is not loaded', () => {
    const model = openModel({})
    model.setHeads({ fdate: '2026-09-30', fdays: 1 })
    expect(model.record).toMatchObject({ fdue: null, fplain: '2026-10-01' })
  })

  it('are one of the dictionaries that the screen loads', () => {
    expect(screenDictionaries(screen, new Map())).toEqual(['holiday'])
  })
})
