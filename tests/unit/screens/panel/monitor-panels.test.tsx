// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { PanelScreen } from '#runtime/screens/panel/PanelScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const readDocument = (id: string) => JSON.parse(readFileSync(`schemas/${id}.json`, 'utf8')) as unknown
const figure = readDocument('monitor/figure') as ScreenDocument

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(id: string, groups: object[] = []) {
  const http = fakeHttp({
    '/schema/index': [{ id: figure.id, kind: 'screen', title: figure.title, path: '/monitor/figure' }],
    '/resource/monitor/figure/list': { records: [{ id: '1', measuredAt: '2026-12-01 08:30:15' }], total: 1 },
    '/resource/monitor/figure/groups': { records: groups, total: groups.length },
  })
  draw(
    <PanelScreen document={readDocument(id) as PanelDocument} />,
    buildRuntime(http, { types: fieldTypes, loadScreen: async () => figure }),
  )
}

it('the panel of disks has a gauge for each disk of each server', async () => {
  open('monitor/disk', [
    { title: '数据目录：已用', server: 'one:8080', share: 82.5 },
    { title: '数据目录：已用', server: 'two:8080', share: 12 },
    { title: '程序目录：已用', server: 'two:8080', share: 40 },
  ])
  await page.findByRole('img', { name: '数据目录：已用（one:8080） 82.5%' })
  expect(page.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual([
    '数据目录：已用（one:8080） 82.5%',
    '数据目录：已用（two:8080） 12.0%',
    '程序目录：已用（two:8080） 40.0%',
  ])
})

it('the gauges of a single server are named by their disks alone', async () => {
  open('monitor/disk', [{ title: '数据目录：已用', server: 'one:8080', share: 82.5 }])
  expect(await page.findByRole('img', { name: '数据目录：已用 82.5%' })).toBeTruthy()
})

it.each(['disk', 'redis', 'runtime', 'system', 'tomcat'])(
  'the panel of the monitor says when its values were read: %s',
  async (name) => {
    open(`monitor/${name}`)
    await waitFor(() =>
      expect(
        page.getAllByText('2026-12-01 08:30:15').map((element) => element.parentElement?.textContent),
      ).toContain('上次更新时间：2026-12-01 08:30:15'),
    )
  },
)
