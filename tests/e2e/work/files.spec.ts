import { expect, type Page } from '@playwright/test'
import { act, confirm, rows, test } from '../pages.ts'

const choose = async (page: Page, title: string, name: string, buffer: Buffer) => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
  await expect(dialog.getByText(name)).toBeVisible()
  return dialog
}

test('a large file is uploaded in parts across a cut line, replaced, and deleted when nothing uses it', async ({
  open,
  expected,
}) => {
  const page = await open('admin', '/oss/file')
  await page.getByRole('button', { name: 'OSS文件上传' }).click()
  let parts = 0
  // The line is cut once, at the third part.
  expected.push(/ERR_CONNECTION_RESET/)
  await page.route('**/sys/common/resumable/*', async (route) => {
    if (route.request().method() === 'PATCH' && ++parts === 3) return await route.abort('connectionreset')
    return await route.continue()
  })
  const uploading = await choose(page, 'OSS文件上传', '大志书.txt', Buffer.alloc(40 * 1024 * 1024, 'x'))
  // Five parts of 8 MB, and the one that was cut once more.
  await expect.poll(() => parts).toBe(6)
  await expect(uploading.getByRole('link', { name: '大志书.txt' })).toBeVisible()
  await uploading.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.locator('.ant-message')).toContainText('上传成功！')
  const line = rows(page).filter({ hasText: '大志书.txt' })
  await expect(line).toContainText('41,943,040')

  await act(line, '替换')
  const replacing = await choose(page, '替换文件', '新志书.txt', Buffer.from('新的内容'))
  await replacing.getByRole('button', { name: /替\s*换/ }).click()
  await expect(page.locator('.ant-message')).toContainText('替换成功')
  const replaced = rows(page).filter({ hasText: '新志书.txt' })
  await expect(replaced).toContainText('12')

  await act(replaced, '删除')
  await confirm(page, '删除后不能恢复')
  await expect(replaced).toHaveCount(0)
})
