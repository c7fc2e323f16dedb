import { expect, type Page } from '@playwright/test'
import { act, confirm, rows, test } from '../pages.ts'
import { buildUploads } from './previewed-files.ts'

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
  // Five parts of 8 MB, and the one that was cut once more; each also passes through this test.
  await expect.poll(() => parts, { timeout: 120_000 }).toBe(6)
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

test('pictures, PDF files, workbooks and sounds are shown one after another, and a broken one says so', async ({
  open,
  expected,
}) => {
  // The font of the document is not on this machine, and the reader looks for the pages of the broken one.
  expected.push(/Cannot load system font|Indexing all PDF objects/)
  const page = await open('admin', '/oss/file')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
  await page.getByRole('button', { name: 'OSS文件上传' }).click()
  const dialog = page.getByRole('dialog', { name: 'OSS文件上传' })
  await dialog.locator('input[type=file]').setInputFiles(buildUploads(picture))
  const first = dialog.getByRole('link', { name: '书影.png', exact: true })
  await expect(dialog.getByRole('link')).toHaveCount(5)
  await first.click()
  const viewer = page.locator('.pro-view')
  const shown = viewer.getByRole('img', { name: '书影.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  // What is printed is taken away after it, so a copy is looked at: the turned picture, and nothing else.
  await page.evaluate(() => {
    window.print = () => {
      const papers = document.querySelector('.pro-view-papers')?.cloneNode(true)
      if (!(papers instanceof Element)) return
      papers.id = 'printed-copy'
      document.body.append(papers)
    }
    URL.revokeObjectURL = () => undefined
  })
  await viewer.getByRole('button', { name: '向右转' }).click()
  await viewer.getByRole('button', { name: '打印' }).click()
  const paper = page.locator('#printed-copy > img')
  await expect(paper).toHaveCount(1)
  await expect(page.locator('.pro-view-papers')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(viewer).toBeHidden()
  expect(
    await paper.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
  ).toEqual([200, 300])
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => document.querySelector('#printed-copy')?.remove())
  // Hidden for the paper, the viewer has lost the focus.
  await viewer.getByRole('button', { name: '向左转' }).click()

  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('/ 2 页')).toBeVisible()
  await viewer.getByLabel('查找文字').fill('艺文志')
  await page.keyboard.press('Enter')
  await expect(viewer.getByText('1 页里有')).toBeVisible()
  await expect(viewer.getByLabel('页码')).toHaveValue('2')
  const canvas = viewer.getByRole('img', { name: '第 2 页' })
  const isDrawn = () =>
    canvas.evaluate((drawn: HTMLCanvasElement) => {
      const { data } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? { data: [] }
      return data.some((value, at) => at % 4 === 0 && value < 100)
    })
  await expect.poll(isDrawn).toBe(true)

  await viewer.getByRole('button', { name: '下一个文件' }).click()
  await viewer.getByRole('tab', { name: '附录' }).click()
  await expect(viewer.getByRole('cell', { name: '附录名称' })).toBeVisible()

  await viewer.getByRole('button', { name: '下一个文件' }).click()
  const sound = viewer.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1)

  await viewer.getByRole('button', { name: '下一个文件' }).click()
  await expect(viewer.getByRole('alert')).toContainText('这个 PDF 已损坏，不能在线查看，请下载后查看')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(first).toBeFocused()
})
