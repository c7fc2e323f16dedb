import { fileURLToPath } from 'node:url'
import pdfmake from 'pdfmake'
import { answerRequests } from '../../platform/threads/answer-requests.ts'
import { FONT, pdfDefinition } from './pdf-document.ts'
import type { DrawingOrder } from './pdf-sheet.ts'

// The entry of the thread that draws files: fonts are parsed and subset without delaying other requests.
const font = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}`))
const normal = font('400Regular/NotoSansSC_400Regular.ttf')
const bold = font('600SemiBold/NotoSansSC_600SemiBold.ttf')

// Documents contain texts only; nothing but the fonts is read, and nothing is requested.
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setFonts({ [FONT]: { normal, bold } })

answerRequests(async ({ sheet, asPictures }: DrawingOrder): Promise<Uint8Array[]> => {
  const pdf = new Uint8Array(await pdfmake.createPdf(pdfDefinition(sheet)).getBuffer())
  return asPictures ? await (await import('./page-pictures.ts')).drawPages(pdf) : [pdf]
})
