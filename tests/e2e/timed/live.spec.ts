import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { until } from '../api.ts'
import { reloadLive, test } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { getProduct } from '../server.ts'

test('a saved document is in the menu of an open page within two seconds, and so is its removal', async ({
  open,
}) => {
  const file = join(getProduct().schemas, 'base/endpaper.json')
  const document = {
    ...{ version: 2, kind: 'screen', id: 'base/endpaper', title: '衬页', perm: 'base:endpaper' },
    menu: { parent: 'base', icon: 'book', order: 91 },
    table: { name: 'bas_endpaper' },
    fields: [{ key: 'fname', title: '名称', type: 'input' }],
  }
  const page = await open('admin', '/dashboard/analysis')
  await reloadLive(page)
  await page.getByRole('menuitem', { name: '基础资料' }).click()
  const entry = page.getByRole('menuitem', { name: '衬页' })
  await expect(page.getByRole('menuitem', { name: '供应商' })).toBeVisible()
  try {
    writeWhole(file, JSON.stringify(document))
    await until(() => entry.isVisible(), 2000)
  } finally {
    rmSync(file, { force: true })
  }
  await until(async () => (await entry.count()) === 0, 2000)
})
