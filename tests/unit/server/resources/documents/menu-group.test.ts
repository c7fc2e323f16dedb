import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

const group = { title: '档案管理', icon: 'folder', order: 15 }
const box = { id: 'demo/box', title: '档案盒', perm: 'demo:box', table: { name: 'demo_box' } }

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/note.json': noteScreen({ menu: { parent: 'archive', group, order: 20 } }),
      'demo/box.json': noteScreen({ ...box, menu: { parent: 'archive', order: 10 } }),
    },
    { clerk: ['demo/note', 'demo/box'], reader: ['demo/box'] },
  )
})
afterAll(() => server?.close())

interface Entry {
  path: string
  meta: { title: string; icon: string | null }
  children?: Entry[]
}
const readMenu = async (name: 'clerk' | 'reader' | 'nobody'): Promise<Entry[]> =>
  (await server.call(name, 'GET', '/jeecg-boot/sys/permission/getUserPermissionByToken')).body.result.menu
const titles = (entries: readonly Entry[] = []) => entries.map(({ meta }) => meta.title)

describe('a menu group that a document adds', () => {
  it('is on the menu in its order, with the entries of all documents that name it', async () => {
    const menu = await readMenu('clerk')
    const archive = menu.find(({ path }) => path === '/archive')
    expect(archive?.meta).toMatchObject({ title: '档案管理', icon: 'folder' })
    expect(titles(archive?.children)).toEqual(['档案盒', '便笺'])
  })

  it('shows a user the entries that the user may open, and nobody an empty group', async () => {
    const archive = (await readMenu('reader')).find(({ path }) => path === '/archive')
    expect(titles(archive?.children)).toEqual(['档案盒'])
    expect(titles(await readMenu('nobody'))).not.toContain('档案管理')
  })
})
